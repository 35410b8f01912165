import { listDeliveriesQuerySchema, remindersSchema } from '@shared/deliveries/deliveries';
import { idParams } from '@shared/fields';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { listDeliveries } from './deliveries.repository';
import { listPlanned, sendAgain, sendTest } from './deliveries.service';
import { changeReminders } from './preferences/reminders.service';

/** What was sent and what will be (decisions §7). */
export function deliveriesRoutes(deps: AppDeps): Router {
  const { db, clock } = deps;
  return Router()
    .get(
      '/',
      validate({ query: listDeliveriesQuerySchema }, async ({ query }, _req, res) => {
        res.json(await listDeliveries(db, signedIn(res).holderId, query));
      }),
    )
    .get('/planned', async (_req, res) => {
      res.json(await listPlanned(deps, signedIn(res).holderId, clock()));
    })
    .put(
      '/reminders',
      validate({ body: remindersSchema }, async ({ body }, _req, res) => {
        await changeReminders(db, signedIn(res), body.reminders, clock());
        res.json(body);
      }),
    )
    .post('/test', async (_req, res) => {
      res.status(201).json(await sendTest(deps, signedIn(res), clock()));
    })
    .post(
      '/:id/send-again',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        res.status(201).json(await sendAgain(deps, signedIn(res), params.id, clock()));
      }),
    );
}
