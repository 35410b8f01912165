import { idParams } from '@shared/fields';
import { lodgeSchema } from '@shared/reports/lodgements';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { changesSinceLodged, lodgementList, markAsLodged, takeLodgementBack } from './lodgements.service';

export function lodgementsRoutes({ db, storage, clock }: AppDeps): Router {
  return Router()
    .get('/', async (_req, res) => {
      res.json(await lodgementList(db, signedIn(res).holderId));
    })
    .get('/changes', async (_req, res) => {
      res.json(await changesSinceLodged(db, signedIn(res).holderId));
    })
    .post(
      '/',
      validate({ body: lodgeSchema }, async ({ body }, _req, res) => {
        res.status(201).json(await markAsLodged({ db, storage }, signedIn(res), body, clock()));
      }),
    )
    .delete(
      '/:id',
      validate({ params: idParams }, async ({ params }, _req, res) => {
        await takeLodgementBack(db, signedIn(res), params.id, clock());
        res.status(204).end();
      }),
    );
}
