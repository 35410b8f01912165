import type { CreateShift, Shift } from '@shared/shifts/shifts';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import { randomUuid } from '@/lib/random-uuid';
import { partsOf } from './owner';

export type RecordRefusal = { message: string; details?: { path: string; message: string }[] | undefined };

/** A row in the outbox (docs/product/log-trip.md#outbox). Instants are ISO 8601. */
type Waiting<Input, Row> = {
  /** Its place: trips and shifts are sent in this order. Below zero where it is in memory alone. */
  order: number;
  /** Its `Idempotency-Key` (docs/product/log-trip.md#idempotency). */
  key: string;
  holderId: string;
  /** The driver on whose own phone it was logged; the office sees and sends it too where it signs in there. */
  phoneOf?: string | undefined;
  driverName: string;
  loggedAt: string;
  /** When it was first sent: from then on the server may have stored it. */
  firstSentAt: string | null;
  /** The stored row, once the server has answered, and when it last did. */
  stored: Row | null;
  storedAt: string | null;
  /** The change to make once it is stored. */
  next: Input | 'deleted' | null;
  gone?: true;
  refusal: RecordRefusal | null;
};

export type WaitingTrip = Waiting<CreateTrip, Trip> & { trip: CreateTrip; shift?: undefined };
export type WaitingShift = Waiting<CreateShift, Shift> & { shift: CreateShift; trip?: undefined };
export type WaitingRecord = WaitingTrip | WaitingShift;

/** The logged fields, without the outbox's own. */
export type WaitingInput = Pick<WaitingTrip, 'trip' | 'shift'> | Pick<WaitingShift, 'trip' | 'shift'>;
type LoggedAs<Record> = Pick<Record, Extract<keyof Record, 'trip' | 'shift' | 'driverName'>>;

export type NewRecord = Omit<WaitingTrip, 'order'> | Omit<WaitingShift, 'order'>;

export const isTrip = (record: WaitingRecord): record is WaitingTrip => record.shift === undefined;
export const isShift = (record: WaitingRecord): record is WaitingShift => record.shift !== undefined;

export const newRecord = <Logged extends WaitingInput & { driverName: string }>(
  owner: string,
  logged: Logged,
  now: Date,
) => ({
  ...logged,
  key: randomUuid(),
  ...partsOf(owner),
  loggedAt: now.toISOString(),
  firstSentAt: null,
  stored: null,
  storedAt: null,
  next: null,
  refusal: null,
});

/** The fields of a stored shift. */
export const fieldsOf = ({ driverId, vehicleId, start, end, note }: Shift): CreateShift => ({
  driverId,
  vehicleId,
  start,
  end,
  note,
});

/** A change of a shift that the outbox does not have: it was stored long ago, or by another device. */
export const newChange = (owner: string, stored: Shift, next: CreateShift, now: Date) => {
  const record = newRecord(owner, { shift: fieldsOf(stored), driverName: stored.driverName }, now);
  return { ...record, firstSentAt: stored.createdAt, stored, next };
};

/** Whether it outlives the tab: the browser's database has it. */
export const isOnDevice = ({ order }: Pick<WaitingRecord, 'order'>): boolean => order > 0;

/** Whether the server has all of it. */
export const isSettled = ({ stored, next, gone }: WaitingRecord): boolean =>
  stored !== null && (next === null || gone === true);

/** Whether it is to be sent without anyone's help. */
export const isSendable = (record: WaitingRecord): boolean => !isSettled(record) && record.refusal === null;

export const isRefusedRecord = ({ refusal }: WaitingRecord): boolean => refusal !== null;

/** Why the server refused it. */
export const reasonText = ({ refusal }: WaitingRecord): string | undefined =>
  refusal?.details?.map(({ message }) => message).join('. ') || refusal?.message;

/** Whether the server cannot have stored it: it was never sent, or was refused. */
const isUnknownToServer = ({ firstSentAt, stored, refusal }: WaitingRecord) =>
  firstSentAt === null || (refusal !== null && stored === null);

/** Edits a record. What the server may have stored is stored first, and then changed. */
export function editRecord<Of extends WaitingRecord>(record: Of, logged: LoggedAs<Of>): Of {
  const { driverName, trip, shift } = logged;
  if (!isUnknownToServer(record)) return { ...record, driverName, next: shift ?? trip, refusal: null };
  // a repaired one is another one to the server
  const key = record.refusal ? randomUuid() : record.key;
  return { ...record, ...logged, key, firstSentAt: null, refusal: null };
}

export const deleteRecord = <Of extends WaitingRecord>(record: Of): Of | undefined =>
  isUnknownToServer(record) ? undefined : { ...record, next: 'deleted', refusal: null };

/** A stored row's other fields. The key is its id until it is stored. */
export const asStored = ({ key, holderId, driverName, loggedAt, stored }: WaitingRecord) => ({
  id: stored?.id ?? key,
  beaHolderId: holderId,
  driverName,
  vehicleRegistration: null,
  createdAt: loggedAt,
  updatedAt: loggedAt,
  version: stored?.version ?? 0,
});

/** The trip with its latest changes. */
const tripOf = ({ trip, stored, next }: WaitingTrip) =>
  next && next !== 'deleted' ? next : (stored ?? trip);

/** Makes a trip as lists show it. */
export const asTrip = (record: WaitingTrip): Trip => ({ ...tripOf(record), ...asStored(record) });

/** Whether a list that was read at `readAt` shows what became of it. */
const isListed = (record: WaitingRecord, readAt: number) =>
  isSettled(record) && Date.parse(record.storedAt ?? '') < readAt;

/** The records that a list read from the server at `readAt`, in milliseconds since 1970, cannot show yet. */
export const notYetListed = <Of extends WaitingRecord>(records: readonly Of[], readAt: number): Of[] =>
  records.filter((record) => record.next !== 'deleted' && !isListed(record, readAt));

/** The rows of a list without those that `notYetListed` adds to it, or that are to be deleted. */
export function withoutWaiting<Row extends { id: string }>(
  stored: readonly Row[],
  records: readonly WaitingRecord[],
  readAt: number,
) {
  const unlisted = records.filter((record) => !isListed(record, readAt));
  const hidden = new Set(unlisted.map((record) => record.stored?.id));
  return stored.filter(({ id }) => !hidden.has(id));
}
