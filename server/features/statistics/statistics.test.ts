import { brisbaneInstant } from '@shared/periods';
import {
  comparedRanges,
  oneYear,
  recentStatisticsSchema,
  statisticsSchema,
  topLocationSchema,
  twoYears,
} from '@shared/reports/statistics';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();

test('a holder without trips has zeros and no locations', async () => {
  const { agent } = await it.signIn();
  expect((await agent.get('/api/statistics')).body).toEqual({
    totalTrips: 0,
    avgWaitTime: 0,
    unknownWaits: 0,
    uniquePostcodes: 0,
    activeDrivers: 0,
  });
  expect((await agent.get('/api/top-locations')).body).toEqual([]);
});

test("the figures are those of the holder's kept trips", async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const driver = await insertDriver(it.db, mine.holderId);
  const trip = (suburb: string, postcode: string, waitingTime: number) =>
    insertTrip(it.db, driver, { suburb, postcode, waitingTime });
  await trip('Toowong', '4066', 5);
  await trip(' TOOWONG', '4066', 5);
  await trip("o'connor", '2602', 10);
  const gone = await trip('Gone', '4999', 1000);
  await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
  await insertTrip(it.db, await insertDriver(it.db, other.holderId));

  const statistics = statisticsSchema.parse((await mine.agent.get('/api/statistics')).body);
  expect(statistics).toEqual({
    totalTrips: 3,
    avgWaitTime: 6.7,
    unknownWaits: 0,
    uniquePostcodes: 2,
    activeDrivers: 1,
  });
  const { body } = await mine.agent.get('/api/top-locations');
  expect(body.map((row: unknown) => topLocationSchema.parse(row))).toEqual([
    { suburb: 'Toowong', postcode: '4066', tripCount: 2 },
    { suburb: "O'Connor", postcode: '2602', tripCount: 1 },
  ]);
});

test('ten locations at most, those with most trips', async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  for (let i = 0; i < 12; i += 1) await insertTrip(it.db, driver, { suburb: `Place ${i}` });
  await insertTrip(it.db, driver, { suburb: 'Place 11' });
  const { body } = await agent.get('/api/top-locations');
  expect(body).toHaveLength(10);
  expect(body[0]).toMatchObject({ suburb: 'Place 11', tripCount: 2 });
});

test('places with trips are where their locality or postcode is, most trips first', async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const driver = await insertDriver(it.db, mine.holderId);
  const trip = (suburb: string, postcode: string) => insertTrip(it.db, driver, { suburb, postcode });
  for (const suburb of ['Toowong', 'TOOWONG', 'Behind the mill']) await trip(suburb, '4066');
  await trip('Nowhere', '0001');
  await insertTrip(it.db, await insertDriver(it.db, other.holderId), { suburb: 'Ascot', postcode: '4007' });
  const { body } = await mine.agent.get('/api/statistics/places').expect(200);
  const near = [expect.closeTo(152.98, 1), expect.closeTo(-27.48, 1)];
  expect(body).toEqual([
    { suburb: 'Toowong', postcode: '4066', tripCount: 2, at: near },
    { suburb: 'Behind the Mill', postcode: '4066', tripCount: 1, at: near },
    { suburb: 'Nowhere', postcode: '0001', tripCount: 1, at: null },
  ]);
});

test('a driver is active through the last day, in Brisbane', async () => {
  const { agent, holderId } = await it.signIn();
  await insertDriver(it.db, holderId, { isActive: false });
  await insertDriver(it.db, holderId, { endDate: '2026-11-20T14:00:00.000Z' });
  const active = async (now: string) => {
    it.setNow(now);
    return (await agent.get('/api/statistics')).body.activeDrivers;
  };
  expect(await active('2026-11-21T13:59:59Z')).toBe(1);
  expect(await active('2026-11-21T14:00:00Z')).toBe(0);
});

const day = (text: string) => brisbaneInstant(text);

test('a running quarter is held against as many days of those before', () => {
  expect(comparedRanges(brisbaneInstant('2026-11-22', '15:00'))).toEqual({
    quarter: { from: day('2026-10-01'), to: day('2026-11-23') },
    quarterBefore: { from: day('2026-07-01'), to: day('2026-08-23') },
    yearBefore: { from: day('2025-10-01'), to: day('2025-11-23') },
  });
  // the quarter before is two days shorter
  expect(comparedRanges(brisbaneInstant('2026-06-30', '23:59')).quarterBefore).toEqual({
    from: day('2026-01-01'),
    to: day('2026-04-01'),
  });
});

test('a year has twelve months, the running one the last', () => {
  const range = (first: string, end: string) => ({ from: day(first), to: day(end) });
  expect(oneYear(day('2026-11-22'))).toEqual(range('2025-12-01', '2026-11-23'));
  expect(oneYear(day('2026-12-31'))).toEqual(range('2026-01-01', '2027-01-01'));
  expect(twoYears(day('2026-12-31'))).toEqual(range('2025-01-01', '2027-01-01'));
  expect(twoYears(day('2026-01-01'))).toEqual(range('2024-02-01', '2026-01-02'));
});

test("recent figures are those of the holder's kept trips, by quarter, waiting time and driver", async () => {
  it.setNow('2026-11-22T05:00:00.000Z');
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const names = { driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: null };
  const [amy, ben] = [
    await insertDriver(it.db, mine.holderId),
    await insertDriver(it.db, mine.holderId, names),
  ];
  const trip = (driver: typeof amy, at: string, waitingTime: number, postcode = '4066') =>
    insertTrip(it.db, driver, { datetime: brisbaneInstant(at).toISOString(), waitingTime, postcode });
  await trip(amy, '2026-10-01', 0);
  await trip(amy, '2026-11-22', 5, '4000');
  await trip(ben, '2026-11-22', 61);
  await trip(ben, '2026-07-01', 10);
  await trip(ben, '2026-08-23', 6); // a day later than this quarter has come
  await trip(ben, '2025-10-02', 9); // before the year
  const gone = await trip(amy, '2026-10-02', 1000);
  await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
  await trip(await insertDriver(it.db, other.holderId), '2026-10-02', 0);

  const { body } = await mine.agent.get('/api/statistics/recent').expect(200);
  expect(recentStatisticsSchema.parse(body)).toMatchObject({
    quarter: { tripCount: 3, avgWaitTime: 22, postcodes: 2, drivers: 2 },
    quarterBefore: { tripCount: 1, avgWaitTime: 10, postcodes: 1, drivers: 1 },
    yearBefore: { tripCount: 1, avgWaitTime: 9, postcodes: 1, drivers: 1 },
    waiting: [1, 1, 2, 0, 0, 0, 0, 1],
    drivers: [
      { name: 'Ben', driverAuthorityLicense: 'DA-2', tripCount: 3, avgWaitTime: 25.7 },
      {
        name: 'Łukasz Ngāti',
        driverAuthorityLicense: amy.driverAuthorityLicense,
        tripCount: 2,
        avgWaitTime: 2.5,
      },
    ],
  });
});
