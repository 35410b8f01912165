import { ConfigError, loadConfig } from '../config';
import { DistributionError, distribute } from '../lib/distribution/distribute';

/** `npm run distribute`: docs/scaling.md. */
try {
  const { databaseUrl, migrationsDatabaseUrl = databaseUrl } = loadConfig();
  if (!migrationsDatabaseUrl)
    throw new ConfigError('DATABASE_URL is missing: the embedded database is on one machine.');
  await distribute(migrationsDatabaseUrl, console.log);
} catch (error) {
  if (!(error instanceof DistributionError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
