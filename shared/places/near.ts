import type { Locality } from './localities';
import type { SuburbMatch } from './own-suburbs';
import { distanceKm, type Point, type Points } from './points';
import { type LocalityIndex, toMatch } from './suburb-lookup';
import { lookupKey } from './suburbs';

/** A place farther than this from every suburb is in no suburb. */
const MOST_KM = 30;

/** The localities whose middles are nearest to a point, the nearest first. @param points of the localities that are looked through */
export function localitiesNear(
  index: LocalityIndex,
  points: Points,
  at: Point,
  count: number,
): SuburbMatch[] {
  const distances = new Map<Locality, number>();
  for (const { locality } of index.entries) {
    const middle = points.get(`${lookupKey(locality.name)} ${locality.postcode}`);
    const distance = middle ? distanceKm(middle, at) : MOST_KM;
    if (distance < MOST_KM && locality.state === 'QLD') distances.set(locality, distance);
  }
  return [...distances]
    .sort(([, one], [, other]) => one - other)
    .slice(0, count)
    .map(([locality]) => toMatch(index, locality));
}
