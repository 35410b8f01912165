import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import { ConfigError, endInWords, loadConfig } from '../config';
import { openKnownDatabase } from '../lib/database/open-database';
import { distribute } from '../lib/distribution/distribute';

/** `npm run distribute`: docs/scaling.md. */
process.once('uncaughtException', (error) => endInWords(error));
const config = loadConfig();
if (!config.databaseUrl)
  throw new ConfigError('DATABASE_URL is missing: the embedded database is on one machine.');
const { ownerUrl } = await openKnownDatabase(config);
await distribute(ownerUrl, ON_COORDINATOR, console.log);
