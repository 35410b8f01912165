import { exampleLayout } from '@shared/api/examples';
import { idParams } from '@shared/fields';
import { layoutSchema, renameLayoutSchema } from '@shared/imports/layouts';
import * as z from 'zod/mini';
import type { AppDeps } from '../../../lib/deps';
import { type Mounted, routesOf } from '../../../lib/http/route';
import { forgetLayout, readLayouts, renameLayout } from './layouts.service';

export function layoutsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, put, remove } = routesOf(deps, '/api/imports/layouts');
  get(
    '/',
    {
      summary: 'Lists the layouts of files that were imported before',
      answer: z.array(layoutSchema),
      token: 'read',
      example: { answer: [exampleLayout] },
    },
    ({ call }) => readLayouts(call),
  );
  put(
    '/:id',
    { summary: 'Renames a layout', params: idParams, body: renameLayoutSchema, answer: layoutSchema },
    ({ params, body, call }) => renameLayout(call, params.id, body),
  );
  remove('/:id', { summary: 'Forgets a layout', params: idParams }, ({ params, call }) =>
    forgetLayout(call, params.id),
  );
  return mounted;
}
