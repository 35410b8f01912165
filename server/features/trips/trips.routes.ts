import { idParams } from '@shared/fields';
import { RECENT_SUBURBS } from '@shared/limits';
import {
  createTripSchema,
  duplicatesQuerySchema,
  idempotencyKeySchema,
  listTripsQuerySchema,
  tripIdsSchema,
} from '@shared/trips';
import { Router } from 'express';
import { parse } from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { listPostcodes } from './trip-totals.repository';
import { listProbableDuplicates, listRecentSuburbs, listTrips } from './trips.repository';
import {
  changeTrip,
  deleteTrip,
  deleteTrips,
  logTrip,
  recentlyDeleted,
  undeleteTrips,
} from './trips.service';

export function tripsRoutes({ db, clock }: AppDeps): Router {
  return Router()
    .get(
      '/',
      validate({ query: listTripsQuerySchema }, async ({ query }, _req, res) => {
        res.json(await listTrips(db, signedIn(res).holderId, query));
      }),
    )
    .get('/postcodes', async (_req, res) => {
      res.json(await listPostcodes(db, signedIn(res).holderId));
    })
    .get('/recent-suburbs', async (_req, res) => {
      res.json(await listRecentSuburbs(db, signedIn(res).holderId, RECENT_SUBURBS));
    })
    .get(
      '/duplicates',
      validate({ query: duplicatesQuerySchema }, async ({ query }, _req, res) => {
        res.json(await listProbableDuplicates(db, signedIn(res).holderId, query));
      }),
    )
    .get('/deleted', async (_req, res) => {
      res.json(await recentlyDeleted(db, signedIn(res).holderId, clock()));
    })
    .post(
      '/',
      validate({ body: createTripSchema }, async ({ body }, req, res) => {
        const key = parse(idempotencyKeySchema, req.get('Idempotency-Key'));
        res.status(201).json(await logTrip(db, signedIn(res), body, key, clock()));
      }),
    )
    .post(
      '/delete',
      validate({ body: tripIdsSchema }, async ({ body }, _req, res) => {
        res.json({ deleted: await deleteTrips(db, signedIn(res), body.ids, clock()) });
      }),
    )
    .post(
      '/restore',
      validate({ body: tripIdsSchema }, async ({ body }, _req, res) => {
        res.json({ restored: await undeleteTrips(db, signedIn(res), body.ids, clock()) });
      }),
    )
    .put(
      '/:id',
      validate({ params: idParams, body: createTripSchema }, async ({ params, body }, _req, res) => {
        res.json(await changeTrip(db, signedIn(res), params.id, body, clock()));
      }),
    )
    .delete(
      '/:id',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        await deleteTrip(db, signedIn(res), params.id, clock());
        res.status(204).end();
      }),
    );
}
