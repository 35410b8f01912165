import { changedMeanwhileSchema } from '@shared/errors';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import { ApiError, isRefusal, type Method, request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { changeRecord, OUTBOX, readRecords } from './outbox-records';
import {
  isSendable,
  isSettled,
  noteDeleted,
  noteStored,
  type Refusal,
  type WaitingTrip,
} from './waiting-record';

export type Pass =
  | { end: 'done' }
  | { end: 'signed-out' }
  /** No answer, or not now: to be tried again. */
  | { end: 'later'; isOffline: boolean; retryAfterMs: number; status?: number };

/** How long a settled record stays: a toast can still undo it, and a dialog that was opened before change it. */
const SETTLED_STAYS_MS = 60 * 60 * 1000;
/** The server forgets an Idempotency-Key after 30 days (docs/product/log-trip.md#idempotency); a day less, for clocks that differ. */
const KEY_MS = 29 * 24 * 60 * 60 * 1000;

const MAYBE_STORED: Refusal = {
  message:
    'It was sent over a month ago and the answer was lost: it may be stored. Look in Trip History before you send it again.',
};

/** The server's refusal; undefined where trying again may help, such as after a hotel network's own page. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!isRefusal(error) || [408, 409, 425, 429].includes(error.status)) return undefined;
  return { message: error.serverMessage ?? error.message, details: error.details };
}

/** Sends a request of the record's holder: the server refuses it in a session of another. */
const sendFor = <Answer>(record: WaitingTrip, method: Method, path: string, payload?: unknown) =>
  request<Answer>(method, path, payload, {
    headers: { 'Idempotency-Key': record.key, 'Expected-Holder': record.holderId },
  });

/** The stored trip; an answer that is none comes from somewhere else than the server. */
function storedTrip(answer: Trip): Trip {
  if (!answer?.id) throw new Error('The answer is no trip');
  return answer;
}

async function sendNext(record: WaitingTrip): Promise<void> {
  const { order, stored, next } = record;
  if (!stored) {
    const answer = storedTrip(await sendFor<Trip>(record, 'POST', '/api/trips', record.trip));
    await changeRecord(order, (latest) => noteStored(latest, answer, record, now()));
  } else if (next === 'deleted') {
    await sendFor(record, 'DELETE', `/api/trips/${stored.id}`).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404 && error.code)) throw error;
    });
    await changeRecord(order, (latest) => noteDeleted(latest, now()));
  } else {
    const change = { ...(next as CreateTrip), version: stored.version };
    const answer = storedTrip(await sendFor<Trip>(record, 'PUT', `/api/trips/${stored.id}`, change));
    await changeRecord(order, (latest) => noteStored(latest, answer, record, now()));
  }
}

/** Someone else changed the stored trip meanwhile: the next change is made of what is stored now. */
function changedByOthers(record: WaitingTrip, error: unknown): WaitingTrip | undefined {
  const { data } = changedMeanwhileSchema.safeParse(error instanceof ApiError ? error.answer : undefined);
  if (!data || !record.stored) return undefined;
  return {
    ...record,
    stored: { ...record.stored, version: data.stored.version },
    refusal: { message: 'Someone changed this trip meanwhile. Look at it, then save yours or discard it.' },
  };
}

/** Notes that a record is about to be sent. @returns it; undefined where it is not to be sent */
async function markSent(order: number): Promise<WaitingTrip | undefined> {
  const sentAt = now();
  const record = await changeRecord(order, (latest) => {
    if (!isSendable(latest)) return latest;
    const { firstSentAt, stored } = latest;
    if (!stored && firstSentAt && sentAt.getTime() - Date.parse(firstSentAt) > KEY_MS)
      return { ...latest, refusal: MAYBE_STORED };
    return firstSentAt ? latest : { ...latest, firstSentAt: sentAt.toISOString() };
  });
  return record && isSendable(record) ? record : undefined;
}

/** Sends a new trip before any pass does. @returns whether it was stored @throws ApiError where it is refused, and removed */
export async function sendAtOnce(order: number): Promise<boolean> {
  const record = await markSent(order);
  if (!record) return false;
  try {
    await sendNext(record);
    return true;
  } catch (error) {
    if (!refusalOf(error)) return false;
    await changeRecord(order, () => undefined);
    throw error;
  }
}

/** @returns how the pass ends with this record; undefined where it goes on */
async function sendOne(order: number): Promise<Pass | undefined> {
  const record = await markSent(order);
  if (!record) return undefined;
  try {
    await sendNext(record);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { end: 'signed-out' };
    const conflict = changedByOthers(record, error);
    const refusal = refusalOf(error);
    if (conflict) await changeRecord(order, (latest) => ({ ...conflict, next: latest.next }));
    else if (refusal) await changeRecord(order, (latest) => ({ ...latest, refusal }));
    else if (!(error instanceof ApiError)) return { end: 'later', isOffline: true, retryAfterMs: 0 };
    else return { end: 'later', isOffline: false, retryAfterMs: error.retryAfterMs, status: error.status };
    return undefined;
  }
}

const isForgotten = (record: WaitingTrip) =>
  isSettled(record) && now().getTime() - Date.parse(record.storedAt ?? '') > SETTLED_STAYS_MS;

/** Sends what waits, one after the other, until nothing is left or nothing gets through. @throws DOMException without a database */
async function pass(holderId: string, onProgress: () => void): Promise<Pass> {
  for (const { order } of (await readRecords(holderId)).filter(isForgotten))
    await changeRecord(order, (latest) => (isForgotten(latest) ? undefined : latest));
  let failed: Pass | undefined;
  do {
    const sendable = (await readRecords(holderId)).filter(isSendable);
    if (sendable.length === 0) return { end: 'done' };
    for (const { order } of sendable) {
      const ended = await sendOne(order);
      const isFault = ended?.end === 'later' && ended.status === 500;
      // one trip that the server fails at does not hold up the others
      if (ended && (failed || !isFault)) return ended;
      if (ended) failed = ended;
      else onProgress();
    }
  } while (!failed);
  return failed;
}

/** Sends the holder's waiting trips in order, while no other tab does; `onProgress` is called after each request. */
export function sendWaiting(holderId: string, onProgress: () => void): Promise<Pass> {
  const send = () => pass(holderId, onProgress);
  return navigator.locks ? navigator.locks.request(OUTBOX, send) : send();
}

/** Sends the waiting trips of every holder whose session this is. @throws Error where something is to be tried again */
export async function sendForEveryHolder(): Promise<void> {
  const holders = new Set((await readRecords()).filter(isSendable).map(({ holderId }) => holderId));
  for (const holderId of holders) {
    const { end } = await sendWaiting(holderId, () => {});
    if (end === 'later') throw new Error('Trips still wait');
  }
}
