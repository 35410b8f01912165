import { checksSchema } from '@shared/reports/checks';
import { periodQuerySchema } from '@shared/reports/lodgements';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { checkPeriod } from './checks.service';

export function checksRoutes(deps: AppDeps): Router {
  const { route } = routesOf(deps);
  return Router().get(
    '/',
    route({ query: periodQuerySchema, answer: checksSchema }, ({ query, call }) => checkPeriod(call, query)),
  );
}
