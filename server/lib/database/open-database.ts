import { resolve } from 'node:path';
import type { Config } from '../../config';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { migrateDatabase } from './db';

type DatabaseConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl'>>;
type OpenDatabase = { url: string; release(): Promise<void> };

/**
 * Opens the database that the configuration names, else the embedded PostgreSQL in the data folder, which is started or joined.
 * @returns its address, and `release`, which stops the embedded one when nobody else uses it
 */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseConfig,
  log?: (message: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  return { url: embedded.connectionString, release: embedded.stop };
}

/** Opens the database and runs the migrations that are missing. */
export async function openMigratedDatabase(
  config: DatabaseConfig,
  log?: (message: string) => void,
): Promise<OpenDatabase> {
  const database = await openDatabase(config, log);
  try {
    await migrateDatabase(database.url, resolve('migrations'));
  } catch (error) {
    await database.release();
    throw error;
  }
  return database;
}
