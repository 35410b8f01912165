import { resolve } from 'node:path';
import { formatDateTime } from '@shared/periods';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ConfigError } from '../../config';
import { codeOf } from '../errors';
import { assertOwnConnection, connectOnce } from './connect-once';
import { onlyRow } from './db';

/** The addresses of one database: with the service's role, and with the role that owns the tables. They may be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string };

export const MIGRATIONS = resolve('migrations');

/** The key of our advisory lock: any number that no other software on the same database uses. */
const MIGRATION_LOCK = 7_405_320;

export async function compareMigrations(client: pg.ClientBase, migrationsFolder = MIGRATIONS) {
  const known = readMigrationFiles({ migrationsFolder });
  const stored = 'select created_at as at, hash from drizzle.__drizzle_migrations order by created_at';
  const { rows: applied } = await client.query<{ at: string; hash: string }>(stored).catch((error) => {
    if (codeOf(error) === '42P01') return { rows: [] };
    throw error;
  });
  const times = new Set(applied.map(({ at }) => Number(at)));
  const hashes = new Set(known.map(({ hash }) => hash));
  return {
    known,
    applied,
    missing: known.filter(({ folderMillis }) => !times.has(folderMillis)),
    unknown: applied.filter(({ hash }) => !hashes.has(hash)),
  };
}

const newestOf = (times: (number | string)[]) =>
  `the newest of ${formatDateTime(new Date(Number(times.at(-1))))}`;

/** What is wrong with a database that another version has migrated, and what to do; undefined for any other. */
export function describeUnknown(compared: Awaited<ReturnType<typeof compareMigrations>>): string | undefined {
  const { known, applied, unknown } = compared;
  if (unknown.length === 0) return undefined;
  const own = `${known.length} migrations, ${newestOf(known.map(({ folderMillis }) => folderMillis))}`;
  const its = `${applied.length}, ${newestOf(applied.map(({ at }) => at))}`;
  return `This version of Trip Log has ${own}; the database has ${its}. The database has ${unknown.length} that this version does not know: it was used by another version. Run that version, restore the backup that was made before it, or set ALLOW_NEWER_DATABASE=yes while servers are updated one after the other: docs/operations.md#another-version.`;
}

/** `folder` has the migrations, if not those of this version. */
type Options = { allowNewerDatabase?: boolean | undefined; folder?: string };

/** Compares the migrations; undefined where the role may not read them. @throws ConfigError for another version's, unless allowed */
export async function assertKnown(client: pg.ClientBase, { allowNewerDatabase, folder }: Options) {
  const compared = await compareMigrations(client, folder).catch(() => undefined);
  const fault = compared && describeUnknown(compared);
  if (fault && !allowNewerDatabase) throw new ConfigError(fault);
  return compared && { isMigrated: compared.missing.at(-1) !== compared.known.at(-1), fault };
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
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const compared = await assertKnown(client, options);
    if (compared?.fault) return compared.fault;
    // where the migrations cannot be read, migrating says why
    if (!compared?.isMigrated)
      await migrate(drizzle(client), { migrationsFolder: options.folder ?? MIGRATIONS });
    if (url === ownerUrl) return undefined;
    const app = await describeRole(url);
    if (!app.owns) await grantToApp(client, app.name);
    return undefined;
  } finally {
    await client.end();
  }
}

/** Lets a role read and change rows, and only read and add those of the audit trail and the archived documents. The same at each call. */
async function grantToApp(owner: pg.ClientBase, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  // one message is one transaction: no one sees the role without its grants
  await owner.query(`
    revoke create on schema public from public;
    revoke all on all tables in schema public, drizzle from ${app};
    grant usage on schema public, drizzle to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete on audit_events, lodged_documents from ${app};
    grant usage on all sequences in schema public to ${app};
    grant select on drizzle.__drizzle_migrations to ${app};`);
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
