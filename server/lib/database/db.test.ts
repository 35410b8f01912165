import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase } from '../../test/http/create-test-app';
import { testNotOnCluster } from '../../test/postgres/not-on-cluster';
import { codeOf } from '../errors';
import { isDatabaseAway, isTooSlow, retryTransaction } from './connection-errors';
import { connectDatabase, TIMEOUTS, type Timeouts } from './db';

/** A pool of one connection, which breaks just before it is handed out for the next transaction. */
async function poolWithBrokenConnection() {
  const { url, drop } = await cloneDatabase();
  const db = connectDatabase(url, { onError: () => {}, max: 1 });
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

/** A separate database, with these limits. */
async function limitedDatabase(timeouts: Timeouts) {
  const { url, drop } = await cloneDatabase();
  const db = connectDatabase(url, { onError: () => {}, timeouts });
  onTestFinished(async () => {
    await db.$client.end();
    await drop();
  });
  return db;
}

test('without a pooler PostgreSQL knows the statement that says whose rows are seen', async () => {
  const db = await limitedDatabase(TIMEOUTS.light);
  const { rows } = await db.execute(sql`select name from pg_prepared_statements`);
  expect(rows).toEqual([{ name: 'set_holder' }]);
});

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => expect.fail('it worked'),
    (thrown: Error) => thrown,
  );
  expect(isTooSlow(error) || isDatabaseAway(error), String(error)).toBe(true);
  return codeOf(error.cause ?? error);
};

test('a statement that takes longer than its limit is ended, and the connection serves on', async () => {
  const db = await limitedDatabase({ statement: 100 });
  expect(await failureOf(db.execute(sql`select pg_sleep(20)`))).toBe('57014');
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('of two transactions that wait for each other one is tried again, and both are done', async () => {
  const db = await limitedDatabase(TIMEOUTS.light);
  const lock = (first: number, second: number) =>
    retryTransaction(() =>
      db.transaction(async (tx) => {
        tries += 1;
        await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
        await sleep(200);
        await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
      }),
    );
  let tries = 0;
  await Promise.all([lock(1, 2), lock(2, 1)]);
  expect(tries).toBe(3);
});

test('a deadlock in every try is too slow', async () => {
  const db = await limitedDatabase(TIMEOUTS.light);
  const deadlock = sql`do $$ begin raise sqlstate '40P01'; end $$`;
  expect(await failureOf(retryTransaction(() => db.execute(deadlock)))).toBe('40P01');
});

test('what a function remembers of a table from before an update fails once, and is tried again', async () => {
  const db = await limitedDatabase(TIMEOUTS.light);
  let tries = 0;
  const stale = () => {
    tries += 1;
    return db.execute(tries === 1 ? sql`do $$ begin raise sqlstate '42703'; end $$` : sql`select`);
  };
  await retryTransaction(stale);
  expect(tries).toBe(2);
});

test('a statement that waits for a lock longer than its limit is ended', async () => {
  const db = await limitedDatabase({ lock: 100 });
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table drivers`);
    expect(await failureOf(db.execute(sql`select count(*) from drivers`))).toBe('55P03');
  });
});

async function leaveLyingAround(timeouts: Timeouts) {
  const db = await limitedDatabase(timeouts);
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`lock table drivers`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx.execute(sql`select 1`);
  });
  await failureOf(work);
  expect((await db.execute(sql`select count(*)::int as count from drivers`)).rows).toEqual([{ count: 0 }]);
}

test('a transaction that is left lying around is ended', () => leaveLyingAround({ idleInTransaction: 100 }));

testNotOnCluster('its PostgreSQL may be older than 17')('a transaction that takes too long is ended', () =>
  leaveLyingAround({ transaction: 100 }),
);

test('a statement ends when the process that asked for it is gone', async () => {
  const db = await limitedDatabase({});
  const sleepers = async () =>
    (
      await db.execute(
        sql`select from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(3600)'`,
      )
    ).rowCount;
  const client = await db.$client.connect();
  const asked = client.query('select pg_sleep(3600)').catch(() => {});
  await expect.poll(sleepers).toBe(1);
  (client as PoolClient & { connection: { stream: Socket } }).connection.stream.destroy();
  await asked;
  client.release(true);
  await expect.poll(sleepers, { timeout: 20_000 }).toBe(0);
});

test('what people wait for is limited', async () => {
  const { url, drop } = await cloneDatabase();
  const db = connectDatabase(url, { onError: () => {} });
  const old = sql`select where current_setting('server_version_num')::int < 170000`;
  const isOld = (await db.execute(old)).rowCount === 1;
  const { rows } = await db.execute(sql`
    select name, setting::int from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout',
      'client_connection_check_interval') order by name`);
  expect(rows).toEqual([
    { name: 'client_connection_check_interval', setting: 1000 },
    { name: 'idle_in_transaction_session_timeout', setting: TIMEOUTS.light.idleInTransaction },
    { name: 'lock_timeout', setting: TIMEOUTS.light.lock },
    { name: 'statement_timeout', setting: TIMEOUTS.light.statement },
    ...(isOld ? [] : [{ name: 'transaction_timeout', setting: TIMEOUTS.light.transaction }]),
  ]);
  await db.$client.end();
  await drop();
});
