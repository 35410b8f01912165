import { activityListSchema, listActivityQuerySchema } from '@shared/activity/activity';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { listActivity } from './activity.repository';

export function activityRoutes(deps: AppDeps): Mounted {
  const { mounted, get } = routesOf(deps, '/api/activity');

  get(
    '/',
    {
      summary: 'Lists what was done, newest first',
      query: listActivityQuerySchema,
      answer: activityListSchema,
    },
    ({ query, call }) => listActivity(call.db, call.holderId, query),
  );
  return mounted;
}
