import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../config';
import { buildLogin, buildTrip } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { fillBaseline, type Rows, readFilled } from '../../test/migrations/fill-baseline';
import { writeNextMigrations } from '../../test/migrations/next-version';
import { runSql } from '../../test/postgres/run-sql';
import { wrongTotals } from '../../test/postgres/wrong-totals';
import { migrateDatabase } from './migrate';
import { hashSql, readFunctions, readMigrations } from './migrations';
import { openKnownDatabase, openMigratedDatabase } from './open-database';
import { updateDatabase } from './update-database';

const BASELINE = 'migrations/0000_baseline.sql';

/** An empty database; `drop` removes it. */
async function emptyDatabase() {
  const template = inject('template');
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  const at = (url: string, database = name) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const asAdmin = (sql: string) => runSql(at(template.ownerUrl, 'postgres'), sql);
  await asAdmin(`create database ${name}`);
  const drop = () => asAdmin(`drop database ${name} with (force)`);
  return { url: at(template.url), ownerUrl: at(template.ownerUrl), drop };
}

async function databaseOfTest() {
  const database = await emptyDatabase();
  onTestFinished(database.drop);
  return database;
}

/** A database as the first version left it, with `rows` in it. */
async function filledDatabase(rows: Rows) {
  const database = await emptyDatabase();
  await fillBaseline(database, rows);
  return database;
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The rows that a database no longer has as they were, but for columns that are gone. */
async function changedRows(url: string, rows: Rows): Promise<string[]> {
  const changed: string[] = [];
  for (const [table, before] of Object.entries(rows)) {
    const stored = await query<{ row: object }>(url, `select to_jsonb(t) as row from ${table} t`);
    const columns = Object.keys(stored[0]?.row ?? {});
    for (const row of before) {
      const kept = Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
      const isThere = stored.some(
        ({ row: now }) => JSON.stringify({ ...now, ...kept }) === JSON.stringify(now),
      );
      if (columns.length === 0 || !isThere) changed.push(`${table} ${JSON.stringify(row)}`);
    }
  }
  return changed;
}

/** A copy of the migrations with one more, as the next version may have it. */
async function nextMigrations(sql: string, functions = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeNextMigrations(folder, sql, functions);
  return folder;
}

const PLANTED = `create or replace function planted() returns text language sql as $$ select 'next' $$;`;

test('a migration is never edited, and a change of the functions comes with a new one', async () => {
  type Entry = { migration: string; hash: string; functions: string };
  const list: Entry[] = JSON.parse(await readFile('migrations/hashes.json', 'utf8'));
  const { entries } = JSON.parse(await readFile('migrations/meta/_journal.json', 'utf8'));
  const present = readMigrations().map(({ hash }, index) => ({ migration: entries[index].tag, hash }));
  expect(list.map(({ migration, hash }) => ({ migration, hash }))).toEqual(present);
  expect(list.at(-1)?.functions).toBe(readFunctions().hash);
});

test('comments and blank lines do not count, what is executed does', async () => {
  const sql = await readFile(BASELINE, 'utf8');
  expect(hashSql(`-- another word\n\n${sql}\n  -- and another\n`)).toBe(hashSql(sql));
  expect(hashSql(sql.replace('"trips"', '"trip"'))).not.toBe(hashSql(sql));
  const database = await databaseOfTest();
  await migrateDatabase(database);
  const folder = await nextMigrations('select 1');
  await writeFile(join(folder, '0000_baseline.sql'), `-- another word\n${sql}`);
  expect(await migrateDatabase(database, { folder })).toBeUndefined();
});

describe('a database that the first version filled', async () => {
  const rows = await readFilled();
  const it = createTestApp({}, undefined, async () => {
    const database = await filledDatabase(rows);
    await migrateDatabase(database);
    return database;
  });

  test('keeps its rows, is read and written by this version, and its totals stay right', async () => {
    expect(Object.keys(rows).length).toBeGreaterThan(25);
    expect(await changedRows(it.urls.ownerUrl, rows)).toEqual([]);
    const [holder] = rows.bea_holders as { bea_number: string; contact_email: string }[];
    const agent = supertest.agent(it.server);
    const login = buildLogin({ beaNumber: holder?.bea_number, contactEmail: holder?.contact_email });
    await agent.post('/api/auth/login').send(login).expect(200);
    const { body: before } = await agent.get('/api/trips').expect(200);
    expect(before.total).toBe(rows.trips?.filter((trip) => trip.deleted_at === null).length);
    const { body: drivers } = await agent.get('/api/drivers').expect(200);
    await agent.post('/api/trips').send(buildTrip(drivers[0])).expect(201);
    await agent.delete(`/api/trips/${before.trips[0].id}`).expect(204);
    for (const path of ['/api/vehicles', '/api/statistics', '/api/lodgements'])
      await agent.get(path).expect(200);
    expect(await wrongTotals(it.db)).toEqual([]);
  });

  test('keeps several holders of one number, the oldest as the one that a new spelling finds', async () => {
    const [holder] = rows.bea_holders ?? [];
    const spelled = (bea_number: string, created_at: string) => ({
      ...holder,
      id: randomUUID(),
      bea_number,
      created_at,
    });
    const database = await filledDatabase({
      bea_holders: [
        spelled('BEA-70601', '2026-03-02T00:00:00Z'),
        spelled('70601', '2026-03-01T00:00:00Z'),
        spelled('bea 706 01', '2026-03-03T00:00:00Z'),
        spelled('BEA-7X', '2026-03-01T00:00:00Z'),
        spelled('BEA7X', '2026-03-02T00:00:00Z'),
      ],
    });
    onTestFinished(database.drop);
    await migrateDatabase(database);
    const read =
      'select bea_number, account_key, own_spelling from bea_holders order by bea_number collate "C"';
    expect(await query(database.ownerUrl, read)).toEqual([
      { bea_number: '70601', account_key: '70601', own_spelling: '' },
      { bea_number: 'BEA-70601', account_key: '70601', own_spelling: 'BEA-70601' },
      { bea_number: 'BEA-7X', account_key: 'bea-7x', own_spelling: '' },
      { bea_number: 'BEA7X', account_key: 'bea7x', own_spelling: '' },
      { bea_number: 'bea 706 01', account_key: '70601', own_spelling: 'bea 706 01' },
    ]);
  });

  test('lets the contact alone sign in, also of a holder that nobody has signed in to', async () => {
    const [holder] = rows.bea_holders ?? [];
    const [user] = rows.users ?? [];
    const [own, unused, blank] = [String(holder?.id), randomUUID(), randomUUID()];
    const fresh = { bea_number: 'BEA-1', contact_email: 'Kim@example.com', contact_person: ' Kim  Lee Park' };
    const unnamed = { bea_number: 'BEA-2', contact_email: 'cars@example.com', contact_person: '  ' };
    const company = { ...unnamed, holder_name: 'River City Cars' };
    const database = await filledDatabase({
      bea_holders: [holder ?? {}, { ...holder, ...fresh, id: unused }, { ...holder, ...company, id: blank }],
      users: [user ?? {}, { ...user, id: randomUUID(), email: 'former@example.com' }],
    });
    onTestFinished(database.drop);
    await migrateDatabase(database);
    const read = `select bea_holder_id as holder, email, first_name as first, last_name as last, removed_at is null as "may"
      from users order by bea_holder_id = '${unused}', email`;
    expect(await query(database.ownerUrl, read)).toEqual([
      { holder: blank, email: 'cars@example.com', first: 'River', last: 'City Cars', may: true },
      { holder: own, email: 'former@example.com', first: 'Own', last: 'Own', may: false },
      { holder: own, email: user?.email, first: 'Own', last: 'Own', may: true },
      { holder: unused, email: 'kim@example.com', first: 'Kim', last: 'Lee Park', may: true },
    ]);
  });

  test('gets the columns and functions of the next version, with its rows as they were', async () => {
    const database = await filledDatabase(rows);
    onTestFinished(database.drop);
    await migrateDatabase(database);
    const folder = await nextMigrations('alter table trips add passengers integer', PLANTED);
    await migrateDatabase(database, { folder });
    expect(await changedRows(database.ownerUrl, rows)).toEqual([]);
    expect(await query(database.url, 'select planted()')).toEqual([{ planted: 'next' }]);
    const stores = `select from pg_proc where proname = 'insert_trip' and prosrc like '%stored.passengers%'`;
    expect(await query(database.url, stores)).toHaveLength(1);
  });

  test('is compared row by row: a migration that changes or removes one is noticed', async () => {
    const database = await filledDatabase(rows);
    onTestFinished(database.drop);
    const folder = await nextMigrations(
      'update trips set waiting_time = 99 where deleted_at is null;--> statement-breakpoint\ndelete from claims',
    );
    await migrateDatabase(database, { folder });
    const changed = await changedRows(database.ownerUrl, rows);
    expect(new Set(changed.map((row) => row.split(' ')[0]))).toEqual(new Set(['trips', 'claims']));
  });
});

test('an older version puts no functions of its own into a database of the next one', async () => {
  const database = await databaseOfTest();
  await migrateDatabase(database, { folder: await nextMigrations('select 1', PLANTED) });
  const stored = await query(database.ownerUrl, 'select hash from drizzle.functions');
  await expect(migrateDatabase(database)).rejects.toThrow('1 that this version does not know');
  expect(await migrateDatabase(database, { allowNewerDatabase: true })).toContain('does not know');
  expect(await query(database.ownerUrl, 'select hash from drizzle.functions')).toEqual(stored);
});

test('a migration that fails leaves neither tables nor functions', async () => {
  const database = await databaseOfTest();
  const folder = await nextMigrations('select 1 / 0');
  await expect(migrateDatabase(database, { folder })).rejects.toThrow('division by zero');
  const made = `select from pg_class where relnamespace = 'public'::regnamespace`;
  expect(await query(database.ownerUrl, made)).toEqual([]);
  await migrateDatabase(database);
  expect(await query(database.url, 'select from trips')).toEqual([]);
});

test('an update gives up in words where its tables stay in use, and leaves others alone meanwhile', async () => {
  const database = await databaseOfTest();
  await migrateDatabase(database);
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin; select from trips');
  const folder = await nextMigrations('alter table trips add column added text');
  const steps: string[] = [];
  const update = updateDatabase(database, { folder, mostTries: 2, onStep: (step) => steps.push(step) });
  await expect(update).rejects.toThrow(
    /^The database could not be updated in 2 tries, and nothing of the update is stored: other work has its tables in use\. /,
  );
  expect(steps).toEqual([
    'nothing is stored yet, because other work has its tables in use; try 2 of 2 follows',
  ]);
  expect(await query(database.ownerUrl, 'select from trips')).toEqual([]);
});

test('a database that a version before the first release made is refused with what to do, and stays as it is', async () => {
  const database = await databaseOfTest();
  await runSql(
    database.ownerUrl,
    `create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_init', 1794700000000);
     create table bea_holders (id text primary key)`,
  );
  for (const allowNewerDatabase of [false, true]) {
    const refusal = await migrateDatabase(database, { allowNewerDatabase }).catch((error) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal.message).toMatch(/before the first release.* Name an empty database in DATABASE_URL/);
  }
  expect(await query(database.ownerUrl, tables)).toEqual([{ name: 'bea_holders' }]);
});

const tables = `select tablename::text as name from pg_tables where schemaname = 'public'`;

test('addresses of two databases are refused before one of them is changed', async () => {
  const [served, owned] = [await databaseOfTest(), await databaseOfTest()];
  const config = { databaseUrl: served.url, migrationsDatabaseUrl: owned.ownerUrl, dataDir: '/nowhere' };
  const [its, others] = [served, owned].map(({ url }) => new URL(url).pathname.slice(1));
  for (const open of [openMigratedDatabase, openKnownDatabase]) {
    const refusal = await open(config).catch((error) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal.message).toMatch(
      new RegExp(
        `^DATABASE_URL leads to ${its} on \\S+:\\d+, and MIGRATIONS_DATABASE_URL leads to ${others} on \\S+:\\d+, which is another database\\. Both `,
      ),
    );
  }
  for (const { ownerUrl } of [served, owned]) expect(await query(ownerUrl, tables)).toEqual([]);
  const { release } = await openMigratedDatabase({ ...config, migrationsDatabaseUrl: served.ownerUrl });
  await release();
});

test("a database with another program's tables is refused in words, and stays as it is", async () => {
  const database = await databaseOfTest();
  await runSql(database.ownerUrl, 'create table users (name text)');
  for (const allowNewerDatabase of [false, true]) {
    const refusal = await migrateDatabase(database, { allowNewerDatabase }).catch((error) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal.message).toMatch(
      /^The database has tables already \(relation "users" already exists\), but not the schema drizzle, /,
    );
  }
  expect(await query(database.ownerUrl, tables)).toEqual([{ name: 'users' }]);
});

test('a function that was dropped from a database of this version is put back', async () => {
  const database = await databaseOfTest();
  await migrateDatabase(database);
  await runSql(database.ownerUrl, 'drop function store_trip');
  await migrateDatabase(database);
  const stored = "select from pg_proc where proname = 'store_trip'";
  expect(await query(database.ownerUrl, stored)).toHaveLength(1);
});
