import {
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
  plannedDeliveriesSchema,
  remindersSchema,
} from '@shared/deliveries/deliveries';
import { reportPreferencesSchema } from '@shared/deliveries/recipients';
import { idParams } from '@shared/fields';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { exportWork } from '../trips/export-limits';
import { listDeliveries } from './deliveries.repository';
import { listPlanned, sendAgain, sendTest } from './deliveries.service';
import {
  changeReminders,
  changeReportPreferences,
  readReportPreferences,
} from './preferences/preferences.service';
import { mailBudget } from './recipients/recipients.service';

/** The delivery history and the schedule (docs/product/settings.md#scheduled-mail). */
export function deliveriesRoutes(deps: AppDeps): Router {
  const { router, get, post, put } = routesOf(deps);

  get('/', { query: listDeliveriesQuerySchema, answer: deliveryListSchema }, ({ query, call }) =>
    listDeliveries(call.db, call.holderId, { ...query, needsProof: deps.config.signInCodes }),
  );
  get('/planned', { answer: plannedDeliveriesSchema }, ({ call }) => listPlanned(call, deps));
  put('/reminders', { body: remindersSchema, answer: remindersSchema }, ({ body, call }) =>
    changeReminders(call, body.reminders),
  );
  post('/test', { answer: deliverySchema, status: 201, budget: mailBudget }, ({ call }) =>
    sendTest(call, deps),
  );
  post(
    '/:id/send-again',
    { params: idParams, answer: deliverySchema, status: 201, work: exportWork, budget: mailBudget },
    ({ params, call }) => sendAgain(call, deps, params.id),
  );
  return router;
}

/** How the holder's reports are sent (docs/product/settings.md#preferences). */
export function preferencesRoutes(deps: AppDeps): Router {
  const { router, get, put } = routesOf(deps);

  get('/', { answer: reportPreferencesSchema }, ({ call }) => readReportPreferences(call));
  put('/', { body: reportPreferencesSchema, answer: reportPreferencesSchema }, ({ body, call }) =>
    changeReportPreferences(call, body),
  );
  return router;
}
