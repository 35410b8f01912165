import { MAP_PLACES } from '@shared/limits';
import { pointOf } from '@shared/places/points';
import type { PickupPlace } from '@shared/reports/statistics';
import type { Call } from '../../lib/call';
import { loadPoints } from '../trips/localities';
import { listTopLocations } from './statistics.repository';

/** The places where trips began, with where they are (docs/product/reports.md#statistics). */
export async function listPickupPlaces({ db, holderId }: Call): Promise<PickupPlace[]> {
  const points = await loadPoints();
  const places = await listTopLocations(db, holderId, MAP_PLACES);
  return places.map((place) => {
    const at = pointOf(points, place.suburb, place.postcode);
    return { ...place, at: at ? [...at] : null };
  });
}
