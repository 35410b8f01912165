import { reportPreferencesSchema } from '@shared/deliveries/preferences';
import { Router } from 'express';
import type { AppDeps } from '../../../lib/deps';
import { routesOf } from '../../../lib/http/route';
import { changeReportPreferences, readReportPreferences } from './preferences.service';

export function preferencesRoutes(deps: AppDeps): Router {
  const { route } = routesOf(deps);
  return Router()
    .get(
      '/',
      route({ answer: reportPreferencesSchema }, ({ call }) => readReportPreferences(call)),
    )
    .put(
      '/',
      route({ body: reportPreferencesSchema, answer: reportPreferencesSchema }, ({ body, call }) =>
        changeReportPreferences(call, body),
      ),
    );
}
