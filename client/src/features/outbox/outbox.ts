import type { Shift } from '@shared/shifts/shifts';
import { createContext, use } from 'react';
import type { Sending } from './outbox-sender';
import type { WaitingInput, WaitingRecord, WaitingShift, WaitingTrip } from './waiting-record';

/** A trip in a dialog, as it was when the dialog opened: it may be sent meanwhile. */
export type OpenWaitingTrip = { kind: 'edit' | 'delete'; record: WaitingTrip };

export type Logged = {
  /** Its place in the outbox. */
  order: number;
  isWaiting: boolean;
  /** Whether the device or the server has it: memory alone ends with the page. */
  isSaved: boolean;
  takeBack: () => Promise<void>;
};

export type Outbox = {
  /** Everything that is not forgotten yet, in the order of logging. */
  records: readonly WaitingRecord[];
  trips: readonly WaitingTrip[];
  shifts: readonly WaitingShift[];
  /** Whether records can be saved on this device; undefined until it is known. */
  canSave: boolean | undefined;
  /** Whether the browser's database does not answer. */
  isStorageSilent: boolean;
  sending: Sending;
  /**
   * Saves a trip or shift and sends it; one that cannot be saved is sent first.
   * @param stored the shift as it is stored, where this changes one that the outbox does not have
   * @throws ApiError if that is refused
   */
  log: (input: WaitingInput, stored?: Shift) => Promise<Logged>;
  /** Changes a trip or shift, whether it was sent meanwhile or not. */
  edit: (order: number, input: WaitingInput) => Promise<void>;
  remove: (order: number) => Promise<void>;
  /** Gives up what the server refused: a trip or shift, or the change of a stored one. */
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
