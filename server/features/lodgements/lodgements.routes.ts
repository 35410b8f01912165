import { idParams } from '@shared/fields';
import {
  lodgementChangesSchema,
  lodgementListSchema,
  lodgementSchema,
  lodgeSchema,
} from '@shared/reports/lodgements';
import { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { changesSinceLodged, lodgementList, markAsLodged, takeLodgementBack } from './lodgements.service';

export function lodgementsRoutes(deps: AppDeps): Router {
  const { route } = routesOf(deps);
  return Router()
    .get(
      '/',
      route({ answer: lodgementListSchema }, ({ call }) => lodgementList(call)),
    )
    .get(
      '/changes',
      route({ answer: lodgementChangesSchema }, ({ call }) => changesSinceLodged(call)),
    )
    .post(
      '/',
      route({ body: lodgeSchema, answer: lodgementSchema, status: 201 }, ({ body, call }) =>
        markAsLodged(call, deps, body),
      ),
    )
    .delete(
      '/:id',
      route({ params: idParams }, ({ params, call }) => takeLodgementBack(call, params.id)),
    );
}
