import { areaPlaceSchema, areaRegionSchema, areaRegions, confirmAreasSchema } from '@shared/areas/areas';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { confirmAreas, listPlacesWithAreas } from './areas.service';

const placesAnswer = z.array(areaPlaceSchema);

export function areasRoutes(deps: AppDeps): Mounted {
  const { mounted, get, put } = routesOf(deps, '/api/areas');

  get('/', { summary: 'Lists the areas of the annual report', answer: z.array(areaRegionSchema) }, () =>
    areaRegions(),
  );
  get(
    '/places',
    {
      summary: 'Lists the places that were driven from, with their areas',
      answer: placesAnswer,
      turn: 'large-answer',
    },
    ({ call }) => listPlacesWithAreas(call),
  );
  put(
    '/places',
    { summary: 'Confirms the areas of places', body: confirmAreasSchema, answer: placesAnswer },
    ({ body, call }) => confirmAreas(call, body),
  );
  return mounted;
}
