import { type Config, ConfigError } from '../../config';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { codeOf } from '../errors';
import { connectOnce } from './connect-once';
import { databaseFailure } from './connection-errors';
import { assertKnown, assertOneDatabase, type DatabaseUrls, describeRole } from './migrate';
import { inWordsIfFull, type UpdateLog, updateDatabase } from './update-database';

type DatabaseConfig = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'migrationsDatabaseUrl' | 'allowNewerDatabase'>>;
type OpenDatabase = DatabaseUrls & { release(): Promise<void> };

/** Opens the configured database, else starts or joins the embedded one. @returns `release`, which ends its use */
export async function openDatabase(
  { databaseUrl, migrationsDatabaseUrl = databaseUrl, dataDir }: DatabaseConfig,
  log?: UpdateLog,
): Promise<OpenDatabase> {
  if (databaseUrl && migrationsDatabaseUrl)
    return { url: databaseUrl, ownerUrl: migrationsDatabaseUrl, release: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir, log }).catch(async (error) => {
    throw await inWordsIfFull(error, 'the embedded PostgreSQL does not start', dataDir);
  });
  const { connectionString: url, ownerConnectionString: ownerUrl, stop: release } = embedded;
  return { url, ownerUrl, release };
}

type Prepare = (database: DatabaseUrls) => Promise<void>;
async function openPrepared(config: DatabaseConfig, log: UpdateLog | undefined, prepare: Prepare) {
  const database = await openDatabase(config, log);
  try {
    if (config.databaseUrl && database.url !== database.ownerUrl) await assertOneDatabase(database);
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

/**
 * Opens and migrates the database. @param onStep told each step of an update
 * @throws ConfigError where its role may not, another version has, unless that is allowed, or a disk is full
 */
export const openMigratedDatabase = (
  config: DatabaseConfig,
  log?: UpdateLog,
  onStep?: (step: string) => void,
): Promise<OpenDatabase> =>
  openPrepared(config, log, async (database) => {
    const { allowNewerDatabase } = config;
    const dataDir = config.databaseUrl ? undefined : config.dataDir;
    const update = { allowNewerDatabase, log, onStep, dataDir };
    const fault = await updateDatabase(database, update).catch(explainRefusal);
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
