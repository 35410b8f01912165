import { exampleFigures } from '@shared/api/examples';
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

  get(
    '/statistics',
    {
      summary: 'Reads the totals of all trips',
      answer: statisticsSchema,
      token: 'read',
      example: { answer: exampleFigures.statistics },
    },
    ({ call }) => readStatistics(call.db, call.holderId, call.now),
  );
  get(
    '/statistics/months',
    {
      summary: 'Counts the trips of each month of two years',
      answer: z.array(monthOfTripsSchema),
      token: 'read',
      example: { answer: exampleFigures.months },
    },
    ({ call }) => listMonths(call.db, call.holderId, twoYears(call.now)),
  );
  get(
    '/statistics/recent',
    {
      summary: 'Reads the figures of this quarter, and what they are compared to',
      answer: recentStatisticsSchema,
      work: documentWork,
      token: 'read',
      example: { answer: exampleFigures.recent },
    },
    ({ call }) => readRecent(call.db, call.holderId, call.now),
  );
  get(
    '/top-locations',
    {
      summary: 'Lists the suburbs with the most pickups',
      answer: z.array(topLocationSchema),
      token: 'read',
      example: { answer: exampleFigures.topLocations },
    },
    ({ call }) => listTopLocations(call.db, call.holderId, TOP_LOCATIONS),
  );
  get(
    '/statistics/places',
    {
      summary: 'Lists the most used pickup places, with where they are',
      answer: z.array(pickupPlaceSchema),
      token: 'read',
      example: { answer: exampleFigures.places },
    },
    async ({ call }) => {
      const points = await loadPoints();
      const places = await listTopLocations(call.db, call.holderId, MAP_PLACES);
      return places.map((place) => ({ ...place, at: pointOf(points, place.suburb, place.postcode) ?? null }));
    },
  );
  return mounted;
}
