import { idParams } from '@shared/fields';
import { layoutSchema, renameLayoutSchema } from '@shared/imports/layouts';
import type { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../../lib/deps';
import { routesOf } from '../../../lib/http/route';
import { forgetLayout, readLayouts, renameLayout } from './layouts.service';

export function layoutsRoutes(deps: AppDeps): Router {
  const { router, get, put, remove } = routesOf(deps);
  get('/', { answer: z.array(layoutSchema) }, ({ call }) => readLayouts(call));
  put(
    '/:id',
    { params: idParams, body: renameLayoutSchema, answer: layoutSchema },
    ({ params, body, call }) => renameLayout(call, params.id, body),
  );
  remove('/:id', { params: idParams }, ({ params, call }) => forgetLayout(call, params.id));
  return router;
}
