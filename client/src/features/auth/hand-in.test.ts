import { MAX_HANDED_IN } from '@shared/limits';
import type { Shift } from '@shared/shifts/shifts';
import { emptyDetails } from '@shared/trips/trip-fields';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import { beforeEach, expect, test, vi } from 'vitest';
import { editRecord, isTrip, newRecord, type WaitingRecord } from '@/features/outbox/waiting-record';

const OWNER = 'holder/amy';
const trip: CreateTrip = {
  driverId: 'amy',
  driverAuthorityLicense: 'DA1',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  datetime: '2026-03-02T02:00:00.000Z',
  vehicleId: null,
  ...emptyDetails(),
};
const logged = (change: Partial<CreateTrip> = {}) =>
  newRecord(OWNER, { trip: { ...trip, ...change }, driverName: 'Amy Ant' }, new Date(trip.datetime));

/** The keys and suburbs of each request. */
let handedIn: [string, string | undefined][][];
let bodies: unknown[];
/** What the server answers; undefined where the answer is lost. */
let answer: (records: { key: string; trip: CreateTrip }[]) => Response | undefined;

async function openPage() {
  vi.resetModules();
  return { ...(await import('@/features/outbox/outbox-records')), ...(await import('./hand-in')) };
}

beforeEach(() => {
  handedIn = [];
  bodies = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    const { records } = JSON.parse(String(body));
    handedIn.push(
      records.map((record: { key: string; trip?: CreateTrip }) => [record.key, record.trip?.suburb]),
    );
    const answered = answer(records);
    if (!answered) throw new TypeError('Failed to fetch');
    return answered;
  });
  return () => vi.unstubAllGlobals();
});

const correct = (record: WaitingRecord, suburb: string): WaitingRecord =>
  isTrip(record) ? editRecord(record, { ...record, trip: { ...record.trip, suburb } }) : record;

test('what its driver corrects after a hand-in without an answer is handed in under the same key, as it is then', async () => {
  const { addRecord, changeRecord, readRecords, handIn } = await openPage();
  const record = logged();
  const order = await addRecord(record);
  answer = () => undefined;
  expect((await handIn(OWNER)).error).toBeDefined();
  await changeRecord(order, (latest) => correct(latest, 'Auchenflower'));
  // the phone was taken back meanwhile: what the server may have is stored first, and then changed
  expect(await readRecords(OWNER)).toMatchObject([
    { key: record.key, trip: { suburb: 'Toowong' }, next: { suburb: 'Auchenflower' } },
  ]);
  answer = () => new Response(null, { status: 204 });
  expect(await handIn(OWNER)).toMatchObject({ handedIn: [{ key: record.key }], left: [] });
  expect(handedIn).toEqual([[[record.key, 'Toowong']], [[record.key, 'Auchenflower']]]);
});

test('the end of a stored shift is handed in as a change of it; a deletion stays', async () => {
  const { addRecord, handIn } = await openPage();
  const shift = { driverId: 'amy', start: '2026-03-01T20:10:00.000Z', end: null, note: null };
  const open = newRecord(OWNER, { shift, driverName: 'Amy Ant' }, new Date(trip.datetime));
  const end = '2026-03-02T02:00:00.000Z';
  const stored = { id: 'stored', version: 3 } as Shift;
  await addRecord({ ...open, stored, next: { ...shift, end } });
  const deleted = { ...logged(), stored: { id: 'trip', version: 1 } as Trip, next: 'deleted' as const };
  await addRecord(deleted);
  expect(await handIn(OWNER)).toMatchObject({ handedIn: [{ key: open.key }], left: [{ key: deleted.key }] });
  const { key, loggedAt } = open;
  const changes = { id: 'stored', version: 3 };
  expect(bodies).toEqual([{ records: [{ key, loggedAt, changes, shift: { ...shift, end } }] }]);
});

test('five hundred go ten at a time, and one that is too large for a request keeps none of the others here', async () => {
  const { addRecord, readRecords, handIn } = await openPage();
  const huge = logged({ suburb: 'huge' });
  for (const record of [...Array.from({ length: 499 }, () => logged()), huge]) await addRecord(record);
  const tooLarge = { message: 'Too large', code: 'too-large' };
  answer = (records) =>
    records.some((record) => record.key === huge.key)
      ? Response.json(tooLarge, { status: 413 })
      : new Response(null, { status: 204 });
  const outcome = await handIn(OWNER);
  expect(outcome).toMatchObject({ left: [{ key: huge.key }] });
  expect(outcome.error).toBeUndefined();
  expect(outcome.handedIn).toHaveLength(499);
  expect(await readRecords(OWNER)).toMatchObject([{ key: huge.key }]);
  expect(Math.max(...handedIn.map((records) => records.length))).toBe(MAX_HANDED_IN);
});
