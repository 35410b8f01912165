/** Files name drivers and vehicles as they were on the day of a trip, or as they are now. */
import type { Driver } from '@shared/drivers';
import type { ImportPreview } from '@shared/imports/imports';
import { addDays, brisbaneInstant } from '@shared/periods';
import type { Vehicle } from '@shared/vehicles/vehicles';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { buildDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const testApp = createTestApp();
const TODAY = '2026-08-31';

let office: SignedIn;

beforeEach(async () => {
  testApp.setNow(brisbaneInstant(TODAY, '12:00'));
  office = await testApp.signIn();
});

const get = async (path: string) => (await office.agent.get(path).expect(200)).body;

async function enter(firstName: string, driverAuthorityLicense: string, vehicleRegistrationNumber: string) {
  const form = buildDriver({ firstName, lastName: 'Old', driverAuthorityLicense, vehicleRegistrationNumber });
  return (await office.agent.post('/api/drivers').send(form).expect(201)).body as Driver;
}

type Change = { firstName?: string; lastName?: string; driverAuthorityLicense?: string };

/** A correction without a day, else a change since that day. @returns the status: what clashes is refused */
async function change(id: string, change: Change, changedOn?: string) {
  const drivers: Driver[] = await get('/api/drivers');
  const driver = drivers.find((one) => one.id === id);
  const { driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber } = driver as Driver;
  const { firstName, lastName, startDate, endDate, isActive, version } = driver as Driver;
  const body = {
    ...{ driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber, firstName, lastName },
    ...{ startDate, endDate, isActive, version },
    ...change,
    ...(changedOn && { changedOn }),
  };
  return (await office.agent.put(`/api/drivers/${id}`).send(body)).status;
}

async function replate(id: string, registration: string, changedOn?: string) {
  const vehicles: Vehicle[] = await get('/api/vehicles');
  const { description, isSubcontracted, licences, notes, availability } = vehicles.find(
    (one) => one.id === id,
  ) as Vehicle;
  const body = { registration, description, isSubcontracted, licences, notes, availability };
  return (await office.agent.put(`/api/vehicles/${id}`).send({ ...body, ...(changedOn && { changedOn }) }))
    .status;
}

async function preview(file: Buffer): Promise<ImportPreview> {
  const sent = office.agent.post('/api/imports/preview').set('Content-Type', 'application/octet-stream');
  return (await sent.send(file).expect(200)).body;
}

/** What is said of rows "day, driver, licence"; a row that is ready is shown as whose it is. */
async function read(...rows: (readonly [day: string, driver: string, licence: string])[]) {
  const lines = rows.map(([day, ...who], row) => [day, `1${row}:00`, ...who, 'Toowong,4066,5'].join(','));
  const headings = 'Date,Time,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)';
  const answer = await preview(Buffer.from([headings, ...lines].join('\n')));
  return answer.rows
    .toSorted((a, b) => a.number - b.number)
    .map(({ status, summary, remarks }) => [
      status === 'ready' ? summary.split(', ').at(-1) : status,
      ...remarks.map(({ text }) => text),
    ]);
}

test('a driver is found by name and number of the day, and by the present ones', async () => {
  const amy = await enter('Amy', '1002', 'AAA111');
  expect(await change(amy.id, { driverAuthorityLicense: '1003' }, '2026-07-08')).toBe(200);
  expect(await change(amy.id, { lastName: 'Young' }, '2026-07-04')).toBe(200);
  const unknown =
    '"1002" is new. Amy Young had this Driver Authority License on other days: choose that driver, or add a new one';
  expect(
    await read(
      ['2026-07-03', 'Amy Old', '1002'],
      ['2026-07-03', 'Amy Young', '1003'],
      ['2026-07-03', 'Old', ''],
      ['2026-07-05', '', '1002'],
      ['2026-07-09', 'Amy Young', ''],
      ['2026-07-09', '', '1002'],
    ),
  ).toEqual([
    ['Amy Old'],
    ['Amy Old'],
    ['Amy Old', '"Old" is read as Amy Old'],
    ['Amy Young'],
    ['Amy Young'],
    ['problem', unknown],
  ]);
});

test('of two drivers who had one number, the one who had it on the day; of two on one day, the one who is named', async () => {
  const amy = await enter('Amy', '1001', 'AAA111');
  const ben = await enter('Ben', '1002', 'BBB222');
  expect(await change(amy.id, { driverAuthorityLicense: '1003' }, '2026-07-20')).toBe(200);
  expect(await change(ben.id, { driverAuthorityLicense: '1001' }, '2026-07-10')).toBe(200);
  expect(
    await read(
      ['2026-07-05', '', '1001'],
      ['2026-07-20', '', '1001'],
      ['2026-07-15', 'Ben Old', '1001'],
      ['2026-07-15', 'Amy Old', '1001'],
      ['2026-07-15', '', '1001'],
    ),
  ).toEqual([
    ['Amy Old'],
    ['Ben Old'],
    ['Ben Old'],
    ['Amy Old'],
    ['problem', 'Several drivers had the licence 1001 on that day: fill in the driver'],
  ]);
});

test('a typed row is of the driver who was chosen, whoever had the number on its day', async () => {
  const amy = await enter('Amy', '1001', 'AAA111');
  const ben = await enter('Ben', '1002', 'BBB222');
  expect(await change(amy.id, { driverAuthorityLicense: '1003' }, '2026-07-20')).toBe(200);
  expect(await change(ben.id, { driverAuthorityLicense: '1001' }, '2026-07-25')).toBe(200);
  const cells = {
    date: '2026-07-05',
    suburb: 'Toowong',
    postcode: '4066',
    waitingTime: '5',
    licence: '1001',
  };
  const rows = [
    { number: 1, cells: { ...cells, time: '10:00' } },
    { number: 2, driverId: ben.id, cells: { ...cells, time: '11:00' } },
  ];
  const { body } = await office.agent.post('/api/imports/typed/preview').send({ rows }).expect(200);
  expect((body as ImportPreview).rows.map(({ summary }) => summary.split(', ').at(-1))).toEqual([
    'Amy Old',
    'Ben Old',
  ]);
});

const NUMBERS = ['1001', '1002', '1003', '01001', 'DA-7'] as const;
const PLATES = ['AAA111', 'BBB222', 'CCC333'] as const;
const day = fc.integer({ min: 0, max: 60 }).map((count) => addDays('2026-07-01', count));
const event = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom('trip', 'trip', 'trip', 'number', 'name', 'plate'),
  to: fc.nat(4),
  day,
  isCorrection: fc.boolean(),
});

const removals = fc.subarray(['/api/drivers', '/api/vehicles']);

test('the own export after any corrections and changes is stored already, and nothing of it differs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 24 }), removals, async (events, removed) => {
      office = await testApp.signIn();
      const drivers = [await enter('Amy', '1001', 'AAA111'), await enter('Ben', '1002', 'BBB222')];
      let trips = 0;
      for (const { who, what, to, day, isCorrection } of events) {
        const driver = drivers[who] as Driver;
        const since = isCorrection ? undefined : day;
        const names = who === 0 ? ['Amy', 'Ann', 'Ada'] : ['Ben', 'Bob', 'Bo'];
        if (what === 'number') await change(driver.id, { driverAuthorityLicense: NUMBERS[to] ?? '' }, since);
        else if (what === 'name') await change(driver.id, { firstName: names[to % 3] ?? '' }, since);
        else if (what === 'plate') await replate(driver.vehicleId ?? '', PLATES[to % 3] ?? '', since);
        else {
          trips += 1;
          const datetime = brisbaneInstant(day, `10:${String(trips).padStart(2, '0')}`).toISOString();
          await insertTrip(testApp.db, driver as never, { datetime, vehicleId: driver.vehicleId });
        }
      }
      for (const path of removed) {
        const [{ id }] = await get(path);
        await office.agent.delete(`${path}/${id}`).expect(204);
      }
      const { body } = await office.agent
        .get('/api/export/trips?format=csv')
        .buffer()
        .parse(asBuffer)
        .expect(200);
      if (trips === 0) return;
      const { counts, rows } = await preview(body);
      expect(counts).toEqual({ ready: 0, differs: 0, problem: 0, repeated: 0, stored: trips });
      expect(new Set(rows.flatMap(({ remarks }) => remarks.map(({ text }) => text)))).toEqual(
        new Set(['Already stored']),
      );
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);
