import { areaPlaceSchema, areaRegionSchema, areaRegions, confirmAreasSchema } from '@shared/areas/areas';
import type { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { confirmAreas, listPlacesWithAreas } from './areas.service';

const placesAnswer = z.array(areaPlaceSchema);

export function areasRoutes(deps: AppDeps): Router {
  const { router, get, put } = routesOf(deps);

  get('/', { answer: z.array(areaRegionSchema) }, () => areaRegions());
  get('/places', { answer: placesAnswer, turn: 'large-answer' }, ({ call }) => listPlacesWithAreas(call));
  put('/places', { body: confirmAreasSchema, answer: placesAnswer }, ({ body, call }) =>
    confirmAreas(call, body),
  );
  return router;
}
