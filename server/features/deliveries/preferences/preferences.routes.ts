import { reportPreferencesSchema } from '@shared/deliveries/preferences';
import type { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { routesOf } from '../../../lib/http/route';
import { changeReportPreferences, readReportPreferences } from './preferences.service';

export function preferencesRoutes(deps: AppDeps): Router {
  const { router, get, put } = routesOf(deps);

  get('/', { answer: reportPreferencesSchema }, ({ call }) => readReportPreferences(call));
  put('/', { body: reportPreferencesSchema, answer: reportPreferencesSchema }, ({ body, call }) =>
    changeReportPreferences(call, body),
  );
  return router;
}
