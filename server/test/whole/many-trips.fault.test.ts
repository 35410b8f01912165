/** @module-tag long */
/** What is right for a few trips holds for as many as a file or a search may have. */
import { randomUUID } from 'node:crypto';
import type { Trip } from '@shared/trips/trips';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { storeManyTrips } from '../postgres/store-many-trips';

const it = createTestApp();

test('twenty thousand trips are imported and undone', async () => {
  const { agent, holderId } = await it.signIn();
  await insertDriver(it.db, holderId, { driverAuthorityLicense: 'DA-1' });
  const lines = Array.from({ length: 20_000 }, (_, index) => {
    const minute = String(index % 60).padStart(2, '0');
    const hour = String(Math.floor(index / 60) % 24).padStart(2, '0');
    return `${1 + (Math.floor(index / 1440) % 28)}/10/2026 ${hour}:${minute},,DA-1,Toowong,4066,${index % 30},,`;
  });
  const headings =
    'Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes),Duration (minutes),Notes';
  const file = Buffer.from([headings, ...lines].join('\r\n'));
  const post = (path: string) => agent.post(path).set('Content-Type', 'text/csv');
  const { body: checked } = await post('/api/imports/preview').send(file).expect(200);
  expect(checked.counts.ready).toBe(20_000);
  const { body } = await post('/api/imports')
    .query({ fileName: 'trips.csv', columns: JSON.stringify(checked.columns), tripCount: 20_000 })
    .set('Idempotency-Key', randomUUID())
    .send(file)
    .expect(201);
  const { rows } = await it.db.execute(
    sql`select reltuples >= 20000 as counted from pg_class where relname = 'trips'`,
  );
  expect(rows, 'queries are planned by what is stored now').toEqual([{ counted: true }]);
  const { body: list } = await agent.get('/api/trips').expect(200);
  expect(list.total).toBe(20_000);
  expect((list.trips as Trip[])[0]?.suburb).toBe('Toowong');
  await agent.post(`/api/imports/${body.id}/undo`).expect(200);
  expect((await agent.get('/api/trips').expect(200)).body.total).toBe(0);
}, 60_000);

test('a search that matches 70,000 places finds their trips, and counts them', async () => {
  const { agent, holderId } = await it.signIn();
  const { id, driverAuthorityLicense } = await insertDriver(it.db, holderId);
  const insert = sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, suburb, postcode, waiting_time, datetime)
    select ${holderId}, ${id}, ${driverAuthorityLicense}, 'Plâce ' || i, lpad((i % 10000)::text, 4, '0'), 0,
      timestamptz '2026-01-01' + i * interval '1 minute'
    from generate_series(1, 70000) as i
    returning id`;
  await storeManyTrips(it.db, holderId, insert);
  const found = async (query: Record<string, string>) => {
    const { body } = await agent.get('/api/trips').query(query).expect(200);
    return [body.total, body.trips.length, body.trips[0]?.suburb];
  };
  const start = performance.now();
  expect(await found({ search: 'place' })).toEqual([70_000, 10, 'Plâce 70000']);
  expect(performance.now() - start).toBeLessThan(3000);
  expect(await found({ search: 'place', startDate: '2026-02-01', postcode: '0001' })).toEqual([
    2,
    2,
    'Plâce 60001',
  ]);
  expect(await found({ search: 'place', page: '7001' })).toEqual([70_000, 0, undefined]);
  expect(await found({ search: 'place 7000' })).toEqual([2, 2, 'Plâce 70000']);
  expect(await found({ search: 'place 9000x' })).toEqual([0, 0, undefined]);
  const { text } = await agent.get('/api/export/trips?format=csv&search=place').expect(200);
  expect(text.split('\r\n')).toHaveLength(70_002);
}, 60_000);
