/** @module-tag partitions */
import { trips } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { holdersOfNumber } from '../../features/holders/holders.repository';
import type { Db, DbOrTx } from '../../lib/database/db';
import { asHolder } from '../../lib/database/isolation';
import { FOREIGN_MARK, type FullHolder, insertFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { testNotOnCluster } from '../postgres/not-on-cluster';
import { TEST_DATABASE } from '../postgres/test-database';

const it = createTestApp();
let own: FullHolder;
let other: FullHolder;
let ownDb: Db;
let tables: Tenants[];

/** A table of which each row is a holder's. */
type Tenants = { table: string; holder: string; columns: string };

/** No one asks for these by holder: they are read before anybody is known, or by the operator. */
const OF_NO_HOLDER = ['claims', 'mail_hold', 'passkey_challenges', 'rate_limits', 'session'];

beforeAll(async () => {
  [own, other] = await Promise.all([
    insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' }),
    insertFullHolder(it.deps, { mark: FOREIGN_MARK, postcode: FOREIGN_MARK }),
  ]);
  ownDb = asHolder(it.deps.db, own.ids.holder);
  const { rows } = await it.db.execute<Tenants>(sql`
    select table_name as table, max(column_name) filter (where column_name = 'bea_holder_id' or table_name = 'bea_holders' and column_name = 'id')
      as holder, string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`);
  expect(rows.filter(({ holder }) => holder === null).map(({ table }) => table)).toEqual(OF_NO_HOLDER);
  tables = rows.filter(({ holder }) => holder !== null);
});

/** The holders of the rows that a query without a predicate finds in each table. */
async function seenBy(db: DbOrTx) {
  const seen: Record<string, unknown[]> = {};
  for (const { table, holder } of tables) {
    const { rows } = await db.execute<{ holder: string }>(
      sql.raw(`select distinct ${holder} as holder from ${table} where ${holder} is not null order by 1`),
    );
    seen[table] = rows.map((row) => row.holder);
  }
  return seen;
}
const everyTable = (holders: string[]) => Object.fromEntries(tables.map(({ table }) => [table, holders]));

/** What a driver's own phone sees all of: it logs trips in the holder's vehicles, and each counts in the totals. */
const OPEN_TO_DRIVERS = [
  'bea_holders',
  'idempotency_keys',
  'lodgements',
  'trip_day_totals',
  'trip_imports',
  'trip_location_totals',
  'vehicles',
];

const hasDriver = (columns: string) => columns.split(', ').includes('driver_id');

/** The rows of a table that are a driver's. */
function ofDriverIn(table: string, columns: string, driver: string): string {
  if (table === 'drivers') return `(id = ${driver})`;
  if (table === 'dated_facts') return `(COALESCE(driver_id, ${driver}) = ${driver})`;
  return hasDriver(columns) ? `(COALESCE(driver_id, ''::text) = ${driver})` : 'false';
}

test('a driver’s own phone sees the rows of its driver alone, and stores no others', async () => {
  const { ids } = own;
  const phone = asHolder(it.deps.db, ids.holder, { driverId: ids.driver });
  const stranger = asHolder(it.deps.db, ids.holder, { driverId: other.ids.driver });
  for (const { table, columns } of tables) {
    const seen = async (db: Db) => {
      const { rows } = await db.execute<{ driver: string | null }>(
        sql.raw(
          `select distinct ${table === 'drivers' ? 'id' : hasDriver(columns) ? 'driver_id' : "''"} as driver from ${table}`,
        ),
      );
      return rows.map(({ driver }) => driver).toSorted();
    };
    const expected = () => {
      if (OPEN_TO_DRIVERS.includes(table)) return [''];
      if (table === 'dated_facts') return [ids.driver, null];
      return (hasDriver(columns) || table === 'drivers') && table !== 'audit_events' ? [ids.driver] : [];
    };
    expect(await seen(phone), table).toEqual(expected());
    // a driver of another holder has nothing here
    const ofStranger = OPEN_TO_DRIVERS.includes(table) ? [''] : table === 'dated_facts' ? [null] : [];
    expect(await seen(stranger), table).toEqual(ofStranger);
    expect(await phone.transaction((tx) => seen(tx as never)), table).toEqual(expected());
  }
  const move = phone.update(trips).set({ driverId: ids.removedDriver }).catch(codeOf);
  expect(await move).toBe('42501');
  expect(await phone.update(trips).set({ notes: 'x' }).returning({ driverId: trips.driverId })).not.toEqual(
    [],
  );
});

testNotOnCluster('distribute writes the policies again')(
  'every table with holders’ rows has the policy, and no other',
  async () => {
    const setting = `( SELECT NULLIF(COALESCE(current_setting('app.holder'::text, true), ''::text), '*'::text))`;
    const { rows } = await it.db.execute(sql`
    select tablename as table, policyname, permissive, roles::text, cmd, with_check,
      regexp_replace(qual, ' AS \"?\\w+\"?\\)', ')', 'g') as qual
    from pg_policies join pg_tables using (schemaname, tablename) where rowsecurity order by 1`);
    const driver = `( SELECT COALESCE(current_setting('app.driver'::text, true), ''::text))`;
    const ofHolder = ({ table, holder, columns }: Tenants) => {
      const own = `((NOT (${holder} IS DISTINCT FROM COALESCE(${setting}, ${holder}))))::integer <> 0`;
      const theirs = `(((${driver} = ''::text) OR ${ofDriverIn(table, columns, driver)}))::integer <> 0`;
      return {
        table,
        policyname: 'own_holder',
        permissive: 'PERMISSIVE',
        roles: '{public}',
        cmd: 'ALL',
        qual: OPEN_TO_DRIVERS.includes(table) ? `(${own})` : `((${own}) AND (${theirs}))`,
        with_check: null,
      };
    };
    expect(rows).toEqual(tables.map(ofHolder));
  },
);

test('a query without its predicate sees the rows of its holder alone; of no one, where no one is named', async () => {
  expect(await seenBy(it.db)).toEqual(everyTable([own.ids.holder, other.ids.holder].toSorted()));
  expect(await seenBy(ownDb)).toEqual(everyTable([own.ids.holder]));
  expect(await ownDb.transaction(seenBy)).toEqual(everyTable([own.ids.holder]));
  expect(await seenBy(it.deps.db)).toEqual(everyTable([]));
  expect(await seenBy(asHolder(it.deps.db, ''))).toEqual(everyTable([]));
  const found = await ownDb.select({ holderId: trips.beaHolderId }).from(trips);
  expect(new Set(found.map(({ holderId }) => holderId))).toEqual(new Set([own.ids.holder]));
});

/** A cluster's coordinator lets no one give a row to another holder, before it asks the policies. */
const NOT_TO_ANOTHER = ['42501', ...(TEST_DATABASE === 'cluster' ? ['0A000'] : [])];
const codeOf = (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code;

test('a holder changes, removes and stores no rows of another, whatever the statement says', async () => {
  const before = await seenBy(it.db);
  for (const { table, holder, columns } of tables) {
    const run = (statement: string) =>
      ownDb.execute(sql.raw(statement)).then(({ rowCount }) => rowCount, codeOf);
    const theirs = `'${other.ids.holder}'`;
    // these may only be added to
    const nothing = ['audit_events', 'lodged_documents'].includes(table) ? '42501' : 0;
    expect(await run(`update ${table} set ${holder} = ${holder} where ${holder} = ${theirs}`), table).toBe(
      nothing,
    );
    expect(await run(`delete from ${table} where ${holder} = ${theirs}`), table).toBe(nothing);
    expect(NOT_TO_ANOTHER, table).toContain(await run(`update ${table} set ${holder} = ${theirs}`));
    const [row] = (
      await it.db.execute(sql.raw(`select ${columns} from ${table} where ${holder} = ${theirs}`))
    ).rows;
    const insert = sql`insert into ${sql.raw(`${table} (${columns}) select ${columns}`)}
      from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}) returning ${sql.raw(holder)}`;
    expect(await ownDb.execute(insert).catch(codeOf), table).toBe('42501');
  }
  expect(await seenBy(it.db)).toEqual(before);
});

test('the service’s role cannot pass the policies', async () => {
  const { rows } = await it.deps.db.execute<{ rolsuper: boolean; rolbypassrls: boolean; owned: number }>(sql`
    select rolsuper, rolbypassrls, (select count(*)::int from pg_class where pg_has_role(relowner, 'member')) as owned
    from pg_roles where rolname = current_user`);
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, owned: 0 }]);
  // it makes a query fail that a policy would have kept rows from
  const off = it.db.transaction(async (tx) => {
    await tx.execute(sql`set local row_security = off`);
    await tx.execute(sql`select from trips`);
  });
  await expect(off).rejects.toMatchObject({ cause: { code: '42501' } });
});

test('behind the wall an index finds who signs in', async () => {
  const plan = await it.db.transaction(async (tx) => {
    // a table of a few rows is read whole otherwise
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(sql`explain ${holdersOfNumber(tx, 'BEA 1').getSQL()}`);
    return JSON.stringify(rows);
  });
  expect(plan).toContain('Index Cond: (account_key = ');
});
