import { brisbaneDay, dayRange } from '@shared/periods';
import { monthOfTripsSchema, statisticsSchema, topLocationSchema } from '@shared/reports/statistics';
import type { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { listMonths, listTopLocations, readStatistics } from './statistics.repository';

export function statisticsRoutes(deps: AppDeps): Router {
  const { router, get } = routesOf(deps);

  get('/statistics', { answer: statisticsSchema }, ({ call }) =>
    readStatistics(call.db, call.holderId, call.now),
  );
  get('/statistics/months', { answer: z.array(monthOfTripsSchema) }, ({ call }) =>
    listMonths(call.db, call.holderId, thirteenMonths(call.now)),
  );
  get('/top-locations', { answer: z.array(topLocationSchema) }, ({ call }) =>
    listTopLocations(call.db, call.holderId),
  );
  return router;
}

/** From the first of this month a year ago until today, so that the same month of both years is shown. */
function thirteenMonths(now: Date) {
  const today = brisbaneDay(now);
  const lastYear = Number(today.slice(0, 4)) - 1;
  return dayRange(`${lastYear}${today.slice(4, 7)}-01`, today);
}
