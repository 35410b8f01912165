import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../../config';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { codeOf } from '../errors';
import { describeRole } from './app-role';
import { connectOnce } from './connect-once';
import { databaseFailure } from './connection-errors';
import { assertKnown, type DatabaseUrls, migrateDatabase } from './migrate';

const MIGRATIONS = resolve('migrations');

type DatabaseConfig = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'migrationsDatabaseUrl' | 'allowNewerDatabase'>>;
type OpenDatabase = DatabaseUrls & { release(): Promise<void> };
type Log = Pick<Logger, 'debug' | 'warn'>;

/** Opens the configured database, else starts or joins the embedded one. @returns `release`, which ends its use */
export async function openDatabase(
  { databaseUrl, migrationsDatabaseUrl = databaseUrl, dataDir }: DatabaseConfig,
  log?: Log,
): Promise<OpenDatabase> {
  if (databaseUrl && migrationsDatabaseUrl) {
    return { url: databaseUrl, ownerUrl: migrationsDatabaseUrl, release: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log: (message) => log?.debug(message),
    warn: (message) => log?.warn(message),
  });
  return {
    url: embedded.connectionString,
    ownerUrl: embedded.ownerConnectionString,
    release: embedded.stop,
  };
}

/** Opens the database as it is. @throws ConfigError where another version has migrated it, unless the configuration allows that */
export async function openKnownDatabase(config: DatabaseConfig, log?: Log): Promise<OpenDatabase> {
  const database = await openDatabase(config, log);
  try {
    const client = await connectOnce(database.ownerUrl);
    await assertKnown(client, MIGRATIONS, config).finally(() => client.end());
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** Opens and migrates the database. @throws ConfigError where its role may not, or another version has, unless that is allowed */
export async function openMigratedDatabase(config: DatabaseConfig, log?: Log): Promise<OpenDatabase> {
  const database = await openDatabase(config, log);
  try {
    const fault = await migrateDatabase(database, MIGRATIONS, config);
    if (fault) log?.warn(fault);
    const { name, owns, isBound } = await describeRole(database.url);
    if (owns) {
      log?.warn(
        `The service's role, ${name}, owns the tables and may do everything with them. Set MIGRATIONS_DATABASE_URL: docs/operations.md#two-roles`,
      );
    } else if (!isBound) {
      log?.warn(
        `The service's role, ${name}, sees every holder's rows whatever it asks for. Take BYPASSRLS and the owner's role from it: docs/operations.md#two-roles`,
      );
    }
  } catch (error) {
    await database.release();
    throw codeOf(databaseFailure(error)) === '42501'
      ? new ConfigError(
          'The database must be migrated, and its role may not. Name the role that owns the tables in MIGRATIONS_DATABASE_URL: docs/operations.md#two-roles',
        )
      : error;
  }
  return database;
}
