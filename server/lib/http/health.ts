import { sql } from 'drizzle-orm';
import { Router } from 'express';
import type { AppDeps } from '../deps';
import { RETRY_AFTER_SECONDS } from '../errors';

/** `/healthz`: the process answers. `/readyz`: it can serve, so the database answers and is migrated. */
export function healthRoutes({ db, lifecycle }: Pick<AppDeps, 'db' | 'lifecycle'>): Router {
  return Router()
    .get('/healthz', (_req, res) => {
      res.json({ status: 'ok' });
    })
    .get('/readyz', async (_req, res) => {
      const ready = !lifecycle.stopping && (await databaseAnswers(db));
      if (!ready) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
      res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
    });
}

/** Any table would do: the server migrates before it listens. */
const databaseAnswers = (db: AppDeps['db']): Promise<boolean> =>
  db.execute(sql`select 1 from bea_holders limit 1`).then(
    () => true,
    () => false,
  );
