import { checksSchema, readinessSchema } from '@shared/reports/checks';
import { periodQuerySchema } from '@shared/reports/lodgements';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { documentWork } from '../reports/document-limits';
import { checkPeriod, readReadiness } from './checks.service';

export function checksRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/', { query: periodQuerySchema, answer: checksSchema, work: documentWork }, ({ query, call }) =>
    checkPeriod(call, query),
  );
  get('/readiness', { query: periodQuerySchema, answer: readinessSchema }, ({ query, call }) =>
    readReadiness(call, query),
  );
  return router;
}
