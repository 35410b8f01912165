import { statisticsSchema, topLocationSchema } from '@shared/reports/statistics';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';

const it = createTestApp();

test('a holder without trips has zeros and no locations', async () => {
  const { agent } = await it.signIn();
  expect((await agent.get('/api/statistics')).body).toEqual({
    totalTrips: 0,
    avgWaitTime: 0,
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
  expect(statistics).toEqual({ totalTrips: 3, avgWaitTime: 6.7, uniquePostcodes: 2, activeDrivers: 1 });
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
