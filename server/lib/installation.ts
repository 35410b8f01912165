import type { Config } from '../config';
import { systemClock } from './clock';
import { connectDatabase } from './database/db';
import { type OpenDatabase, openMigratedDatabase } from './database/open-database';
import type { AppDeps } from './deps';
import { readSessionSecret } from './http/session-secret';
import { createLogger, flushLog } from './logger';
import { createMailer } from './mail/mailer';
import { openObjectStore } from './storage/open-object-store';

/** An open installation. `close` ends its connections and flushes the log. */
export type Installation = { deps: AppDeps; close(): Promise<void> };

/**
 * Opens what the configuration names and server, jobs and scripts use: database, storage, mailer, secret, log and clock.
 * @param open opens the database; by default it is migrated as well
 */
export async function openInstallation(
  config: Config,
  open: (config: Config, log: (message: string) => void) => Promise<OpenDatabase> = openMigratedDatabase,
): Promise<Installation> {
  const log = createLogger(config.logLevel);
  const mailer = createMailer(config);
  const sessionSecret = await readSessionSecret(config);
  const storage = await openObjectStore(config, sessionSecret);
  const database = await open(config, (message) => log.debug(message));
  const db = connectDatabase(database.url, (error) => log.error({ err: error }, 'database connection lost'));
  return {
    deps: {
      db,
      storage,
      mailer,
      clock: systemClock,
      log,
      config: { ...config, sessionSecret },
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
