import type { Shift } from '@shared/shifts/shifts';
import { emptyDetails } from '@shared/trips/trip-fields';
import type { CreateTrip } from '@shared/trips/trips';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api-client';
import { asTrip, isOnDevice, isSendable, isSettled, isTrip, newChange, newRecord } from './waiting-record';

const HOLDER = 'holder';
const trip: CreateTrip = {
  driverId: 'driver',
  driverAuthorityLicense: 'DA1',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  datetime: '2026-03-02T02:00:00.000Z',
  vehicleId: null,
  ...emptyDetails(),
};
const toowong = () => newRecord(HOLDER, { trip, driverName: 'Amy Ant' }, new Date(trip.datetime));

/** What the server answers in turn; undefined is no answer. */
let answers: (Response | undefined)[];
let requests: { key: string | null; trip: CreateTrip }[];
/** The `Expected-Holder` of each request. */
let owners: (string | null)[];
let lines: string[];

/** The modules as a page has them that was just opened; Node has no IndexedDB, like a browser that blocks it. */
async function openPage() {
  vi.resetModules();
  return { ...(await import('./outbox-records')), ...(await import('./send-waiting')) };
}

beforeEach(() => {
  answers = [];
  requests = [];
  owners = [];
  lines = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    lines.push(`${method} ${path}`);
    owners.push(new Headers(headers).get('Expected-Holder'));
    requests.push({ key: new Headers(headers).get('Idempotency-Key'), trip: JSON.parse(String(body)) });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const stored = () => Response.json({ ...trip, id: 'stored', version: 1 }, { status: 201 });

test('without a database a trip is in memory, and sent at once', async () => {
  const page = await openPage();
  expect(await page.hasDatabase()).toBe(false);
  const record = toowong();
  const order = await page.addRecord(record);
  expect(isOnDevice({ order })).toBe(false);
  expect(await page.readRecords(HOLDER)).toEqual([{ ...record, order }]);
  expect(await page.readRecords('other')).toEqual([]);

  answers = [stored()];
  expect(await page.sendAtOnce(HOLDER, order)).toBe(true);
  expect(requests).toEqual([{ key: record.key, trip }]);
  const [sent] = await page.readRecords(HOLDER);
  expect(sent && isTrip(sent) && isSettled(sent) && asTrip(sent)).toMatchObject({ id: 'stored' });
});

test('a trip in memory whose answer was lost is sent again under its key', async () => {
  const page = await openPage();
  const first = await page.addRecord(toowong());
  const second = await page.addRecord(toowong());
  expect(await page.sendAtOnce(HOLDER, first)).toBe(false);
  expect((await page.readRecords(HOLDER)).map(isSendable)).toEqual([true, true]);

  expect((await page.readRecords(HOLDER)).map(({ order }) => order)).toEqual([first, second]);
  answers = [stored(), stored()];
  expect(await page.sendWaiting(HOLDER, () => {})).toEqual({ end: 'done' });
  expect(requests).toHaveLength(3);
  expect(requests[1]).toEqual(requests[0]);
  expect(requests[2]?.key).not.toBe(requests[0]?.key);
});

test('what the server refuses at once is left to the form, with the fields, and is not in memory any more', async () => {
  const page = await openPage();
  const order = await page.addRecord(toowong());
  const details = [{ path: 'postcode', message: 'Postcode must be 4 digits' }];
  answers = [Response.json({ message: 'Invalid', code: 'validation', details }, { status: 400 })];
  const error: unknown = await page.sendAtOnce(HOLDER, order).catch((thrown: unknown) => thrown);
  // the class is that of the page's own modules
  expect(error).toMatchObject({ name: ApiError.name, details });
  expect(await page.readRecords(HOLDER)).toEqual([]);
});

test('shifts and trips are sent in the order of logging, and the end of a stored shift as a change', async () => {
  const page = await openPage();
  const at = new Date(trip.datetime);
  const shift = { driverId: 'driver', start: trip.datetime, end: null, note: null };
  const storedShift = { ...shift, id: 'earlier', driverName: 'Ben Bee', version: 4 };
  await page.addRecord(newRecord(HOLDER, { shift, driverName: 'Amy Ant' }, at));
  await page.addRecord(toowong());
  const ended = { ...shift, end: '2026-03-02T04:00:00.000Z' };
  await page.addRecord(newChange(HOLDER, storedShift as unknown as Shift, ended, at));
  answers = [stored(), stored(), stored()];
  expect(await page.sendWaiting(HOLDER, () => {})).toEqual({ end: 'done' });
  expect(lines).toEqual(['POST /api/shifts', 'POST /api/trips', 'PUT /api/shifts/earlier']);
  expect(requests.map(({ trip: body }) => body)).toEqual([shift, trip, { ...ended, version: 4 }]);
});

test.for([
  [400, true],
  [401, false],
  [403, true],
  [404, true],
  [408, false],
  [409, false],
  [413, true],
  [422, true],
  [425, false],
  [429, false],
  [500, false],
  [503, false],
] as const)(
  'after an answer of %i a trip in memory is refused: %s; else it still waits',
  async ([status, isRefused]) => {
    const page = await openPage();
    await page.addRecord(toowong());
    answers = [Response.json({ message: 'Not so', code: 'any' }, { status })];
    await page.sendWaiting(HOLDER, () => {});
    const records = await page.readRecords(HOLDER);
    expect(records.map(({ refusal }) => refusal?.message)).toEqual([isRefused ? 'Not so' : undefined]);
    expect(records.map(isSendable)).toEqual([!isRefused]);
  },
);

test("a driver's phone has and sends only what was logged on it, and the office all", async () => {
  const page = await openPage();
  await page.addRecord(toowong());
  const logged = newRecord('holder/driver', { trip, driverName: 'Amy Ant' }, new Date(trip.datetime));
  const order = await page.addRecord(logged);
  expect(await page.readRecords('holder/driver')).toEqual([{ ...logged, order }]);
  expect(await page.readRecords('holder/other')).toEqual([]);
  expect(await page.readRecords(HOLDER)).toHaveLength(2);

  answers = [stored(), stored()];
  await page.sendWaiting('holder/driver', () => {});
  expect(owners).toEqual(['holder/driver']);
  await page.sendWaiting(HOLDER, () => {});
  expect(owners).toEqual(['holder/driver', HOLDER]);
});

test('the service worker tries the session of the phone that a trip was logged on, then that of the office', async () => {
  const page = await openPage();
  await page.addRecord(newRecord('holder/driver', { trip, driverName: 'Amy Ant' }, new Date(trip.datetime)));
  const refusal = () => Response.json({ message: 'Please sign in', code: 'unauthorised' }, { status: 401 });
  answers = [refusal(), stored()];
  await page.sendForEveryOwner();
  expect(owners).toEqual(['holder/driver', HOLDER]);
  expect((await page.readRecords()).map(isSettled)).toEqual([true]);
});

test('a holder who is inactive for now refuses no trip: all wait', async () => {
  const page = await openPage();
  const order = await page.addRecord(toowong());
  const inactive = { error: 'inactive', message: 'This account is inactive', code: 'inactive' };
  answers = [Response.json(inactive, { status: 403 })];
  expect(await page.sendWaiting(HOLDER, () => {})).toMatchObject({ end: 'later', status: 403 });
  const [record] = await page.readRecords(HOLDER);
  expect(record).toMatchObject({ order, refusal: null });
});
