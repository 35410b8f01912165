import type { Config } from '../config';
import { systemClock } from './clock';
import { connectDatabase, type PoolOptions, TIMEOUTS } from './database/db';
import { type openDatabase, openMigratedDatabase } from './database/open-database';
import type { AppDeps } from './deps';
import { readSessionSecrets, replaceSessionSecret } from './http/session-secret';
import { deriveKeys } from './keys';
import { createLogger, flushLog } from './logger';
import { createMailer } from './mail/mailer';
import { openObjectStore } from './storage/open-object-store';
import { createThrottle } from './throttle';

type Options = { open?: typeof openDatabase } & Omit<PoolOptions, 'onError'>;
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * Opens what server, jobs and scripts use. @param options.timeouts of the database's work; those of what people wait for if not given
 * @returns `ownerUrl` is `databaseUrl` with the role that owns its tables; `secrets` are what keys are derived from, newest first;
 * `replaceSecret` stores another, and answers false where SESSION_SECRET says it; `close` ends the connections and flushes the log
 */
export async function openInstallation(config: Config, options: Options = {}) {
  const { open = openMigratedDatabase, ...pool } = options;
  const log = createLogger(config.logLevel);
  const mailer = createMailer(config);
  const secrets = await readSessionSecrets(config);
  const keys = deriveKeys(secrets);
  const storage = await openObjectStore(config, keys.uploads);
  const database = await open(config, log);
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) log.error({ err: error }, 'database connection lost');
  };
  const db = connectDatabase(database.url, { onError, ...pool });
  const healthDb = connectDatabase(database.url, { onError, max: 1, timeouts: TIMEOUTS.health });
  const clock = systemClock;
  const throttle = createThrottle(db, keys);
  const lifecycle = { stopping: false, underWay: new Set<Promise<void>>() };
  const deps: AppDeps = { db, healthDb, storage, mailer, clock, log, config, keys, throttle, lifecycle };
  return {
    deps,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    secrets: secrets as string[],
    async replaceSecret(secret: string): Promise<boolean> {
      if (!config.sessionSecrets) await replaceSessionSecret(config, secret);
      return !config.sessionSecrets;
    },
    async close(): Promise<void> {
      // the embedded database ends connections that still close
      isClosing = true;
      mailer.close();
      await Promise.all([db.$client.end(), healthDb.$client.end()]);
      await database.release();
      await flushLog(log);
    },
  };
}
