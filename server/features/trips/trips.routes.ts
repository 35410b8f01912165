import { tripChangesSchema } from '@shared/activity/activity';
import { exampleFigures, examplePushedTrip, exampleTrip, exampleTripSent } from '@shared/api/examples';
import { idParams } from '@shared/fields';
import { RECENT_SUBURBS } from '@shared/limits';
import { touchedReportSchema } from '@shared/reports/lodged-changes';
import {
  bulkChangeSchema,
  changeTripsSchema,
  deleteTripsSchema,
  lodgedAmongQuerySchema,
  tripsChangedSchema,
  tripsDeletedSchema,
  tripsUndoneSchema,
} from '@shared/trips/bulk-trips';
import {
  type PushedTripAnswer,
  pushedTripAnswerSchema,
  pushedTripSchema,
  referenceParams,
  referenceSchema,
} from '@shared/trips/pushed-trips';
import {
  averageWaitSchema,
  exportTripsQuerySchema,
  listTripsQuerySchema,
  tripFiltersSchema,
  tripListSchema,
} from '@shared/trips/trip-list';
import {
  changeTripSchema,
  createTripSchema,
  deletedTripSchema,
  duplicatesQuerySchema,
  idempotencyKeySchema,
  recentSuburbSchema,
  tripIdsSchema,
  tripSchema,
  tripsRestoredSchema,
} from '@shared/trips/trips';
import * as z from 'zod/mini';
import { mapped } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { readThen } from '../drivers/then.repository';
import { changeTrips, deleteTrips, lodgedAmong, undoBulkChange } from './bulk/bulk-trips.service';
import { exportBudget, exportWork } from './export-limits';
import { listedOnPhone } from './on-phone.service';
import { pushTrip } from './pushed/push-trip.service';
import { renderTripsCsv, renderTripsWorkbook } from './trip-files';
import {
  exportTripsQuery,
  listProbableDuplicates,
  listRecentSuburbs,
  listTrips,
  readAverageWait,
} from './trip-list.repository';
import { listPostcodes } from './trip-totals.repository';
import { listDeletedTrips } from './trips.repository';
import { changeTrip, deleteTrip, logTrip, tripChanges, undeleteTrips } from './trips.service';

export function tripsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/trips');

  get(
    '/',
    {
      summary: 'Lists trips, newest first',
      example: {
        query: { startDate: '2026-07-01', endDate: '2026-07-31', limit: '100' },
        answer: { trips: [exampleTrip], total: 1 },
      },
      query: listTripsQuerySchema,
      answer: tripListSchema,
      onPhone: 'open',
      token: 'read',
    },
    ({ query, call }) => listTrips(call.db, call.holderId, listedOnPhone(call, query)),
  );
  get(
    '/postcodes',
    {
      summary: 'Lists the postcodes of the trips',
      answer: z.array(z.string()),
      token: 'read',
      example: { answer: ['4006', '4066'] },
    },
    ({ call }) => listPostcodes(call.db, call.holderId),
  );
  get(
    '/recent-suburbs',
    {
      summary: 'Lists the suburbs that were used last',
      answer: z.array(recentSuburbSchema),
      onPhone: 'open',
      token: 'read',
      example: { answer: [{ suburb: 'Toowong', postcode: '4066' }] },
    },
    ({ call }) => listRecentSuburbs(call.db, call.holderId, RECENT_SUBURBS),
  );
  get(
    '/average-wait',
    {
      summary: 'Reads the average waiting time',
      query: tripFiltersSchema,
      answer: averageWaitSchema,
      token: 'read',
      example: { query: { startDate: '2026-07-01' }, answer: exampleFigures.averageWait },
    },
    ({ query, call }) => readAverageWait(call.db, call.holderId, query),
  );
  get(
    '/duplicates',
    {
      summary: 'Lists trips that are probably the same',
      query: duplicatesQuerySchema,
      answer: z.array(tripSchema),
      onPhone: 'open',
      token: 'read',
      example: {
        query: { driverId: exampleTrip.driverId, suburb: exampleTrip.suburb, datetime: exampleTrip.datetime },
        answer: [exampleTrip],
      },
    },
    ({ query, call }) => listProbableDuplicates(call.db, call.holderId, query),
  );
  get('/deleted', { summary: 'Lists the deleted trips', answer: z.array(deletedTripSchema) }, ({ call }) =>
    listDeletedTrips(call),
  );
  post(
    '/',
    {
      summary: 'Logs a trip',
      body: createTripSchema,
      key: idempotencyKeySchema,
      answer: tripSchema,
      status: 201,
      turn: 'urgent',
      onPhone: 'open',
      token: 'log-trips',
      example: { body: exampleTripSent, answer: exampleTrip },
    },
    ({ body, key, call }) => logTrip(call, body, key),
  );
  get(
    '/lodged',
    {
      summary: 'Tells which lodged reports count the trips',
      query: lodgedAmongQuerySchema,
      answer: z.array(touchedReportSchema),
    },
    ({ query, call }) => lodgedAmong(call, query),
  );
  post(
    '/delete',
    { summary: 'Deletes trips', body: deleteTripsSchema, answer: tripsDeletedSchema },
    ({ body, call }) => deleteTrips(call, body),
  );
  post(
    '/change',
    { summary: 'Changes several trips', body: changeTripsSchema, answer: tripsChangedSchema },
    ({ body, call }) => changeTrips(call, body),
  );
  post(
    '/undo',
    { summary: 'Takes a change of several trips back', body: bulkChangeSchema, answer: tripsUndoneSchema },
    async ({ body, call }) => ({
      undone: await undoBulkChange(call, body),
    }),
  );
  post(
    '/restore',
    { summary: 'Restores deleted trips', body: tripIdsSchema, answer: tripsRestoredSchema, onPhone: 'open' },
    async ({ body, call }) => ({
      restored: await undeleteTrips(call, body.ids),
    }),
  );
  get(
    '/:id/changes',
    { summary: "Reads a trip's history", params: idParams, answer: tripChangesSchema },
    ({ params, call }) => tripChanges(call, params.id),
  );
  put(
    '/:id',
    {
      summary: 'Changes a trip',
      params: idParams,
      body: changeTripSchema,
      answer: tripSchema,
      onPhone: 'open',
      token: 'log-trips',
      example: {
        path: { id: exampleTrip.id },
        body: { ...exampleTripSent, version: 1 },
        answer: { ...exampleTrip, version: 2 },
      },
    },
    ({ params, body, call }) => changeTrip(call, params.id, body),
  );
  put(
    '/by-reference/:reference',
    {
      summary: 'Stores or corrects the trip of a booking reference',
      example: {
        path: { reference: 'B-1042' },
        body: examplePushedTrip,
        answer: { outcome: 'stored', trip: exampleTrip, warnings: [] },
      },
      params: referenceParams,
      body: pushedTripSchema,
      answer: pushedTripAnswerSchema,
      status: {
        of: [200, 201],
        choose: (answer) => ((answer as PushedTripAnswer).outcome === 'stored' ? 201 : 200),
      },
      token: 'log-trips',
    },
    ({ params, body, call }) => pushTrip(call, z.parse(referenceSchema, params).reference, body),
  );
  remove('/:id', { summary: 'Deletes a trip', params: idParams, onPhone: 'open' }, ({ params, call }) =>
    deleteTrip(call, params.id),
  );
  return mounted;
}

export function tripsExportRoutes(deps: AppDeps): Mounted {
  const { mounted, get } = routesOf(deps, '/api/export');

  get(
    '/trips',
    {
      summary: 'Downloads trips as a spreadsheet',
      query: exportTripsQuerySchema,
      answer: 'file',
      files: ['csv', 'xlsx'],
      work: exportWork,
      budget: exportBudget,
      token: 'read',
      example: { query: { format: 'csv', startDate: '2026-07-01', endDate: '2026-09-30' } },
    },
    ({ query }) => {
      const isCsv = query.format === 'csv';
      return file(`trips-export.${isCsv ? 'csv' : 'xlsx'}`, async ({ db, holderId, now, stream }) => {
        const { select } = await exportTripsQuery(db, holderId, query);
        const { named } = await readThen(db, holderId);
        const trips = mapped(stream(select), named);
        return isCsv ? renderTripsCsv(trips) : renderTripsWorkbook(trips, now);
      });
    },
  );
  return mounted;
}
