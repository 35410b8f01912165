import { workQueueSchema } from '@shared/work';
import type { Router } from 'express';
import type { AppDeps } from '../deps';
import { routesOf } from '../http/route';

/** What a holder's documents and files wait for (docs/architecture.md#heavy-work). */
export function workRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/', { answer: workQueueSchema }, ({ call }) => ({ ahead: deps.work?.ahead(call.holderId) ?? null }));
  return router;
}
