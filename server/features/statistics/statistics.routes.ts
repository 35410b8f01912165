import { MAP_PLACES, TOP_LOCATIONS } from '@shared/limits';
import { pointOf } from '@shared/places/points';
import {
  monthOfTripsSchema,
  pickupPlaceSchema,
  recentStatisticsSchema,
  statisticsSchema,
  topLocationSchema,
  twoYears,
} from '@shared/reports/statistics';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { documentWork } from '../reports/document-limits';
import { loadPoints } from '../trips/localities';
import { listMonths, listTopLocations, readRecent, readStatistics } from './statistics.repository';

export function statisticsRoutes(deps: AppDeps): Mounted {
  const { mounted, get } = routesOf(deps, '/api');

  get('/statistics', { answer: statisticsSchema }, ({ call }) =>
    readStatistics(call.db, call.holderId, call.now),
  );
  get('/statistics/months', { answer: z.array(monthOfTripsSchema) }, ({ call }) =>
    listMonths(call.db, call.holderId, twoYears(call.now)),
  );
  get('/statistics/recent', { answer: recentStatisticsSchema, work: documentWork }, ({ call }) =>
    readRecent(call.db, call.holderId, call.now),
  );
  get('/top-locations', { answer: z.array(topLocationSchema) }, ({ call }) =>
    listTopLocations(call.db, call.holderId, TOP_LOCATIONS),
  );
  get('/statistics/places', { answer: z.array(pickupPlaceSchema) }, async ({ call }) => {
    const points = await loadPoints();
    const places = await listTopLocations(call.db, call.holderId, MAP_PLACES);
    return places.map((place) => ({ ...place, at: pointOf(points, place.suburb, place.postcode) ?? null }));
  });
  return mounted;
}
