import { exampleVehicle } from '@shared/api/examples';
import { idParams } from '@shared/fields';
import { confirmAssumedSchema } from '@shared/vehicles/assumed';
import { changeVehicleSchema, renewLicenceSchema, vehicleInputSchema } from '@shared/vehicles/vehicle-input';
import { historyEntryParams, historySchema, vehicleSchema } from '@shared/vehicles/vehicles';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { listVehicles } from './vehicles.repository';
import {
  changeVehicle,
  confirmAssumed,
  createVehicle,
  deleteVehicle,
  listVehiclesOnPhone,
  removeVehicleHistory,
  renewLicence,
  restoreVehicle,
  vehicleHistory,
} from './vehicles.service';

export function vehiclesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/vehicles');

  get(
    '/',
    {
      summary: 'Lists the vehicles',
      answer: z.array(vehicleSchema),
      turn: 'large-answer',
      onPhone: 'open',
      token: 'read',
      example: { answer: [exampleVehicle] },
    },
    ({ call }) =>
      call.driverId ? listVehiclesOnPhone(call, call.driverId) : listVehicles(call.db, call.holderId),
  );
  post(
    '/',
    { summary: 'Adds a vehicle', body: vehicleInputSchema, answer: vehicleSchema, status: 201 },
    ({ body, call }) => createVehicle(call, deps, body),
  );
  post(
    '/assumed',
    {
      summary: 'Confirms what was assumed about vehicles',
      body: confirmAssumedSchema,
      answer: z.array(vehicleSchema),
      turn: 'large-answer',
    },
    ({ body, call }) => confirmAssumed(call, body),
  );
  put(
    '/:id',
    { summary: 'Changes a vehicle', params: idParams, body: changeVehicleSchema, answer: vehicleSchema },
    ({ params, body, call }) => changeVehicle(call, params.id, body),
  );
  remove('/:id', { summary: 'Removes a vehicle', params: idParams }, ({ params, call }) =>
    deleteVehicle(call, params.id),
  );
  post(
    '/:id/restore',
    { summary: 'Brings a removed vehicle back', params: idParams, answer: vehicleSchema },
    ({ params, call }) => restoreVehicle(call, deps, params.id),
  );
  post(
    '/:id/licences',
    {
      summary: 'Renews a licence of a vehicle',
      params: idParams,
      body: renewLicenceSchema,
      answer: vehicleSchema,
    },
    ({ params, body, call }) => renewLicence(call, params.id, body),
  );
  get(
    '/:id/history',
    {
      summary: "Reads a vehicle's former registrations and licences",
      params: idParams,
      answer: historySchema,
    },
    ({ params, call }) => vehicleHistory(call, params.id),
  );
  remove(
    '/:id/history/:entry',
    { summary: "Removes an entry of a vehicle's history", params: historyEntryParams },
    ({ params, call }) => removeVehicleHistory(call, params.id, params.entry),
  );
  return mounted;
}
