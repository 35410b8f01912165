import { Readable } from 'node:stream';
import { Router } from 'express';
import type { QueryConfig } from 'pg';
import { TIMEOUTS } from '../database/db';
import type { AppDeps } from '../deps';
import { isDiskFull, RETRY_AFTER_SECONDS } from '../errors';
import { openSpool } from '../work/spool';
import { HEALTHY } from './starting';

type Deps = Pick<AppDeps, 'healthDb' | 'lifecycle' | 'spoolFolder'>;

/** `/healthz`: the process answers, and says its version. `/readyz`: the database answers and no disk is full; else it says which. */
export function healthRoutes(deps: Deps): Router {
  const { healthDb, lifecycle } = deps;
  const fullDisk = sharedFor(SHARED_MS, () => findFullDisk(deps));
  return Router()
    .get('/healthz', (_req, res) => void res.json(HEALTHY))
    .get('/readyz', async (_req, res) => {
      const answers = !lifecycle.stopping && (await databaseAnswers(healthDb));
      const full = lifecycle.stopping ? undefined : await fullDisk();
      const ready = answers && !full;
      if (!ready) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
      res
        .status(ready ? 200 : 503)
        .json({ status: ready ? 'ready' : 'not ready', ...(full && { reason: full }) });
    });
}

/** Any table would do. The limit is ours too, since a connection whose other end is gone answers nothing; the pool then drops it. */
const question: QueryConfig & { query_timeout: number } = {
  text: 'select 1 from bea_holders limit 1',
  query_timeout: TIMEOUTS.health.statement,
};

const databaseAnswers = ({ $client }: AppDeps['healthDb']): Promise<boolean> =>
  $client.query(question).then(
    () => true,
    () => false,
  );

/** Disks are not written to more often than this, however often someone asks. */
const SHARED_MS = 2_000;
const PROBE_BYTES = 64 * 1024;

/** PostgreSQL does not report the room on its disk, but a sort of more than fits its memory writes a temporary file. */
const SORT_ON_DISK = `set local work_mem = '64kB';
  select count(*) from (select n from generate_series(1, 5000) n order by -n) sorted`;

/** Writes to the disk of DATA_DIR and to the database's. @returns which of them is full, in words; undefined for neither */
async function findFullDisk({ healthDb, spoolFolder }: Deps): Promise<string | undefined> {
  const isFull = (writing: Promise<unknown>) => writing.then(() => false, isDiskFull);
  if (spoolFolder && (await isFull(writeTo(spoolFolder)))) return 'The disk of DATA_DIR is full';
  if (await isFull(healthDb.$client.query({ ...question, text: SORT_ON_DISK })))
    return "The database's disk is full";
  return undefined;
}

async function writeTo(folder: string): Promise<void> {
  const spool = await openSpool(folder);
  await spool.fill(Readable.from([Buffer.alloc(PROBE_BYTES)])).finally(spool.close);
}

function sharedFor<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= milliseconds) last = { at: now, answer: ask() };
    return last.answer;
  };
}
