import type { Config } from '../config';
import { systemClock } from './clock';
import { connectDatabase } from './database/db';
import { type OpenDatabase, openMigratedDatabase } from './database/open-database';
import type { AppDeps } from './deps';
import { readSessionSecret } from './http/session-secret';
import { createLogger, flushLog } from './logger';
import { createMailer } from './mail/mailer';
import { openObjectStore } from './storage/open-object-store';

/** What the configuration describes, opened. `close` ends connections and writes the log out. */
export type Installation = { deps: AppDeps; close(): Promise<void> };

/**
 * Opens all that server, jobs and scripts work on: database, storage, mailer, secret, log and clock.
 * @param open how the database is opened; by default it is brought up to date as well
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
