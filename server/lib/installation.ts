import type { Config } from '../config';
import { systemClock } from './clock';
import { connectDatabase } from './database/db';
import { openMigratedDatabase } from './database/open-database';
import type { AppDeps } from './deps';
import { readSessionSecrets } from './http/session-secret';
import { deriveKeys } from './keys';
import { createLogger, flushLog } from './logger';
import { createMailer } from './mail/mailer';
import { openObjectStore } from './storage/open-object-store';

/**
 * Opens what the configuration names and server, jobs and scripts use: database, storage, mailer, keys, log and clock.
 * @param open opens the database; by default it is migrated as well
 * @returns `close` ends the connections and flushes the log
 */
export async function openInstallation(
  config: Config,
  open = openMigratedDatabase,
): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const log = createLogger(config.logLevel);
  const mailer = createMailer(config);
  const keys = deriveKeys(await readSessionSecrets(config));
  const storage = await openObjectStore(config, keys.uploads);
  const database = await open(config, (message) => log.debug(message));
  const db = connectDatabase(database.url, (error) => log.error({ err: error }, 'database connection lost'));
  return {
    deps: {
      db,
      storage,
      mailer,
      clock: systemClock,
      log,
      config,
      keys,
      lifecycle: { stopping: false },
    },
    async close() {
      mailer.close();
      await db.$client.end();
      await database.release();
      await flushLog(log);
    },
  };
}
