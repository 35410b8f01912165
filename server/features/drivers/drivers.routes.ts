import { changeDriverSchema, createDriverSchema, restoreDriverSchema } from '@shared/driver-input';
import {
  carChangedSchema,
  carChangeQuerySchema,
  carChangeSchema,
  changeCarSchema,
  undoDriverSchema,
} from '@shared/driver-vehicle';
import { driverSchema } from '@shared/drivers';
import { idParams } from '@shared/fields';
import { drivenQuerySchema, drivenSchema } from '@shared/vehicles/driven';
import { historyEntryParams, historySchema } from '@shared/vehicles/vehicles';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { readDriven } from './driven.service';
import { changeCar, previewChange } from './driver-vehicle.service';
import { listDrivers } from './drivers.repository';
import {
  changeDriver,
  createDriver,
  deleteDriver,
  driverHistory,
  removeDriverHistory,
  restoreDriver,
} from './drivers.service';
import { withLicenceToday } from './then.repository';
import { undoDriverChange } from './undo-driver.service';

export function driversRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/drivers');

  get('/', { answer: z.array(driverSchema), turn: 'large-answer', onPhone: 'open' }, async ({ call }) =>
    withLicenceToday(call, await listDrivers(call.db, call.holderId)),
  );
  get(
    '/driven',
    { query: drivenQuerySchema, answer: z.array(drivenSchema), turn: 'large-answer' },
    ({ query, call }) => readDriven(call, query),
  );
  post('/', { body: createDriverSchema, answer: driverSchema, status: 201 }, ({ body, call }) =>
    createDriver(call, deps, body),
  );
  put(
    '/:id',
    { params: idParams, body: changeDriverSchema, answer: driverSchema },
    ({ params, body, call }) => changeDriver(call, deps, params.id, body),
  );
  post(
    '/:id/restore',
    { params: idParams, body: restoreDriverSchema, answer: driverSchema },
    ({ params, body, call }) => restoreDriver(call, deps, params.id, body?.from),
  );
  post(
    '/:id/undo',
    { params: idParams, body: undoDriverSchema, answer: driverSchema },
    ({ params, body, call }) => undoDriverChange(call, params.id, body.version),
  );
  get(
    '/:id/vehicle',
    { params: idParams, query: carChangeQuerySchema, answer: carChangeSchema },
    ({ params, query, call }) => previewChange(call, params.id, query),
  );
  post(
    '/:id/vehicle',
    { params: idParams, body: changeCarSchema, answer: carChangedSchema },
    ({ params, body, call }) => changeCar(call, deps, params.id, body),
  );
  get('/:id/history', { params: idParams, answer: historySchema }, ({ params, call }) =>
    driverHistory(call, params.id),
  );
  remove('/:id/history/:entry', { params: historyEntryParams }, ({ params, call }) =>
    removeDriverHistory(call, params.id, params.entry),
  );
  remove('/:id', { params: idParams }, ({ params, call }) => deleteDriver(call, params.id));
  return mounted;
}
