/** @module-tag partitions */
import { randomUUID } from 'node:crypto';
import { trips } from '@shared/tables/trips';
import { tripListSchema } from '@shared/trips/trip-list';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { wrongTotals } from '../../test/postgres/wrong-totals';
import { tallyTrips, withoutTotalsTrigger } from './trips.repository';

const it = createTestApp();

const place = fc.constantFrom(
  ['Toowong', '4066'],
  ['TOOWONG ', '4066'],
  ['Toowong', '4067'],
  ["O'Connor", '2602'],
);
const step = fc.oneof(
  fc.record({ do: fc.constant('log' as const), place, waitingTime: fc.nat(60), hour: fc.nat(72) }),
  fc.record({ do: fc.constantFrom('delete' as const, 'restore' as const), pick: fc.nat(20) }),
  fc.record({ do: fc.constant('edit' as const), pick: fc.nat(20), place, waitingTime: fc.nat(60) }),
);

test('whatever is logged, edited, deleted and restored, the totals are those of the kept trips', {
  tags: 'long',
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { agent, holderId } = await it.signIn();
      const drivers = [await insertDriver(it.db, holderId), await insertDriver(it.db, holderId)] as const;
      const ids: string[] = [];
      for (const [index, action] of steps.entries()) {
        const driver = drivers[index % 2 === 0 ? 0 : 1];
        const id = 'pick' in action ? ids[action.pick % Math.max(1, ids.length)] : undefined;
        if (action.do === 'log') {
          const [suburb, postcode] = action.place as [string, string];
          const datetime = new Date(Date.UTC(2026, 5, 29, action.hour)).toISOString();
          const trip = buildTrip(driver, { suburb, postcode, datetime, waitingTime: action.waitingTime });
          ids.push((await agent.post('/api/trips').send(trip).expect(201)).body.id);
        } else if (id && action.do === 'edit') {
          const [suburb, postcode] = action.place as [string, string];
          await agent
            .put(`/api/trips/${id}`)
            .send(buildTrip(driver, { suburb, postcode, waitingTime: action.waitingTime }));
        } else if (id) {
          await agent
            .post(`/api/trips/${action.do}`)
            .send({ ids: [id] })
            .expect(200);
        }
      }
      expect(await wrongTotals(it.db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('trips stored and erased by one statement count too', async () => {
  const { holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const rows = Array.from({ length: 300 }, (_, index) => {
    const { datetime, ...trip } = buildTrip(driver, { suburb: `Place ${index % 7}` });
    const waitingTime = index % 5 === 0 ? null : index;
    const at = new Date(Date.parse(datetime) + index * 3_600_000);
    return { ...trip, waitingTime, beaHolderId: holderId, datetime: at };
  });
  await it.db.insert(trips).values(rows);
  expect(await wrongTotals(it.db)).toEqual([]);
  await it.db
    .update(trips)
    .set({ waitingTime: null })
    .where(sql`bea_holder_id = ${holderId} and waiting_time > 250`);
  expect(await wrongTotals(it.db)).toEqual([]);
  await it.db.delete(trips).where(sql`bea_holder_id = ${holderId} and coalesce(waiting_time, 0) < 100`);
  expect(await wrongTotals(it.db)).toEqual([]);
});

test('what changes many trips at once adds them up once, while others are logged, edited and deleted', async () => {
  const { agent, holderId } = await it.signIn();
  const [amy, bob] = [await insertDriver(it.db, holderId), await insertDriver(it.db, holderId)];
  const stored = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const trip = buildTrip(amy, { suburb: `Place ${index % 3}`, waitingTime: index });
      return (await agent.post('/api/trips').send(trip).expect(201)).body as { id: string; version: number };
    }),
  );
  const ids = stored.map(({ id }) => id);
  const many = { trips: stored.slice(0, 20).map(({ id, version }) => ({ id, version })) };
  const post = (path: string, body: object) => agent.post(`/api/trips${path}`).send(body);
  const answers = await Promise.all([
    post('/change', { ...many, driverId: bob.id }),
    post('/delete', { ids: ids.slice(20, 39) }),
    post('/delete', { ids: ids.slice(25, 40).toReversed() }),
    agent.put(`/api/trips/${ids[30]}`).send(buildTrip(bob, { suburb: 'Place 9' })),
    agent.delete(`/api/trips/${ids[35]}`),
    ...Array.from({ length: 10 }, () => post('', buildTrip(bob, { suburb: 'Place 1' }))),
  ]);
  expect(answers[0]?.status).toBe(200);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(await wrongTotals(it.db)).toEqual([]);
  await Promise.all([post('/restore', { ids }), post('/restore', { ids: ids.slice(20) })]);
  expect(await wrongTotals(it.db)).toEqual([]);
  expect((await agent.get('/api/statistics')).body.totalTrips).toBe(50);
});

test('trips that move between places, and trips logged at both meanwhile, are all counted', async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const at = (place: number) => buildTrip(driver, { suburb: `Place ${place % 2}` });
  const log = async (place: number) => (await agent.post('/api/trips').send(at(place)).expect(201)).body.id;
  const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => log(index)));
  for (let round = 1; round <= 5; round += 1)
    await Promise.all([
      ...ids.map((id, index) =>
        agent
          .put(`/api/trips/${id}`)
          .send(at(index + round))
          .expect(200),
      ),
      ...ids.map((_, index) => log(index)),
    ]);
  expect(await wrongTotals(it.db)).toEqual([]);
});

test('once many trips are added up, the same transaction counts each again', async () => {
  const { holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const { datetime, ...trip } = buildTrip(driver);
  const row = (waitingTime: number | null = 5) => ({
    ...trip,
    waitingTime,
    id: randomUUID(),
    beaHolderId: holderId,
    datetime: new Date(datetime),
  });
  await it.db.transaction(async (tx) => {
    const rows = [row(), row(null)];
    const ids = rows.map(({ id }) => id);
    await withoutTotalsTrigger(tx, () => tx.insert(trips).values(rows).execute());
    await tallyTrips({ db: tx, holderId }, ids, 1);
    await tx.insert(trips).values(row());
  });
  expect(await wrongTotals(it.db)).toEqual([]);
});

test('concurrent trips are all counted', async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  await Promise.all(
    Array.from({ length: 40 }, () => agent.post('/api/trips').send(buildTrip(driver)).expect(201)),
  );
  expect((await agent.get('/api/statistics')).body.totalTrips).toBe(40);
  expect(await wrongTotals(it.db)).toEqual([]);
});

test('pages far down the list are those that counting row by row would give', { tags: 'long' }, async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const rows = Array.from({ length: 2500 }, (_, index) => {
    const { datetime: _datetime, ...trip } = buildTrip(driver);
    return {
      ...trip,
      beaHolderId: holderId,
      datetime: new Date(Date.UTC(2026, 0, 1) + ((index * 7919) % 2500) * 600_000),
    };
  });
  await it.db.insert(trips).values(rows);
  for (const order of ['asc', 'desc']) {
    const all = await it.db
      .select({ id: trips.id })
      .from(trips)
      .where(sql`bea_holder_id = ${holderId}`)
      .orderBy(sql.raw(`datetime ${order}, id ${order}`));
    for (const page of [101, 126, 180, 250, 251]) {
      const { body } = await agent.get('/api/trips').query({ page, order }).expect(200);
      const { trips: shown, total } = tripListSchema.parse(body);
      expect(total).toBe(2500);
      expect(shown.map((trip) => trip.id)).toEqual(
        all.slice((page - 1) * 10, page * 10).map((row) => row.id),
      );
    }
  }
  const { body } = await agent
    .get('/api/trips')
    .query({ startDate: '2026-01-03', endDate: '2026-01-12', limit: 1 });
  expect(body.total).toBe(1440);
});
