import { idParams } from '@shared/fields';
import {
  lodgementChangesSchema,
  lodgementListSchema,
  lodgementSchema,
  lodgeSchema,
} from '@shared/reports/lodgements';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { changesSinceLodged, lodgementList, markAsLodged, takeLodgementBack } from './lodgements.service';

export function lodgementsRoutes(deps: AppDeps): Router {
  const { router, get, post, remove } = routesOf(deps);

  get('/', { answer: lodgementListSchema }, ({ call }) => lodgementList(call));
  get('/changes', { answer: lodgementChangesSchema, work: 'document' }, ({ call }) =>
    changesSinceLodged(call),
  );
  post('/', { body: lodgeSchema, answer: lodgementSchema, status: 201, work: 'document' }, ({ body, call }) =>
    markAsLodged(call, deps, body),
  );
  remove('/:id', { params: idParams }, ({ params, call }) => takeLodgementBack(call, params.id));
  return router;
}
