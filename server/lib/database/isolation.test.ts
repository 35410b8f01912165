import { beaHolders } from '@shared/tables/holders';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { insertHolder } from '../../test/builders';
import { cloneDatabase, createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { callFor, inTransaction } from '../call';
import { connectDatabase, type DbOrTx, preparedOnce } from './db';
import { asHolder, asService } from './isolation';
import { inSnapshot } from './snapshot';

const it = createTestApp();

/** Whose rows a statement sees; none after another statement has set and reset it. */
const scopeOf = async (db: DbOrTx) =>
  (await db.execute(sql`select nullif(current_setting('app.holder', true), '') as scope`)).rows[0]?.scope;

/** One connection, so that each statement finds what the one before it left. */
async function oneConnection() {
  const { url, drop } = await cloneDatabase();
  const db = connectDatabase(url, { onError: () => {}, max: 1 });
  onTestFinished(async () => {
    await db.$client.end();
    await drop();
  });
  return db;
}

test('a statement sees its handle’s holder, and leaves nothing on the connection', async () => {
  const db = await oneConnection();
  const [mary, anna] = [asHolder(db, 'mary'), asHolder(db, 'anna')];
  expect(await scopeOf(db)).toBe(null);
  for (const [handle, scope] of [
    [mary, 'mary'],
    [anna, 'anna'],
    [asService(mary), '*'],
  ] as const) {
    expect(await scopeOf(handle)).toBe(scope);
    expect(await scopeOf(db)).toBe(null);
  }
  expect(await Promise.all([mary, anna, mary, db].map(scopeOf))).toEqual(['mary', 'anna', 'mary', null]);
  const { rows } = await asHolder(mary, 'anna').$client.query(
    "select current_setting('app.holder') as scope",
  );
  expect(rows).toEqual([{ scope: 'anna' }]);
});

test('a transaction and a snapshot see it until they end, however they end', async () => {
  const db = await oneConnection();
  const call = callFor(db, { holderId: "o'brien", userId: null, now: TEST_NOW });
  expect(await inTransaction(call, (within) => scopeOf(within.db))).toBe("o'brien");
  expect(await scopeOf(db)).toBe(null);
  const nested = call.db.transaction((tx) => tx.transaction(() => Promise.reject(new Error('no'))));
  await expect(nested).rejects.toThrow('no');
  expect(await scopeOf(db)).toBe(null);
  expect(await inSnapshot(call, (within) => scopeOf(within.db))).toBe("o'brien");
  expect(await scopeOf(db)).toBe(null);
  const { rows } = await call.db.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: 'repeatable read',
  });
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
});

test('a statement that fails is undone, says why, and leaves the connection usable', async () => {
  const db = await oneConnection();
  const handle = asService(db);
  const { id } = await insertHolder(handle);
  const broken = sql`with gone as (update bea_holders set company_name = 'x' returning id) select 1 / 0 from gone`;
  await expect(handle.execute(broken)).rejects.toMatchObject({ cause: { code: '22012' } });
  await expect(handle.execute(sql`select * from nothing`)).rejects.toMatchObject({
    cause: { code: '42P01' },
  });
  expect(await handle.$count(beaHolders, eq(beaHolders.companyName, 'x'))).toBe(0);
  expect(await handle.$count(beaHolders, eq(beaHolders.id, id))).toBe(1);
  await expect(handle.transaction((tx) => tx.execute(broken))).rejects.toThrow();
  expect(await scopeOf(handle)).toBe('*');
});

test('a transaction that could not begin takes its connection with it', async () => {
  const db = await oneConnection();
  const [before] = (await db.execute(sql`select pg_backend_pid() as pid`)).rows;
  // here nothing was begun; where the answer to the message was lost, something may have been
  const config = { isolationLevel: 'no such level' as 'serializable' };
  await expect(asService(db).transaction(scopeOf, config)).rejects.toThrow();
  const [after] = (await db.execute(sql`select pg_backend_pid() as pid`)).rows;
  expect(after).not.toEqual(before);
});

test('a query that was prepared once sees what the handle sees that it runs on', async () => {
  const prepared = preparedOnce((db) =>
    db
      .select({ scope: sql<string>`current_setting('app.holder')`.as('scope') })
      .from(sql`(values (1)) as one`)
      .where(sql`1 = ${sql.placeholder('one')}`)
      .prepare('whose'),
  );
  const db = await oneConnection();
  for (const holder of ['mary', 'anna', 'mary'])
    expect(await prepared(asHolder(db, holder)).execute({ one: 1 })).toEqual([{ scope: holder }]);
  expect(await prepared(asHolder(it.deps.db, 'anna')).execute({ one: 1 })).toEqual([{ scope: 'anna' }]);
});

test('no holder can be everybody', () => {
  expect(() => asHolder(it.deps.db, '*')).toThrow(TypeError);
});
