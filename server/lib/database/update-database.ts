import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '../../config';
import { requireRoom } from '../disk-space';
import { codeOf, isDiskFull, reasonOf } from '../errors';
import { isDatabaseAway } from './connection-errors';
import { type DatabaseUrls, migrateDatabase } from './migrate';

export type UpdateLog = Pick<Logger, 'debug' | 'info' | 'warn'>;

/** How long an update waits for a table that is in use, in which requests for the tables it has wait too. */
const LOCK_MS = 200;
/** Each tenth try waits longer than PostgreSQL lets an autovacuum go on (`deadlock_timeout`) that is in the way. */
const LONG_LOCK_MS = 1_500;
const MOST_TRIES = 100;
const PAUSE_MS = 3_000;
const SAY_AGAIN_MS = 5_000;

type Update = {
  allowNewerDatabase?: boolean | undefined;
  folder?: string;
  log?: UpdateLog | undefined;
  /** Told each step of an update of a database that is in use. */
  onStep?: ((step: string) => void) | undefined;
  /** Where the embedded database is, if it is the one. */
  dataDir?: string | undefined;
  mostTries?: number;
};

/**
 * Migrates a database that servers may use: it says how far it is, and tries again while others hold its tables or PostgreSQL is away. All of an
 * update is stored, or nothing. @returns what `migrateDatabase` does @throws ConfigError in words also where a disk is full
 */
export async function updateDatabase(urls: DatabaseUrls, { log, dataDir, ...update }: Update) {
  const { mostTries = MOST_TRIES, onStep, ...options } = update;
  const progress = sayProgress(log, onStep);
  for (let tries = 1; ; tries += 1) {
    const lockMs = tries % 10 === 0 ? LONG_LOCK_MS : LOCK_MS;
    try {
      const fault = await migrateDatabase(urls, { ...options, onStep: progress.say, lockMs });
      progress.end('done');
      return fault;
    } catch (failure) {
      progress.end();
      const error = await inWordsIfFull(failure, 'nothing of the update is stored', dataDir);
      const reason = error instanceof ConfigError && tries === 1 ? undefined : whyToWait(error);
      if (!reason) throw error;
      if (tries === mostTries)
        throw new ConfigError(
          `The database could not be updated in ${tries} tries, and nothing of the update is stored: ${reason}. Stop the other servers, and end what runs long (select * from pg_stat_activity), then start again.`,
        );
      const waiting = `nothing is stored yet, because ${reason}; try ${tries + 1} of ${mostTries} follows`;
      onStep?.(waiting);
      log?.warn(`updating the database: ${waiting}`);
    }
    await sleep(PAUSE_MS);
  }
}

/** Why an update may succeed later; undefined where it may not. */
function whyToWait(error: unknown): string | undefined {
  if (/^(55P03|40P01)$/.test(codeOf(error))) return 'other work has its tables in use';
  // one that has let us in before
  const isGone = error instanceof ConfigError && error.cause !== undefined;
  return isGone || isDatabaseAway(error) ? `PostgreSQL went away (${reasonOf(error)})` : undefined;
}

/** Logs each step, and again every few seconds while it takes. */
function sayProgress(log: UpdateLog | undefined, onStep?: (step: string) => void) {
  let began: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
  return {
    say(step: string) {
      const since = performance.now();
      began ??= since;
      clearInterval(timer);
      onStep?.(step);
      log?.info(`updating the database: ${step}`);
      timer = setInterval(
        () => log?.info(`updating the database: ${step}, for ${seconds(since)} s`),
        SAY_AGAIN_MS,
      );
    },
    end(how?: 'done') {
      clearInterval(timer);
      if (how && began !== undefined) log?.info(`the database is up to date, after ${seconds(began)} s`);
    },
  };
}

/** Says in words that a disk was full; any other error stays as it is. @param dataDir where the database is, if it is embedded */
export async function inWordsIfFull(error: unknown, what: string, dataDir?: string): Promise<unknown> {
  const isFull = isDiskFull(error) || (dataDir && (await requireRoom(dataDir).catch(isDiskFull)));
  if (!isFull) return error;
  const disk = dataDir ? 'The disk of DATA_DIR' : "The database's disk";
  return new ConfigError(
    `${disk} is full, and ${what}. Make room, then start again: docs/operations.md#the-disk-is-full`,
  );
}
