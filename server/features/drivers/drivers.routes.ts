import { driverInputSchema } from '@shared/drivers';
import { idParams } from '@shared/fields';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { listDrivers } from './drivers.repository';
import { changeDriver, createDriver, deleteDriver } from './drivers.service';

export function driversRoutes({ db, clock }: AppDeps): Router {
  return Router()
    .get('/', async (_req, res) => {
      res.json(await listDrivers(db, signedIn(res).holderId));
    })
    .post(
      '/',
      validate({ body: driverInputSchema }, async ({ body }, _req, res) => {
        res.status(201).json(await createDriver(db, signedIn(res), body, clock()));
      }),
    )
    .put(
      '/:id',
      validate({ params: idParams, body: driverInputSchema }, async ({ params, body }, _req, res) => {
        res.json(await changeDriver(db, signedIn(res), params.id, body, clock()));
      }),
    )
    .delete(
      '/:id',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        await deleteDriver(db, signedIn(res), params.id, clock());
        res.status(204).end();
      }),
    );
}
