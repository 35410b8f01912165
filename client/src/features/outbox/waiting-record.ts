import type { CreateTrip, Trip } from '@shared/trips/trips';
import { randomUuid } from '@/lib/random-uuid';

export type Refusal = { message: string; details?: { path: string; message: string }[] | undefined };

/** A trip in the outbox (docs/product/log-trip.md#outbox). Instants are ISO 8601. */
export type WaitingTrip = {
  /** Its place: trips are sent in this order. Below zero where it is in memory alone. */
  order: number;
  /** Its `Idempotency-Key` (docs/product/log-trip.md#idempotency). */
  key: string;
  holderId: string;
  driverName: string;
  loggedAt: string;
  trip: CreateTrip;
  /** When it was first sent: from then on the server may have stored it. */
  firstSentAt: string | null;
  /** The stored trip, once the server has answered, and when it last did. */
  stored: Trip | null;
  storedAt: string | null;
  /** What is to become of it once it is stored. */
  next: CreateTrip | 'deleted' | null;
  gone?: true;
  refusal: Refusal | null;
};

type LoggedTrip = Pick<WaitingTrip, 'trip' | 'driverName'>;

export type NewRecord = Omit<WaitingTrip, 'order'>;

export const newRecord = (holderId: string, logged: LoggedTrip, now: Date): NewRecord => ({
  ...logged,
  key: randomUuid(),
  holderId,
  loggedAt: now.toISOString(),
  firstSentAt: null,
  stored: null,
  storedAt: null,
  next: null,
  refusal: null,
});

/** Whether it outlives the tab: the browser's database has it. */
export const isOnDevice = ({ order }: Pick<WaitingTrip, 'order'>): boolean => order > 0;

/** Whether the server has all of it. */
export const isSettled = ({ stored, next, gone }: WaitingTrip): boolean =>
  stored !== null && (next === null || gone === true);

/** Whether it is to be sent without anyone's help. */
export const isSendable = (record: WaitingTrip): boolean => !isSettled(record) && record.refusal === null;

export const isRefused = ({ refusal }: WaitingTrip): boolean => refusal !== null;

/** Whether the server cannot have stored it: it was never sent, or was refused. */
const isUnknownToServer = ({ firstSentAt, stored, refusal }: WaitingTrip) =>
  firstSentAt === null || (refusal !== null && stored === null);

/** Edits a record. What the server may have stored is stored first, and then changed. */
export function editRecord(record: WaitingTrip, { trip, driverName }: LoggedTrip): WaitingTrip {
  if (!isUnknownToServer(record)) return { ...record, driverName, next: trip, refusal: null };
  // a repaired trip is another one to the server
  const key = record.refusal ? randomUuid() : record.key;
  return { ...record, key, driverName, trip, firstSentAt: null, refusal: null };
}

export const deleteRecord = (record: WaitingTrip): WaitingTrip | undefined =>
  isUnknownToServer(record) ? undefined : { ...record, next: 'deleted', refusal: null };

export const noteStored = (record: WaitingTrip, stored: Trip, sent: WaitingTrip, now: Date): WaitingTrip => ({
  ...record,
  stored,
  storedAt: now.toISOString(),
  // it may have been changed again while it was sent
  next: sent.stored && JSON.stringify(record.next) === JSON.stringify(sent.next) ? null : record.next,
});

/** Notes that the server has deleted what was stored: lists that were read before still have the trip. */
export const noteDeleted = (record: WaitingTrip, now: Date): WaitingTrip => ({
  ...record,
  storedAt: now.toISOString(),
  next: 'deleted',
  gone: true,
});

/** Makes a trip as lists show it. Until it is stored, its key is its id. */
export function asTrip(record: WaitingTrip): Trip {
  const { key, holderId, driverName, loggedAt, trip, stored, next } = record;
  const shown = next && next !== 'deleted' ? next : trip;
  return {
    ...shown,
    id: stored?.id ?? key,
    beaHolderId: holderId,
    driverName,
    vehicleRegistration: null,
    createdAt: loggedAt,
    updatedAt: loggedAt,
    version: stored?.version ?? 0,
  };
}

/** Whether a list that was read at `readAt` shows what became of it. */
const isListed = (record: WaitingTrip, readAt: number) =>
  isSettled(record) && Date.parse(record.storedAt ?? '') < readAt;

/** The records that a list read from the server at `readAt`, in milliseconds since 1970, cannot show yet. */
export const notYetListed = (records: readonly WaitingTrip[], readAt: number): WaitingTrip[] =>
  records.filter((record) => record.next !== 'deleted' && !isListed(record, readAt));

/** The trips of a list without those that `notYetListed` adds to it, or that are to be deleted. */
export function withoutWaiting(stored: readonly Trip[], records: readonly WaitingTrip[], readAt: number) {
  const unlisted = records.filter((record) => !isListed(record, readAt));
  const hidden = new Set(unlisted.map((record) => record.stored?.id));
  return stored.filter(({ id }) => !hidden.has(id));
}
