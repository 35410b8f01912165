import { describeBrowser, findBrowser, findFirefox } from '../../server/scripts/testing/find-browser';
import { startTestPostgres } from '../../server/test/postgres/test-postgres';
import { startServer } from './server';

/** Starts one PostgreSQL and one server for all workers, and names both in the environment, which workers inherit. */
export default async function setUp() {
  const firefox = findFirefox();
  const browsers = [findBrowser(), ...(firefox ? [firefox] : [])];
  console.error(`Testing in ${browsers.map(describeBrowser).join(' and ')}`);
  if (!firefox) console.error('NOT TESTED: Firefox. Install firefox-esr, or name it in FIREFOX_PATH.');
  const postgres = await startTestPostgres();
  const server = await startServer({
    DATABASE_URL: postgres.url,
    MIGRATIONS_DATABASE_URL: postgres.ownerUrl,
  });
  process.env.E2E_DATABASE_URL = postgres.url;
  process.env.E2E_SERVER_URL = server.url;
  return async () => {
    await server.stop();
    await postgres.stop();
  };
}
