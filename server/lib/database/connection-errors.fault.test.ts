import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, TEST_DEPS } from '../../test/http/create-test-app';
import { callFor, inTransaction } from '../call';
import { isDiskFull } from '../errors';
import { createS3Store } from '../storage/s3-object-store';
import { createThrottle } from '../throttle';
import { isDatabaseAway, isTooSlow } from './connection-errors';
import { connectDatabase, type Database } from './db';
import { inSnapshot } from './snapshot';

const BUDGET = { name: 'documents', most: 600, seconds: 3600, what: 'documents' };

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it worked'),
    (error) => error,
  );

/** Every way in which the server asks its database. */
const asks: [string, (db: Database) => Promise<unknown>][] = [
  ['query', (db) => db.execute(sql`select 1`)],
  ['transaction', (db) => db.transaction((tx) => tx.execute(sql`select 1`))],
  ['snapshot', (db) => inSnapshot({ db, holderId: '', userId: null, now: new Date(0) }, async () => {})],
  ['query of the session store', (db) => db.$client.query('select 1')],
  ['count of the throttle', (db) => createThrottle(db, TEST_DEPS.keys).spend(BUDGET, 'a holder')],
  ['look of the throttle', (db) => createThrottle(db, TEST_DEPS.keys).check(BUDGET, 'a holder')],
];

describe.each(asks)('a %s', (_, ask) => {
  test.each([
    ['nothing listens', 'postgres://nobody@127.0.0.1:1/nothing'],
    ['there is no socket', 'postgres://nobody@%2Fnowhere/nothing'],
    ['there is no such host', 'postgres://nobody@nowhere.invalid/nothing'],
  ])('finds the database away where %s', async (_where, url) => {
    const db = connectDatabase(url, { onError: () => {} });
    const error = await failureOf(ask(db));
    expect(isDatabaseAway(error), String(error)).toBe(true);
    expect(isTooSlow(error)).toBe(false);
    await db.$client.end();
  });

  test('finds the database away when it hangs up', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const db = connectDatabase(
      `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/x`,
      { onError: () => {} },
    );
    const error = await failureOf(ask(db));
    expect(isDatabaseAway(error), String(error)).toBe(true);
    await db.$client.end();
    server.close();
  });
});

describe('with a database', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let db: Database;
  beforeAll(async () => {
    database = await cloneDatabase();
    db = connectDatabase(database.url, { onError: () => {} });
  });
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });

  test('a query whose connection the database ends finds it away, and so does the next on that connection', async () => {
    const work = db.transaction(async (tx) => {
      const error = await failureOf(tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
      expect(isDatabaseAway(error), String(error)).toBe(true);
      await tx.execute(sql`select 1`);
    });
    const error = await failureOf(work);
    expect(isDatabaseAway(error), String(error)).toBe(true);
  });

  const raise = (sqlstate: string, message: string) =>
    db.execute(
      sql.raw(`do $$ begin raise exception using errcode = '${sqlstate}', message = '${message}'; end $$`),
    );

  test('a disk that fails makes it away, and one that is full has its own answer', async () => {
    expect(
      isDatabaseAway(await failureOf(raise('58030', 'could not read block 1: Input/output error'))),
    ).toBe(true);
    const full = [
      raise('53100', 'could not extend file'),
      raise('XX000', 'could not write to file: Disk quota exceeded'),
    ];
    for (const failing of full) {
      const error = await failureOf(failing);
      expect([isDiskFull(error), isDatabaseAway(error)], String(error)).toEqual([true, false]);
    }
    expect(isDiskFull(await failureOf(raise('53400', 'temporary file size exceeds temp_file_limit')))).toBe(
      false,
    );
  });

  test.each([
    ['a value of the wrong type', sql`select 'x'::int`],
    ['a table that is not there', sql`select * from nothing`],
    ['a message that breaks the protocol', sql`do $$ begin raise sqlstate '08P01'; end $$`],
  ])('%s does not mean that it is away', async (_, query) => {
    const error = await failureOf(db.execute(query));
    expect([isDatabaseAway(error), isTooSlow(error)], String(error)).toEqual([false, false]);
  });

  test.each([
    ['a statement', sql`set local statement_timeout = 20`, sql`select pg_sleep(5)`],
    ['a wait for a lock', sql`set local lock_timeout = 20`, sql`lock table drivers`],
  ])('%s that lasts longer than it may is too slow', async (_, limit, query) => {
    const error = await db.transaction(async (holder) => {
      await holder.execute(sql`lock table drivers in access exclusive mode`);
      const limited = db.transaction(async (tx) => {
        await tx.execute(limit);
        await tx.execute(query);
      });
      return failureOf(limited);
    });
    expect([isDatabaseAway(error), isTooSlow(error)], String(error)).toEqual([false, true]);
  });
});

test('a missing file, and another service that is away, are not the database', async () => {
  expect(isDatabaseAway(await failureOf(readFile('/nowhere/localities.txt')))).toBe(false);
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const s3 = { bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1:1' };
  const store = await createS3Store(s3, credentials);
  const error = await failureOf(store.read('logos/x/y.png', 10));
  expect(isDatabaseAway(error)).toBe(false);
  expect(error).toMatchObject({ status: 503, code: 'unavailable' });
});

describe('transactions that wait for each other', () => {
  const lock = (key: number) => sql`pg_advisory_xact_lock(${key}::integer)`;
  const both = [1, 2].map((key) => sql`select ${lock(key)}`);

  test.each(['a transaction', 'a statement'])('are all done: a transaction and %s', async (other) => {
    const { url, drop } = await cloneDatabase();
    const db = connectDatabase(url, { onError: () => {} });
    const call = callFor(db, { holderId: 'nobody', userId: null, now: new Date(0) });
    let done = 0;
    const locking = (statements: SQL[]) =>
      inTransaction(call, async ({ db: tx }) => {
        for (const statement of statements) {
          await tx.execute(statement);
          await tx.execute(sql`select pg_sleep(0.3)`);
        }
        done += 1;
      });
    const waiting =
      other === 'a transaction'
        ? locking(both.toReversed())
        : call.db.execute(sql`select ${lock(2)}, pg_sleep(0.5), ${lock(1)}`);
    await Promise.all([locking(both), waiting]);
    expect(done).toBe(other === 'a transaction' ? 2 : 1);
    await db.$client.end();
    await drop();
  });
});
