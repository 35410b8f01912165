import { exportTripsQuerySchema } from '@shared/trips/trips';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { file } from '../../lib/http/send-file';
import { exportBudget, exportWork } from './export-limits';
import { exportTripsQuery } from './trip-list.repository';
import { renderTripsCsv } from './trips.text';
import { renderTripsWorkbook } from './trips.xlsx';

/** Every trip that the filters match, as a file. */
export function tripsExportRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get(
    '/trips',
    { query: exportTripsQuerySchema, answer: 'file', work: exportWork, budget: exportBudget },
    ({ query }) => {
      const isCsv = query.format === 'csv';
      return file(`trips-export.${isCsv ? 'csv' : 'xlsx'}`, async ({ db, holderId, now, stream }) => {
        const { select } = await exportTripsQuery(db, holderId, query);
        return isCsv ? renderTripsCsv(stream(select)) : renderTripsWorkbook(stream(select), now);
      });
    },
  );
  return router;
}
