import { PLACE_ALIASES } from '../../shared/places/place-aliases';
import { indexLocalities, type PlaceTable } from '../../shared/places/place-table';
import { decodePoints, encodePoints } from '../../shared/places/points';
import { readLocalities } from '../scripts/build/build-localities';

/** The table of localities as a browser has it: with the points of Queensland's. */
export async function readPlaceTable(): Promise<PlaceTable> {
  const localities = await readLocalities();
  const points = decodePoints(encodePoints(localities.filter(({ state }) => state === 'QLD')));
  return indexLocalities(localities, PLACE_ALIASES, points);
}
