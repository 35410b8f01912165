import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../test/http/create-test-app';
import { isDatabaseAway } from '../errors';
import { connectDatabase } from './db';

/** A pool of one connection, which breaks just before it is handed out for the next transaction. */
async function poolWithBrokenConnection() {
  const { url, drop } = await cloneDatabase();
  const db = connectDatabase(url, () => {}, 1);
  const pool = db.$client;
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  vi.spyOn(pool, 'connect').mockImplementationOnce(async () => {
    const client = await connect();
    await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    return client;
  });
  return { db, drop };
}

test('a transaction that cannot begin gives its connection back', async () => {
  const { db, drop } = await poolWithBrokenConnection();
  const error = await db.transaction(async () => 'never').catch((thrown) => thrown);
  expect(isDatabaseAway(error), String(error)).toBe(true);
  // the only connection of the pool is free again, and the pool can end
  expect(await db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
    { one: 1 },
  ]);
  expect(db.$client).toMatchObject({ totalCount: 1, idleCount: 1 });
  await db.$client.end();
  await drop();
});
