import {
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
  plannedDeliveriesSchema,
  remindersSchema,
} from '@shared/deliveries/deliveries';
import { idParams } from '@shared/fields';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { listDeliveries } from './deliveries.repository';
import { listPlanned, sendAgain, sendTest } from './deliveries.service';
import { changeReminders } from './preferences/preferences.service';

/** The delivery history and the schedule (docs/product.md#scheduled-mail). */
export function deliveriesRoutes(deps: AppDeps): Router {
  const { route } = routesOf(deps);
  return Router()
    .get(
      '/',
      route({ query: listDeliveriesQuerySchema, answer: deliveryListSchema }, ({ query, call }) =>
        listDeliveries(call.db, call.holderId, query),
      ),
    )
    .get(
      '/planned',
      route({ answer: plannedDeliveriesSchema }, ({ call }) => listPlanned(call, deps)),
    )
    .put(
      '/reminders',
      route({ body: remindersSchema, answer: remindersSchema }, ({ body, call }) =>
        changeReminders(call, body.reminders),
      ),
    )
    .post(
      '/test',
      route({ answer: deliverySchema, status: 201 }, ({ call }) => sendTest(call, deps)),
    )
    .post(
      '/:id/send-again',
      route({ params: idParams, answer: deliverySchema, status: 201 }, ({ params, call }) =>
        sendAgain(call, deps, params.id),
      ),
    );
}
