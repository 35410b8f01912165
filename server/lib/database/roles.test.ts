import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '../../config';
import { cloneDatabase } from '../../test/http/create-test-app';
import { runSql } from '../../test/postgres/run-sql';
import { describeRole, migrateDatabase } from './migrate';
import { openMigratedDatabase } from './open-database';

async function clone() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** An empty database of an operator, with a role that may only log in. */
async function operatorsDatabase() {
  const { ownerUrl: server } = inject('template');
  const name = `of-operator ${randomUUID()}`;
  await runSql(server, `create database "${name}"`);
  await runSql(server, `create role "${name}" login password 'secret'`);
  const ownerUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  onTestFinished(async () => {
    await runSql(ownerUrl, `drop owned by "${name}"`);
    await runSql(server, `drop database "${name}" with (force)`);
    await runSql(server, `drop role "${name}"`);
  });
  const url = Object.assign(new URL(ownerUrl), { username: name, password: 'secret' }).href;
  return { url, ownerUrl };
}

async function query(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('refusals', () => {
  let url: string;
  let drop: () => Promise<void>;
  // what is refused changes nothing, so one database serves all
  beforeAll(async () => {
    ({ url, drop } = await cloneDatabase());
  });
  afterAll(() => drop());

  test.each([
    'delete from audit_events',
    'update audit_events set at = now()',
    'truncate audit_events',
    'update lodged_documents set sha256 = name',
    'delete from lodged_documents',
    'truncate trips',
    'create table mine (id int)',
    'create schema mine',
    'alter table trips add column mine int',
    'alter table audit_events disable trigger all',
    'drop table trips',
    'alter table trips disable row level security',
    'drop policy own_holder on trips',
    'create policy mine on trips using (true)',
    'drop trigger audit_events_append_only on audit_events',
    'create trigger mine after insert on trips execute function tally_trip()',
    'insert into drizzle.__drizzle_migrations (hash) values (1)',
    'set session_replication_role = replica',
    'create role mine',
    'grant all on trips to public',
    "copy trips to program 'true'",
  ])('the service’s role may not: %s', async (statement) => {
    // 42501: insufficient privilege; a grant of what one has not got is refused with a warning alone
    const refusal = await runSql(url, statement).catch((error) => error.code);
    expect(refusal).toBe(statement.startsWith('grant') ? undefined : '42501');
    const grants =
      "select from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'";
    expect(await query(url, grants)).toEqual([]);
  });
});

test('the service’s role owns nothing, is a member of nothing, and may do with rows what the service does', async () => {
  const { url } = await clone();
  expect(await describeRole(url)).toEqual({ name: 'triplog_app', owns: false, isBound: true });
  const owned = `select from pg_shdepend where refobjid = current_user::regrole and deptype = 'o'`;
  expect(await query(url, owned)).toEqual([]);
  expect(await query(url, 'select from pg_auth_members where member = current_user::regrole')).toEqual([]);
  const privileges = await query(
    url,
    `select table_name as table, string_agg(privilege_type, ' ' order by privilege_type) as may
     from information_schema.role_table_grants where grantee = current_user and privilege_type <> 'MAINTAIN' group by 1`,
  );
  const may = new Map(Object.entries(privileges).map(([, row]) => Object.values(row) as [string, string]));
  for (const table of ['audit_events', 'lodged_documents']) {
    expect(may.get(table)).toBe('INSERT SELECT');
    may.delete(table);
  }
  for (const table of ['__drizzle_migrations', 'functions']) {
    expect(may.get(table)).toBe('SELECT');
    may.delete(table);
  }
  expect(may.size).toBeGreaterThan(10);
  expect(new Set(may.values())).toEqual(new Set(['DELETE INSERT SELECT UPDATE']));
});

test('a role that may only log in gets its grants from the migrations, whatever it had before', async () => {
  const database = await operatorsDatabase();
  await migrateDatabase(database);
  expect(await query(database.url, 'select from trips')).toEqual([]);
  await runSql(
    database.ownerUrl,
    `grant all on audit_events to "${new URL(database.ownerUrl).pathname.slice(1).replaceAll('%20', ' ')}"`,
  );
  await runSql(database.url, 'update audit_events set at = now()');
  await migrateDatabase(database);
  await expect(runSql(database.url, 'update audit_events set at = now()')).rejects.toThrow(
    'permission denied',
  );
});

test('the service’s role starts alone where nothing is to be migrated, and else is told whose role is missing', async () => {
  const { url, ownerUrl } = await operatorsDatabase();
  const start = () => openMigratedDatabase({ databaseUrl: url, dataDir: '' });
  const error = await start().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain('MIGRATIONS_DATABASE_URL');
  await migrateDatabase({ url, ownerUrl });
  await (await start()).release();
});

test('a service whose role owns the tables says so at its start', async () => {
  const { url, ownerUrl } = await clone();
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn() };
  await openMigratedDatabase({ databaseUrl: ownerUrl, dataDir: '' }, log);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('MIGRATIONS_DATABASE_URL'));
  await openMigratedDatabase({ databaseUrl: url, migrationsDatabaseUrl: ownerUrl, dataDir: '' }, log);
  expect(log.warn).toHaveBeenCalledOnce();
});
