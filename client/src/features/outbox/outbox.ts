import type { CreateTrip } from '@shared/trips/trips';
import { createContext, use } from 'react';
import type { Sending } from './outbox-sender';
import type { WaitingTrip } from './waiting-record';

/** A trip in a dialog, as it was when the dialog opened: it may be sent meanwhile. */
export type OpenWaitingTrip = { kind: 'edit' | 'delete'; record: WaitingTrip };

export type Logged = {
  isWaiting: boolean;
  /** Whether the device or the server has it: memory alone ends with the page. */
  isSaved: boolean;
  takeBack: () => Promise<void>;
};

export type LoggedTrip = Logged & { trip: CreateTrip };

export type Outbox = {
  /** Everything that is not forgotten yet, in the order of logging. */
  records: readonly WaitingTrip[];
  /** Whether trips can be saved on this device; undefined until it is known. */
  canSave: boolean | undefined;
  sending: Sending;
  /** Saves a trip and sends it; one that cannot be saved is sent first. @throws ApiError if that is refused */
  log: (trip: CreateTrip) => Promise<LoggedTrip>;
  /** Changes a trip, whether it was sent meanwhile or not. */
  edit: (order: number, trip: CreateTrip) => Promise<void>;
  remove: (order: number) => Promise<void>;
  /** Gives up what the server refused: a trip, or the change of a stored one. */
  discard: (order: number) => Promise<void>;
  open: (opened: OpenWaitingTrip) => void;
};

export const OutboxContext = createContext<Outbox | null>(null);

/** The holder's outbox (docs/product/log-trip.md#outbox). @throws outside an OutboxProvider */
export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox must be used within an OutboxProvider');
  return outbox;
}
