import type { Locality } from './localities';
import { type PlaceTable, type SuburbMatch, toMatch } from './place-table';
import { distanceKm, type Point } from './points';

/** A place farther than this from every suburb is in no suburb. */
const MOST_KM = 30;

/** The areas whose middles are nearest to a point, the nearest first. A name that only the post has stands for its area: Mater Hill for South Brisbane. */
export function localitiesNear(
  { entries, points, aliases }: PlaceTable,
  at: Point,
  count: number,
): SuburbMatch[] {
  const near = entries
    .flatMap(({ key, locality }) => {
      const middle = points.get(`${key} ${locality.postcode}`);
      const km = middle ? distanceKm(middle, at) : MOST_KM;
      return km < MOST_KM && locality.state === 'QLD' ? { key, locality, km } : [];
    })
    .toSorted((one, other) => one.km - other.km);
  const areaOf = (key: string, { postcode }: Locality) =>
    aliases.get(key)?.[0] ??
    near.find(({ locality }) => locality.postcode === postcode && !locality.isPostal)?.locality;
  const areas = near.map(({ key, locality }) =>
    locality.isPostal ? (areaOf(key, locality) ?? locality) : locality,
  );
  return [...new Set(areas)].slice(0, count).map(toMatch);
}
