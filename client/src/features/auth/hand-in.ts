import { MAX_HANDED_IN } from '@shared/limits';
import type { HoldRecords } from '@shared/phones';
import { changeRecord, readRecords } from '@/features/outbox/outbox-records';
import { isSettled, type WaitingRecord } from '@/features/outbox/waiting-record';
import { ApiError, request } from '@/lib/api-client';
import { now } from '@/lib/clock';

type Held = HoldRecords['records'][number];

/** A record for the office to store, a new one or a change; undefined where what waits is that it be deleted. */
function asHeld({ key, loggedAt, stored, next, ...logged }: WaitingRecord): Held | undefined {
  if (next === 'deleted') return undefined;
  const changes = stored ? { changes: { id: stored.id, version: stored.version } } : {};
  // as it was last typed: where the first one had arrived after all, the office is told that they differ
  return logged.shift
    ? { key, loggedAt, ...changes, shift: { ...logged.shift, ...next } }
    : { key, loggedAt, ...changes, trip: { ...logged.trip, ...next } };
}

const hold = (records: Held[]) => request<unknown>('POST', '/api/drivers/held', { records });

/** Hands in one by one what was refused together: one that is no good must not keep the others here. */
async function holdOneByOne(records: Held[]): Promise<Held[]> {
  const taken: Held[] = [];
  for (const record of records) {
    const isTaken = await hold([record]).then(
      () => true,
      (error: unknown) => {
        if (isNoGood(error)) return false;
        throw error;
      },
    );
    if (isTaken) taken.push(record);
  }
  return taken;
}

/** One that is too large for a request makes ten too large, too. */
const isNoGood = (error: unknown) => error instanceof ApiError && [400, 413].includes(error.status);

/** From now on the server may have a record: where its driver corrects it after all, the key stays, and it is handed in as it is then. */
const markHandedIn = ({ order }: WaitingRecord) =>
  changeRecord(order, (latest) =>
    latest.firstSentAt ? latest : { ...latest, firstSentAt: now().toISOString() },
  );

export type HandedIn = {
  handedIn: WaitingRecord[];
  /** What still waits here. */
  left: WaitingRecord[];
  /** Why the rest is to be tried again. */
  error?: unknown;
};

/** Hands what waits on a phone that has ended to the office (docs/product/phones.md#what-waited), and takes it out of the outbox. */
export async function handIn(owner: string): Promise<HandedIn> {
  const waiting = (await readRecords(owner)).filter((record) => !isSettled(record));
  const pairs = waiting.flatMap((record) => {
    const held = asHeld(record);
    return held ? [{ record, held }] : [];
  });
  const taken = new Set<string>();
  const outcome = () => ({
    handedIn: waiting.filter(({ key }) => taken.has(key)),
    left: waiting.filter(({ key }) => !taken.has(key)),
  });
  for (let first = 0; first < pairs.length; first += MAX_HANDED_IN) {
    const some = pairs.slice(first, first + MAX_HANDED_IN);
    try {
      for (const { record } of some) await markHandedIn(record);
      const sent = some.map(({ held }) => held);
      const held = await hold(sent).then(
        () => sent,
        (error: unknown) => {
          if (isNoGood(error)) return holdOneByOne(sent);
          throw error;
        },
      );
      for (const { key } of held) taken.add(key);
      for (const { record } of some)
        if (taken.has(record.key)) await changeRecord(record.order, () => undefined);
    } catch (error) {
      return { ...outcome(), error };
    }
  }
  return outcome();
}
