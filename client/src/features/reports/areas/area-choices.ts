import type { AreaPlace, AreaRegionAnswer } from '@shared/areas/areas';
import { foldText } from '@shared/fold-text';

export type AreaChoice = { region: string; area: string };

export const areaChoices = (regions: readonly AreaRegionAnswer[]): AreaChoice[] =>
  regions.flatMap(({ region, areas }) => areas.map((area) => ({ region, area })));

/** The areas that a typed text may mean: those that begin with it, then those with a word that does, then those of such a region. */
export function matchingAreas(choices: readonly AreaChoice[], text: string): AreaChoice[] {
  const typed = foldText(text).trim();
  const rank = ({ region, area }: AreaChoice) => {
    const name = foldText(area);
    if (name.startsWith(typed)) return 0;
    if (name.includes(typed)) return 1;
    return foldText(region).includes(typed) ? 2 : 3;
  };
  return choices.filter((choice) => rank(choice) < 3).sort((one, other) => rank(one) - rank(other));
}

/** Identifies a place, whatever its area. */
export const placeKey = ({ postcode, suburb }: Pick<AreaPlace, 'postcode' | 'suburb'>): string =>
  `${suburb} ${postcode}`;

export const GROUPS = [
  { id: 'check', title: 'Please choose', hint: "Near two areas, away from the area's town, or not known." },
  { id: 'guess', title: 'Likely areas', hint: undefined },
  { id: 'confirmed', title: 'Confirmed', hint: undefined },
] as const;

export type GroupId = (typeof GROUPS)[number]['id'];

/** A confirmed place, a likely area, or one that someone has to look at. */
export function groupOf({ area, isConfirmed, isDoubtful }: AreaPlace): GroupId {
  if (isConfirmed) return 'confirmed';
  return area && !isDoubtful ? 'guess' : 'check';
}

/** Each place with its group. */
export const groupsOf = (places: readonly AreaPlace[]): ReadonlyMap<string, GroupId> =>
  new Map(places.map((place) => [placeKey(place), groupOf(place)]));
