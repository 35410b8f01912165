import { DAY_MS, HOUR_MS } from '@shared/durations';
import { ACCOUNT_INACTIVE, changedMeanwhileSchema } from '@shared/errors';
import { ApiError, isRefusal, type Method, request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { changeRecord, OUTBOX, readRecords } from './outbox-records';
import { noteConflict, noteDeleted, noteStored } from './sent-record';
import { isSendable, isSettled, type RecordRefusal, type WaitingRecord } from './waiting-record';

export type Pass =
  | { end: 'done' }
  | { end: 'signed-out' }
  /** No answer, or not now: to be tried again. */
  | { end: 'later'; isOffline: boolean; retryAfterMs: number; status?: number };

/** How long a settled record stays: a toast can still undo it, and a dialog that was opened before change it. */
const SETTLED_STAYS_MS = HOUR_MS;
/** The server forgets an Idempotency-Key after 30 days (docs/product/log-trip.md#idempotency); a day less, for clocks that differ. */
const KEY_MS = 29 * DAY_MS;

/** How a record is sent, and what it is called. */
const kindOf = ({ shift }: WaitingRecord) =>
  shift
    ? { path: '/api/shifts', name: 'shift', screen: 'Hours' }
    : { path: '/api/trips', name: 'trip', screen: 'Trip History' };

const maybeStored = (record: WaitingRecord): RecordRefusal => ({
  message: `It was sent over a month ago and the answer was lost: it may be stored. Look in ${kindOf(record).screen} before you send it again.`,
});

/** The server's refusal; undefined where trying again may help, such as after a hotel network's own page. */
function refusalOf(error: unknown): RecordRefusal | undefined {
  if (!isRefusal(error) || [408, 409, 425, 429].includes(error.status)) return undefined;
  // it says nothing about the record, and may be over tomorrow
  if (error.code === ACCOUNT_INACTIVE) return undefined;
  return { message: error.serverMessage ?? error.message, details: error.details };
}

/** Sends a request in the session of its owner: the server refuses it in any other. */
const sendFor = <Answer>(owner: string, record: WaitingRecord, method: Method, payload?: unknown) => {
  const { path } = kindOf(record);
  return request<Answer>(method, record.stored ? `${path}/${record.stored.id}` : path, payload, {
    headers: { 'Idempotency-Key': record.key, 'Expected-Holder': owner },
  });
};

type Stored = NonNullable<WaitingRecord['stored']>;

async function sendNext(owner: string, record: WaitingRecord): Promise<void> {
  const { order, stored, next } = record;
  if (next === 'deleted' && stored) {
    await sendFor(owner, record, 'DELETE').catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404 && error.code)) throw error;
    });
    await changeRecord(order, (latest) => noteDeleted(latest, now()));
  } else {
    const answer = await (stored
      ? sendFor<Stored>(owner, record, 'PUT', { ...(next as object), version: stored.version })
      : sendFor<Stored>(owner, record, 'POST', record.shift ?? record.trip));
    // it comes from somewhere else than the server
    if (!answer?.id) throw new Error('The answer is not what was sent');
    await changeRecord(order, (latest) => noteStored(latest, answer, record, now()));
  }
}

/** Notes that someone else changed the stored row meanwhile; undefined if nobody did. */
function changedByOthers(record: WaitingRecord, error: unknown) {
  const { data } = changedMeanwhileSchema.safeParse(error instanceof ApiError ? error.answer : undefined);
  if (!data || !record.stored) return undefined;
  const message = `Someone else changed this ${kindOf(record).name}. Keep theirs or yours?`;
  return (latest: WaitingRecord) => noteConflict(latest, data.stored.version, { message });
}

/** Notes that a record is about to be sent. @returns it; undefined if it must not be sent */
async function markSent(order: number): Promise<WaitingRecord | undefined> {
  const sentAt = now();
  const record = await changeRecord(order, (latest) => {
    if (!isSendable(latest)) return latest;
    const { firstSentAt, stored } = latest;
    if (!stored && firstSentAt && sentAt.getTime() - Date.parse(firstSentAt) > KEY_MS)
      return { ...latest, refusal: maybeStored(latest) };
    return firstSentAt ? latest : { ...latest, firstSentAt: sentAt.toISOString() };
  });
  return record && isSendable(record) ? record : undefined;
}

/** Sends a new trip before any pass does. @returns whether it was stored @throws ApiError where it is refused, and removed */
export async function sendAtOnce(owner: string, order: number): Promise<boolean> {
  const record = await markSent(order);
  if (!record) return false;
  try {
    await sendNext(owner, record);
    return true;
  } catch (error) {
    if (!refusalOf(error)) return false;
    await changeRecord(order, () => undefined);
    throw error;
  }
}

/** @returns how the pass ends with this record; undefined if it continues */
async function sendOne(owner: string, order: number): Promise<Pass | undefined> {
  const record = await markSent(order);
  if (!record) return undefined;
  try {
    await sendNext(owner, record);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { end: 'signed-out' };
    const conflict = changedByOthers(record, error);
    const refusal = refusalOf(error);
    if (conflict) await changeRecord(order, conflict);
    else if (refusal) await changeRecord(order, (latest) => ({ ...latest, refusal }));
    else if (!(error instanceof ApiError)) return { end: 'later', isOffline: true, retryAfterMs: 0 };
    else return { end: 'later', isOffline: false, retryAfterMs: error.retryAfterMs, status: error.status };
    return undefined;
  }
}

const isForgotten = (record: WaitingRecord) =>
  isSettled(record) && now().getTime() - Date.parse(record.storedAt ?? '') > SETTLED_STAYS_MS;

/** Sends what waits, one after the other, until nothing is left or nothing gets through. @throws DOMException without a database */
async function pass(owner: string, onProgress: () => void): Promise<Pass> {
  for (const { order } of (await readRecords(owner)).filter(isForgotten))
    await changeRecord(order, (latest) => (isForgotten(latest) ? undefined : latest));
  let failed: Pass | undefined;
  do {
    const sendable = (await readRecords(owner)).filter(isSendable);
    if (sendable.length === 0) return { end: 'done' };
    for (const { order } of sendable) {
      const ended = await sendOne(owner, order);
      const isFault = ended?.end === 'later' && ended.status === 500;
      // one trip that the server fails at does not hold up the others
      if (ended && (failed || !isFault)) return ended;
      if (ended) failed = ended;
      else onProgress();
    }
  } while (!failed);
  return failed;
}

/** Sends the owner's waiting trips in order, while no other tab does; `onProgress` is called after each request. */
export function sendWaiting(owner: string, onProgress: () => void): Promise<Pass> {
  const send = () => pass(owner, onProgress);
  return navigator.locks ? navigator.locks.request(OUTBOX, send) : send();
}

/** Sends the waiting trips of whoever's session this is, a holder's or a driver's phone's: the server refuses the others'. @throws Error where something is to be tried again */
export async function sendForEveryOwner(): Promise<void> {
  const owners = new Set(
    (await readRecords())
      .filter(isSendable)
      .flatMap(({ holderId, phoneOf }) => (phoneOf ? [`${holderId}/${phoneOf}`, holderId] : holderId)),
  );
  for (const owner of owners) {
    const { end } = await sendWaiting(owner, () => {});
    if (end === 'later') throw new Error('Something still waits');
  }
}
