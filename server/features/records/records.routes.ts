import { recordsQuerySchema } from '@shared/reports/records';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { renderRecords } from './records.service';

export function recordsRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/', { query: recordsQuerySchema, answer: 'file' }, ({ query }) =>
    file(`trip-log-records-${query.startDate}-to-${query.endDate}.zip`, (call) =>
      renderRecords(call, deps, query),
    ),
  );
  return router;
}
