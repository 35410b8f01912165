import { exampleDriver } from '@shared/api/examples';
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

  get(
    '/',
    {
      summary: 'Lists the drivers',
      answer: z.array(driverSchema),
      turn: 'large-answer',
      onPhone: 'open',
      token: 'read',
      example: { answer: [exampleDriver] },
    },
    async ({ call }) => withLicenceToday(call, await listDrivers(call.db, call.holderId)),
  );
  get(
    '/driven',
    {
      summary: 'Reads what drivers drove in a period',
      query: drivenQuerySchema,
      answer: z.array(drivenSchema),
      turn: 'large-answer',
    },
    ({ query, call }) => readDriven(call, query),
  );
  post(
    '/',
    { summary: 'Adds a driver', body: createDriverSchema, answer: driverSchema, status: 201 },
    ({ body, call }) => createDriver(call, deps, body),
  );
  put(
    '/:id',
    { summary: 'Changes a driver', params: idParams, body: changeDriverSchema, answer: driverSchema },
    ({ params, body, call }) => changeDriver(call, deps, params.id, body),
  );
  post(
    '/:id/restore',
    {
      summary: 'Brings a removed driver back',
      params: idParams,
      body: restoreDriverSchema,
      answer: driverSchema,
    },
    ({ params, body, call }) => restoreDriver(call, deps, params.id, body?.from),
  );
  post(
    '/:id/undo',
    {
      summary: 'Takes the last change of a driver back',
      params: idParams,
      body: undoDriverSchema,
      answer: driverSchema,
    },
    ({ params, body, call }) => undoDriverChange(call, params.id, body.version),
  );
  get(
    '/:id/vehicle',
    {
      summary: "Tells what changing a driver's vehicle would change",
      params: idParams,
      query: carChangeQuerySchema,
      answer: carChangeSchema,
    },
    ({ params, query, call }) => previewChange(call, params.id, query),
  );
  post(
    '/:id/vehicle',
    {
      summary: 'Changes the vehicle that a driver drives',
      params: idParams,
      body: changeCarSchema,
      answer: carChangedSchema,
    },
    ({ params, body, call }) => changeCar(call, deps, params.id, body),
  );
  get(
    '/:id/history',
    {
      summary: "Reads a driver's former names, licences and statuses",
      params: idParams,
      answer: historySchema,
    },
    ({ params, call }) => driverHistory(call, params.id),
  );
  remove(
    '/:id/history/:entry',
    { summary: "Removes an entry of a driver's history", params: historyEntryParams },
    ({ params, call }) => removeDriverHistory(call, params.id, params.entry),
  );
  remove('/:id', { summary: 'Removes a driver', params: idParams }, ({ params, call }) =>
    deleteDriver(call, params.id),
  );
  return mounted;
}
