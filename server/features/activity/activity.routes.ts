import { activityListSchema, listActivityQuerySchema } from '@shared/activity/activity';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { listActivity } from './activity.repository';

export function activityRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/', { query: listActivityQuerySchema, answer: activityListSchema }, ({ query, call }) =>
    listActivity(call.db, call.holderId, query),
  );
  return router;
}
