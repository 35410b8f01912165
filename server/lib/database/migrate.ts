import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { describeRole, grantToApp } from './app-role';

/** The addresses of one database: with the service's role, and with the role that owns the tables. They may be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** The key of our advisory lock: any number that no other software on the same database uses. */
const MIGRATION_LOCK = 7_405_320;

/**
 * Runs the migrations that are missing, as the owner, and then lets the service's role do what it needs. Processes that start together
 * wait for the first.
 */
export async function migrateDatabase(
  { url, ownerUrl }: DatabaseUrls,
  migrationsFolder: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await isMigrated(client, migrationsFolder))) await migrate(drizzle(client), { migrationsFolder });
    if (url === ownerUrl) return;
    const app = await describeRole(url);
    if (!app.owns) await grantToApp(client, app.name);
  } finally {
    await client.end();
  }
}

/** Whether nothing is missing: then the service's role can start alone, which may read but not migrate. */
async function isMigrated(client: pg.Client, migrationsFolder: string): Promise<boolean> {
  const newest = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis;
  const done = 'select from drizzle.__drizzle_migrations where created_at >= $1';
  // where it cannot be read, migrating says why
  return client.query(done, [newest]).then(
    ({ rowCount }) => rowCount !== 0,
    () => false,
  );
}
