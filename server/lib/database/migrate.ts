import pg from 'pg';
import { ConfigError } from '../../config';
import { codeOf, reasonOf } from '../errors';
import { assertOwnConnection, connectOnce } from './connect-once';
import { onlyRow } from './db';
import { compareMigrations, describeLack, describeUnknown, isUnreleased, readFunctions } from './migrations';

/** The addresses of one database: with the service's role, and with the role that owns the tables. They may be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** The key of our advisory lock: any number that no other software on the same database uses. */
const MIGRATION_LOCK = 7_405_320;

type Options = {
  allowNewerDatabase?: boolean | undefined;
  /** The migrations, if not those of this version. */
  folder?: string;
  /** When the last migration to run was made; functions, triggers and policies are left out then. */
  upTo?: number;
  /** Told each step of an update of a database that is in use. */
  onStep?: ((step: string) => void) | undefined;
  /** How long the update waits for each table that others use, before it fails; without a limit if not given. */
  lockMs?: number;
};

/** @throws ConfigError where the addresses lead to two databases: one would be migrated and backed up, and the other served */
export async function assertOneDatabase({ url, ownerUrl }: DatabaseUrls): Promise<void> {
  const identify = async (address: string, variable: string) => {
    const client = await connectOnce(address, variable);
    // the same behind a pooler, which may call the database something else
    const question = `select oid || ' of ' || extract(epoch from pg_postmaster_start_time()) as id, datname as name
      from pg_database where datname = current_database()`;
    const { rows } = await client.query<{ id: string; name: string }>(question).finally(() => client.end());
    const { id, name } = onlyRow(rows);
    return { id, says: `${variable} leads to ${name} on ${client.host}:${client.port}` };
  };
  const served = await identify(url, 'DATABASE_URL');
  const owned = await identify(ownerUrl, 'MIGRATIONS_DATABASE_URL');
  if (served.id !== owned.id)
    throw new ConfigError(
      `${served.says}, and ${owned.says}, which is another database. Both must lead to the same one: docs/operations.md#two-roles`,
    );
}

/** Compares the migrations; undefined where the role may not read them. @throws ConfigError for another version's, unless allowed */
export async function assertKnown(client: pg.ClientBase, { allowNewerDatabase, folder }: Options) {
  const compared = await compareMigrations(client, folder).catch(() => undefined);
  const fault = compared && describeUnknown(compared);
  if (fault && (!allowNewerDatabase || isUnreleased(compared))) throw new ConfigError(fault);
  const lack = fault && describeLack(compared);
  if (lack) throw new ConfigError(lack);
  return compared && { isMigrated: compared.isMigrated, fault };
}

/**
 * Runs the missing migrations as the owner, then grants the service's role what it needs. Processes that start together wait for the first.
 * @returns what is wrong with a database that another version has migrated, or @throws ConfigError where that is not allowed
 */
export async function migrateDatabase({ url, ownerUrl }: DatabaseUrls, options: Options = {}) {
  const client = await connectOnce(ownerUrl, url === ownerUrl ? 'DATABASE_URL' : 'MIGRATIONS_DATABASE_URL');
  try {
    // the service's role alone, which may read but not migrate, needs no more
    const before = await assertKnown(client, options);
    if (before?.fault || (before?.isMigrated && url === ownerUrl)) return before.fault;
    await assertOwnConnection(client, ownerUrl);
    await waitForTurn(client, options);
    const compared = await assertKnown(client, options);
    if (compared?.fault) return compared.fault;
    if (!compared?.isMigrated) await runMissing(client, options);
    if (url === ownerUrl) return undefined;
    const app = await describeRole(url);
    if (!app.owns) await grantToApp(client, app.name);
    return undefined;
  } finally {
    await client.end();
  }
}

async function waitForTurn(client: pg.ClientBase, { onStep }: Options): Promise<void> {
  // a process that was killed in the middle of an update leaves its turn to others, where PostgreSQL can see its end
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
  if (await hasRows(client, `select where pg_try_advisory_lock(${MIGRATION_LOCK})`)) return;
  onStep?.('another process has begun, which is waited for');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Locks all tables before any is changed. With some of them, an update that waits for another would hold up the requests of running servers, and
 * a request that has that other one would wait for the update. @throws an error of PostgreSQL, 55P03, where one stays in use for so long
 */
async function lockTables(client: pg.ClientBase, lockMs = 0): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(`
    select string_agg(oid::regclass::text, ', ' order by relname) as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and pg_has_role(relowner, 'usage')`);
  const { tables } = onlyRow(rows);
  await client.query(`set local lock_timeout = ${lockMs}`);
  if (tables) await client.query(`lock table ${tables}`);
}

const DUPLICATE_TABLE = '42P07';
const tablesOfOthers = (error: unknown) =>
  `The database has tables already (${reasonOf(error)}), but not the schema drizzle, which says what version of Trip Log made them. Name an empty database in DATABASE_URL, or restore that schema with its tables.`;

/** Runs the missing migrations, then the functions, in one transaction. @throws an error after which the connection must end */
async function runMissing(client: pg.ClientBase, { folder, upTo, onStep, lockMs }: Options): Promise<void> {
  const { missing, applied } = await compareMigrations(client, folder);
  const due = missing.filter(({ madeAt }) => upTo === undefined || madeAt <= upTo);
  const isInUse = applied.length > 0;
  await client.query(`
    begin;
    set local statement_timeout = 0;
    set local citus.multi_shard_modify_mode = 'sequential'`);
  if (isInUse) await lockTables(client, lockMs);
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    create table if not exists drizzle.functions (hash text not null)`);
  const isDistributed = await hasRows(
    client,
    "select from pg_class where oid = to_regclass('pg_dist_partition')",
  );
  for (const [index, { name, statements, hash, madeAt }] of due.entries()) {
    if (isInUse) onStep?.(`${index + 1} of ${due.length}, ${name}`);
    for (const statement of statements) {
      await client.query(statement).catch((error) => {
        throw isInUse || codeOf(error) !== DUPLICATE_TABLE ? error : new ConfigError(tablesOfOthers(error));
      });
      if (isDistributed && statement.includes('CREATE TABLE')) await client.query(DISTRIBUTE_NEW);
    }
    const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';
    await client.query(note, [hash, madeAt]);
  }
  if (upTo === undefined) {
    const functions = readFunctions(folder);
    await client.query(functions.sql);
    await client.query('delete from drizzle.functions');
    await client.query('insert into drizzle.functions (hash) values ($1)', [functions.hash]);
  }
  await client.query('commit');
}

/**
 * Spreads a new table whose key begins with the holder over the nodes of a cluster, next to those that are spread already (docs/scaling.md): before a
 * constraint refers from it to them.
 */
const DISTRIBUTE_NEW = `
  select create_distributed_table(new.oid::regclass::text, 'bea_holder_id', colocate_with => 'users')
  from pg_class new join pg_index on indrelid = new.oid and indisprimary
  join pg_attribute on attrelid = new.oid and attnum = indkey[0] and attname = 'bea_holder_id'
  where new.relnamespace = 'public'::regnamespace and new.oid not in (select logicalrelid from pg_dist_partition)
    and exists (select from pg_dist_partition where logicalrelid = to_regclass('users'))`;

const hasRows = async (client: pg.ClientBase, query: string): Promise<boolean> =>
  ((await client.query(query)).rowCount ?? 0) > 0;

/** Lets a role read and change rows, and only read and add those of the audit trail and the archived documents. The same at each call. */
async function grantToApp(owner: pg.ClientBase, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  // one message is one transaction: the role never exists without its grants
  await owner.query(`
    revoke create on schema public from public;
    revoke all on all tables in schema public, drizzle from ${app};
    grant usage on schema public, drizzle to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete on audit_events, lodged_documents from ${app};
    grant usage on all sequences in schema public to ${app};
    grant select on drizzle.__drizzle_migrations, drizzle.functions to ${app};`);
  const { rowCount } = await owner.query("select where current_setting('server_version_num')::int >= 170000");
  // else autovacuum brings the statistics up to date, a minute later
  if (rowCount) await owner.query(`grant maintain on trips to ${app}`);
}

type Role = {
  name: string;
  /** Whether it could do more than `grantToApp` lets it: it owns tables, or is a superuser. */
  owns: boolean;
  /** Whether policies keep it to one holder's rows: else it owns tables, by a role that it is a member of too, or may pass policies. */
  isBound: boolean;
};

export async function describeRole(connectionString: string): Promise<Role> {
  const client = await connectOnce(connectionString, 'DATABASE_URL');
  try {
    const { rows } = await client.query<Role>(`
      select rolname as name, rolsuper or exists (
        select from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace
      ) as owns, not rolbypassrls and not exists (
        select from pg_class where pg_has_role(relowner, 'member') and relnamespace = 'public'::regnamespace
      ) as "isBound"
      from pg_roles where rolname = current_user`);
    return onlyRow(rows);
  } finally {
    await client.end();
  }
}
