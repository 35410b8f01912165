import { formatDateTime } from '@shared/periods';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { ConfigError } from '../../config';
import { codeOf } from '../errors';
import { describeRole, grantToApp } from './app-role';
import { connectOnce } from './connect-once';
import { assertOwnConnection } from './pooler';

/** The addresses of one database: with the service's role, and with the role that owns the tables. They may be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** The key of our advisory lock: any number that no other software on the same database uses. */
const MIGRATION_LOCK = 7_405_320;

/** The migrations of a database next to those of this version. */
export async function compareMigrations(client: pg.ClientBase, migrationsFolder: string) {
  const known = readMigrationFiles({ migrationsFolder });
  const { rows: applied } = await client
    .query<{ at: string; hash: string }>(
      'select created_at as at, hash from drizzle.__drizzle_migrations order by created_at',
    )
    .catch((error) => {
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
export function describeUnknown({
  known,
  applied,
  unknown,
}: Awaited<ReturnType<typeof compareMigrations>>): string | undefined {
  if (unknown.length === 0) return undefined;
  const own = `${known.length} migrations, ${newestOf(known.map(({ folderMillis }) => folderMillis))}`;
  const its = `${applied.length}, ${newestOf(applied.map(({ at }) => at))}`;
  return `This version of Trip Log has ${own}; the database has ${its}. The database has ${unknown.length} that this version does not know: it was used by another version. Run that version, restore the backup that was made before it, or set ALLOW_NEWER_DATABASE=yes while servers are updated one after the other: docs/operations.md#another-version.`;
}

type Options = {
  /** Whether the operator lets this version run on a database that another has migrated. */
  allowNewerDatabase?: boolean | undefined;
};

/** Compares the migrations; undefined where the role may not read them. @throws ConfigError for another version's, unless allowed */
export async function assertKnown(
  client: pg.ClientBase,
  migrationsFolder: string,
  { allowNewerDatabase }: Options,
) {
  const compared = await compareMigrations(client, migrationsFolder).catch(() => undefined);
  const fault = compared && describeUnknown(compared);
  if (fault && !allowNewerDatabase) throw new ConfigError(fault);
  return compared && { isMigrated: compared.missing.at(-1) !== compared.known.at(-1), fault };
}

/**
 * Runs the migrations that are missing, as the owner, and then lets the service's role do what it needs. Processes that start together
 * wait for the first. A database that another version has migrated stays as it is.
 * @returns what is wrong with such a database, where the operator allows it
 * @throws ConfigError where they do not
 */
export async function migrateDatabase(
  { url, ownerUrl }: DatabaseUrls,
  migrationsFolder: string,
  options: Options = {},
): Promise<string | undefined> {
  const client = await connectOnce(ownerUrl, url === ownerUrl ? 'DATABASE_URL' : 'MIGRATIONS_DATABASE_URL');
  try {
    // the service's role alone, which may read but not migrate, needs no more
    const before = await assertKnown(client, migrationsFolder, options);
    if (before?.fault || (before?.isMigrated && url === ownerUrl)) return before.fault;
    await assertOwnConnection(client, ownerUrl);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const compared = await assertKnown(client, migrationsFolder, options);
    if (compared?.fault) return compared.fault;
    // where the migrations cannot be read, migrating says why
    if (!compared?.isMigrated) await migrate(drizzle(client), { migrationsFolder });
    if (url === ownerUrl) return undefined;
    const app = await describeRole(url);
    if (!app.owns) await grantToApp(client, app.name);
    return undefined;
  } finally {
    await client.end();
  }
}
