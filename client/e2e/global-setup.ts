import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/lib/embedded-postgres/embedded-postgres';
import { describeBrowser, findBrowser, findFirefox } from '../../server/scripts/testing/find-browser';
import { startServer } from './server';

/** Starts one PostgreSQL and one server for all workers, and names both in the environment, which workers inherit. */
export default async function setUp() {
  const firefox = findFirefox();
  const browsers = [findBrowser(), ...(firefox ? [firefox] : [])];
  console.error(`Testing in ${browsers.map(describeBrowser).join(' and ')}`);
  if (!firefox) console.error('NOT TESTED: Firefox. Install firefox-esr, or name it in FIREFOX_PATH.');
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-e2e-database-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const server = await startServer({
    DATABASE_URL: postgres.connectionString,
    MIGRATIONS_DATABASE_URL: postgres.ownerConnectionString,
  });
  process.env.E2E_DATABASE_URL = postgres.connectionString;
  process.env.E2E_SERVER_URL = server.url;
  return async () => {
    await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
