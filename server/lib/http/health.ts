import { Router } from 'express';
import type { QueryConfig } from 'pg';
import { TIMEOUTS } from '../database/db';
import type { AppDeps } from '../deps';
import { RETRY_AFTER_SECONDS } from '../errors';

/** `/healthz`: the process answers. `/readyz`: it can serve, so the database answers and is migrated. */
export function healthRoutes({ healthDb, lifecycle }: Pick<AppDeps, 'healthDb' | 'lifecycle'>): Router {
  return Router()
    .get('/healthz', (_req, res) => {
      res.json({ status: 'ok' });
    })
    .get('/readyz', async (_req, res) => {
      const ready = !lifecycle.stopping && (await databaseAnswers(healthDb));
      if (!ready) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
      res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
    });
}

/**
 * Any table would do: the server migrates before it listens. The limit is ours too, since a connection whose other end is gone
 * answers nothing; the pool then drops it.
 */
const question: QueryConfig & { query_timeout: number } = {
  text: 'select 1 from bea_holders limit 1',
  query_timeout: TIMEOUTS.health.statement,
};

const databaseAnswers = ({ $client }: AppDeps['healthDb']): Promise<boolean> =>
  $client.query(question).then(
    () => true,
    () => false,
  );
