import type { Locality } from './localities';
import { type PlaceTable, type SuburbMatch, toMatch } from './place-table';
import { distanceKm, type Point } from './points';

/** A place farther than this from every suburb is in no suburb. */
const MOST_KM = 30;

/** The localities whose middles are nearest to a point, the nearest first. */
export function localitiesNear({ entries, points }: PlaceTable, at: Point, count: number): SuburbMatch[] {
  const distances = new Map<Locality, number>();
  for (const { key, locality } of entries) {
    const middle = points.get(`${key} ${locality.postcode}`);
    const distance = middle ? distanceKm(middle, at) : MOST_KM;
    if (distance < MOST_KM && locality.state === 'QLD') distances.set(locality, distance);
  }
  return [...distances]
    .sort(([, one], [, other]) => one - other)
    .slice(0, count)
    .map(([locality]) => toMatch(locality));
}
