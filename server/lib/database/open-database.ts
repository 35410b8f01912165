import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';

type Options = { databaseUrl?: string | undefined; dataDir: string };

/**
 * The database that the configuration names, else the embedded PostgreSQL in the data folder, started or joined.
 * @returns its address, and how to let go of it
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Options,
  log?: (message: string) => void,
): Promise<{ url: string; release(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  return { url: embedded.connectionString, release: embedded.stop };
}
