import type { Logger } from 'pino';
import { type Config, ConfigError } from '../../config';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { codeOf } from '../errors';
import { connectOnce } from './connect-once';
import { databaseFailure } from './connection-errors';
import { assertKnown, type DatabaseUrls, describeRole, migrateDatabase } from './migrate';

type DatabaseConfig = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'migrationsDatabaseUrl' | 'allowNewerDatabase'>>;
type OpenDatabase = DatabaseUrls & { release(): Promise<void> };
type Log = Pick<Logger, 'debug' | 'warn'>;

/** Opens the configured database, else starts or joins the embedded one. @returns `release`, which ends its use */
export async function openDatabase(
  { databaseUrl, migrationsDatabaseUrl = databaseUrl, dataDir }: DatabaseConfig,
  log?: Log,
): Promise<OpenDatabase> {
  if (databaseUrl && migrationsDatabaseUrl)
    return { url: databaseUrl, ownerUrl: migrationsDatabaseUrl, release: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const { connectionString: url, ownerConnectionString: ownerUrl, stop: release } = embedded;
  return { url, ownerUrl, release };
}

type Prepare = (database: DatabaseUrls) => Promise<void>;
async function openPrepared(config: DatabaseConfig, log: Log | undefined, prepare: Prepare) {
  const database = await openDatabase(config, log);
  try {
    await prepare(database);
    return database;
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** Opens the database as it is. @throws ConfigError where another version has migrated it, unless the configuration allows that */
export const openKnownDatabase: typeof openDatabase = (config, log) =>
  openPrepared(config, log, async ({ ownerUrl }) => {
    const client = await connectOnce(ownerUrl);
    await assertKnown(client, config).finally(() => client.end());
  });

/** Opens and migrates the database. @throws ConfigError where its role may not, or another version has, unless that is allowed */
export const openMigratedDatabase: typeof openDatabase = (config, log) =>
  openPrepared(config, log, async (database) => {
    const fault = await migrateDatabase(database, config).catch(explainRefusal);
    if (fault) log?.warn(fault);
    const { name, owns, isBound } = await describeRole(database.url).catch(explainRefusal);
    const owner = `owns the tables and may do everything with them. Set MIGRATIONS_DATABASE_URL`;
    const unbound = `sees every holder's rows whatever it asks for. Take BYPASSRLS and the owner's role from it`;
    const excess = owns ? owner : isBound ? undefined : unbound;
    if (excess) log?.warn(`The service's role, ${name}, ${excess}: docs/operations.md#two-roles`);
  });

function explainRefusal(error: unknown): never {
  if (codeOf(databaseFailure(error)) !== '42501') throw error;
  throw new ConfigError(
    'The database must be migrated, and its role may not. Name the role that owns the tables in MIGRATIONS_DATABASE_URL: docs/operations.md#two-roles',
  );
}
