import { placeKey } from '../places/place-key';
import { distanceKm, type Point, type Points, pointOf } from '../places/points';
import { AREA_REGIONS, NO_AREA, OUTSIDE_QUEENSLAND } from './taxi-service-areas';

export type PickupPlace = { postcode: string; suburb: string };

/** `area` is null where nothing is known of the place. A doubtful place may be in any of the candidates, most likely first. */
export type AreaProposal = { area: string | null; isDoubtful: boolean; candidates: string[] };

/**
 * Farther than this from every town, a place may be in no area. Of the boundaries that TMR describes we could read that of Atherton, which
 * lies about so far from the town.
 */
const REACH_KM = 8;
/** Farther than this, a place is rather in none than in the nearest. */
const FAR_KM = 30;
/** A second area that is less than this many times as far as the nearest may be the right one. */
const NEARLY = 1.5;

/** The table has a few localities in the wrong part of the state: this far from the others of their postcode. */
const STRAY_KM = 300;

const UNKNOWN: AreaProposal = { area: null, isDoubtful: true, candidates: [] };
const certain = (area: string): AreaProposal => ({ area, isDoubtful: false, candidates: [] });

/**
 * Makes a function that proposes the taxi service area of a place: the one with the nearest town (docs/product/reports.md#areas). It is a guess,
 * as TMR publishes boundaries along roads.
 * @param points where the localities are @param isOutside whether no place in Queensland has the postcode
 */
export function areaProposer(points: Points, isOutside: (postcode: string) => boolean) {
  const areas = AREA_REGIONS.flatMap(({ areas }) => areas);
  const mainland = areas.filter(({ islands }) => !islands);
  const islands = areas.filter((area) => area.islands !== undefined);
  const located = new Map(
    areas.map(({ name, towns }) => [
      name,
      towns.map((town) => points.get(town)).filter((at) => at !== undefined),
    ]),
  );
  const known = new Map<Point, AreaProposal>();

  return ({ postcode, suburb }: PickupPlace): AreaProposal => {
    if (isOutside(postcode)) return certain(OUTSIDE_QUEENSLAND);
    const key = `${placeKey(suburb)} ${postcode}`;
    const ofIsland = islands.filter(({ islands }) =>
      islands?.some((place) => place === postcode || place === key),
    );
    const [only, ...others] = ofIsland;
    if (only && others.length === 0) return certain(only.name);
    const at = pointOf(points, suburb, postcode);
    if (!at) return UNKNOWN;
    const proposal = known.get(at) ?? nearest(at, only ? ofIsland : mainland);
    known.set(at, proposal);
    const middle = points.get(postcode);
    if (!middle || distanceKm(middle, at) <= STRAY_KM) return proposal;
    const areas = [nearest(middle, mainland).area, proposal.area, ...proposal.candidates].filter(
      (area) => area !== null,
    );
    return doubtful([...new Set(areas)]);
  };

  function nearest(at: Point, candidates: readonly { name: string }[]): AreaProposal {
    const [first, second] = candidates
      .map(({ name }) => ({
        name,
        km: Math.min(...(located.get(name) ?? []).map((town) => distanceKm(at, town))),
      }))
      .sort((one, other) => one.km - other.km);
    if (!first) return UNKNOWN;
    const near = [first.name, ...(second && second.km < NEARLY * first.km ? [second.name] : [])];
    if (first.km > FAR_KM) return doubtful([NO_AREA, ...near]);
    if (first.km > REACH_KM) return doubtful([...near, NO_AREA]);
    return near.length > 1 ? doubtful(near) : certain(first.name);
  }
}

const doubtful = (candidates: string[]): AreaProposal => ({
  area: candidates[0] ?? null,
  isDoubtful: true,
  candidates,
});
