import { createContext, use } from 'react';
import type { Sending } from './outbox-sender';
import type { LoggedTrip, WaitingTrip } from './waiting-trip';

/** What is done with a trip in a dialog, as it was when the dialog opened: it may be sent meanwhile. */
export type OpenWaitingTrip = { kind: 'edit' | 'delete'; record: WaitingTrip };

export type Outbox = {
  /** Everything that is not forgotten yet, in the order of logging. */
  records: readonly WaitingTrip[];
  /** Whether trips can be kept on this device; undefined until it is known. */
  canKeep: boolean | undefined;
  sending: Sending;
  /**
   * Keeps a trip and sends it as soon as that is possible.
   * @returns its place in the outbox
   * @throws DOMException where nothing can be kept: `canKeep` is false from then on
   */
  log: (logged: LoggedTrip) => Promise<number>;
  /** Changes a trip, whether it was sent meanwhile or not. */
  edit: (order: number, logged: LoggedTrip) => Promise<void>;
  /** Deletes a trip, whether it was sent meanwhile or not. */
  remove: (order: number) => Promise<void>;
  /** Gives up what the server refused: a trip, or the change of a stored one. */
  discard: (order: number) => Promise<void>;
  /** Opens a dialog, which stays when the trip is sent and leaves the lists. */
  open: (opened: OpenWaitingTrip) => void;
};

export const OutboxContext = createContext<Outbox | null>(null);

/** The holder's outbox (docs/product.md#outbox). @throws outside an OutboxProvider */
export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox must be used within an OutboxProvider');
  return outbox;
}
