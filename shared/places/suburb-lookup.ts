import { editDistance } from '../edit-distance';
import { SUBURB_LOOKUP_MATCHES, SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import type { Locality } from './localities';
import { lookUpOwn, type SuburbLookup, type SuburbMatch, withoutState } from './own-suburbs';
import { distanceKm, type Points, pointOf } from './points';
import { type AustralianState, lookupKey, STATES, suburbKey } from './suburbs';

/** The locality table made ready for lookups: sorted in the order of a match list, and by lookup key. */
export type LocalityIndex = {
  entries: readonly { key: string; words: string; letters: number; locality: Locality }[];
  byKey: ReadonlyMap<string, readonly Locality[]>;
  /** The places in Queensland that people call by other names, by lookup key without "the". */
  aliases: ReadonlyMap<string, readonly Locality[]>;
};

/** Built once for a table; takes tens of milliseconds. @param aliases other names, and the key and postcode of what they mean */
export function indexLocalities(
  localities: readonly Locality[],
  aliases: Readonly<Record<string, readonly string[]>> = {},
): LocalityIndex {
  const entries = localities
    .map((locality) => {
      const key = lookupKey(locality.name);
      const position = matchListPosition(key, locality);
      return { key, words: ` ${key} `, letters: lettersIn(key), locality, position };
    })
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const byKey = new Map<string, Locality[]>();
  for (const { key, locality } of entries) byKey.set(key, [...(byKey.get(key) ?? []), locality]);
  const queenslands = (place: string) =>
    byKey
      .get(place.slice(0, -5))
      ?.filter(({ state, postcode }) => state === 'QLD' && postcode === place.slice(-4)) ?? [];
  const aliased = Object.entries(aliases).map(
    ([name, places]) => [name, places.flatMap(queenslands)] as const,
  );
  return { entries, byKey, aliases: new Map(aliased) };
}

/** Places by an everyday name that the table does not have; empty for any other name. */
const aliasedPlaces = ({ aliases }: LocalityIndex, key: string): readonly Locality[] =>
  aliases.get(key.replace(/^the /, '')) ?? [];

/**
 * The localities that a typed suburb may mean (docs/product/log-trip.md#places). A name matches when the text is equal to it, lies at its
 * beginning or anywhere in it, or contains it as whole words: were the inside of a word enough, "Wayright" would be Ayr. In that order;
 * Queensland first; then by name. A name that is equal and has a single postcode is the one match, whatever else contains it.
 * @param near tells which of several places in Queensland is meant
 */
export function lookUpSuburb(
  index: LocalityIndex,
  text: string,
  limit = SUBURB_LOOKUP_MATCHES,
  near?: Nearness,
): SuburbLookup {
  if (suburbKey(text).length < SUBURB_LOOKUP_MIN_LENGTH) return { kind: 'too-short' };
  for (const reading of readings(index, text)) {
    const { equal, others } = findMatches(index, reading);
    const matches = [...equal, ...others];
    const [first] = matches;
    if (!first) continue;
    const isOne = matches.length === 1 || new Set(equal.map(({ postcode }) => postcode)).size === 1;
    if (isOne) return { kind: 'one', match: toMatch(index, first) };
    const shown = matches.slice(0, limit).map((locality) => toMatch(index, locality));
    const likely = nearestOf(
      equal.filter(({ state }) => state === 'QLD'),
      near,
    );
    return {
      kind: 'several',
      matches: shown,
      total: matches.length,
      ...(likely && {
        likely: toMatch(index, likely),
        namesakes: equal.filter((locality) => locality !== likely).map((one) => toMatch(index, one)),
      }),
    };
  }
  return { kind: 'none' };
}

type Place = { name: string; postcode: string };
/** How far a place is, in kilometres. */
type Nearness = (place: Place) => number;

/** How far a place is from the nearest of the holder's own. */
function nearnessTo(own: readonly RecentSuburb[], points: Points): Nearness {
  const from = own
    .map(({ suburb, postcode }) => pointOf(points, withoutState(suburb), postcode))
    .filter((point) => point !== undefined);
  return ({ name, postcode }) => {
    const at = pointOf(points, name, postcode);
    return at && from.length > 0
      ? Math.min(...from.map((point) => distanceKm(point, at)))
      : Number.POSITIVE_INFINITY;
  };
}

/** The nearest place; the first where nothing tells how far they are. */
const nearestOf = <P extends Place>(places: readonly P[], near: Nearness = () => 0): P | undefined =>
  places.reduce<P | undefined>(
    (best, place) => (best && near(best) <= near(place) ? best : place),
    undefined,
  );

/** The locality's name, with its state where another state has the same name: "Toowong", but "Richmond, VIC". */
export function displayName(index: LocalityIndex, { name, state }: Locality): string {
  const isAmbiguous = index.byKey.get(lookupKey(name))?.some((namesake) => namesake.state !== state);
  return isAmbiguous ? `${name}, ${state}` : name;
}

/** Whether people call a place by this name that has another in the table. */
export const isAlias = (index: LocalityIndex, suburb: string): boolean =>
  aliasedPlaces(index, lookupKey(suburb)).some(({ name }) => lookupKey(name) !== lookupKey(suburb));

/** The localities of a key; of one that people call other places in Queensland by, those. */
function localitiesOfKey(index: LocalityIndex, key: string): readonly Locality[] {
  const aliased = aliasedPlaces(index, key);
  return aliased.length > 0 ? aliased : (index.byKey.get(key) ?? []);
}

/** The localities of a name, with or without its state; empty when the table has no suburb of that name. */
function localitiesNamed(index: LocalityIndex, suburb: string): readonly Locality[] {
  for (const { key, state } of readings(index, suburb)) {
    const localities = localitiesOfKey(index, key).filter((locality) => !state || locality.state === state);
    if (localities.length > 0) return localities;
  }
  return [];
}

/** The places that a suburb's name means, with or without its state, in the order of a match list. */
export const placesNamed = (index: LocalityIndex, suburb: string): SuburbMatch[] =>
  localitiesNamed(index, suburb).map((locality) => toMatch(index, locality));

/** Whether the suburb, with or without its state, has the postcode; undefined when the table has no suburb of that name. */
export function postcodeFits(index: LocalityIndex, suburb: string, postcode: string): boolean | undefined {
  const localities = localitiesNamed(index, suburb);
  return localities.length > 0 ? localities.some((locality) => locality.postcode === postcode) : undefined;
}

const MOST_NEAR = 3;
const MAX_NEAR_CHARACTERS = 40;

/** The letters of a text, a bit each: one that is put in or left out changes a bit, one that is replaced two. */
function lettersIn(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The places whose names differ from a misspelt one in a letter, or in two where it is long; the nearest first. */
export function nearestPlaces(index: LocalityIndex, suburb: string): SuburbMatch[] {
  const key = lookupKey(suburb);
  if (key.length < 4 || key.length > MAX_NEAR_CHARACTERS) return [];
  const most = key.length < 8 ? 1 : 2;
  const typed = lettersIn(key);
  const near: { locality: Locality; differences: number }[] = [];
  for (const { key: name, letters, locality } of index.entries) {
    // most names have quite other letters, which is seen at once
    if (Math.abs(name.length - key.length) > most || countBits(letters ^ typed) > 2 * most) continue;
    const differences = editDistance(name, key, most);
    if (differences <= most) near.push({ locality, differences });
  }
  return near
    .sort((a, b) => a.differences - b.differences)
    .slice(0, MOST_NEAR)
    .map(({ locality }) => toMatch(index, locality));
}

type Reading = { key: string; state?: AustralianState };

const stateSuffix = new RegExp(`^(.+) (${STATES.join('|')})$`, 'i');

/** How to read a text, the likelier first. "Mount Wa" has a state only if a comma or a place says so. */
function readings({ byKey }: LocalityIndex, text: string): Reading[] {
  const key = lookupKey(text);
  if (key === '') return [];
  const [, name, suffix] = stateSuffix.exec(key) ?? [];
  const state = STATES.find((candidate) => candidate.toLowerCase() === suffix);
  if (!name || !state) return [{ key }];
  const isMeant = text.includes(',') || byKey.get(name)?.some((locality) => locality.state === state);
  return isMeant ? [{ key: name, state }, { key }] : [{ key }, { key: name, state }];
}

function findMatches(index: LocalityIndex, { key, state }: Reading) {
  const typedWords = ` ${key} `;
  const aliased = state ? [] : aliasedPlaces(index, key);
  const equal: Locality[] = [...aliased];
  const beginning: Locality[] = [];
  const containing: Locality[] = [];
  const contained: Locality[] = [];
  for (const { key: name, words, locality } of index.entries) {
    if ((state && locality.state !== state) || aliased.includes(locality)) continue;
    const at = name.indexOf(key);
    if (at > 0) containing.push(locality);
    else if (at === 0) (name === key && aliased.length === 0 ? equal : beginning).push(locality);
    else if (words.length <= typedWords.length && typedWords.includes(words)) contained.push(locality);
  }
  return { equal, others: [...beginning, ...containing, ...contained] };
}

/** The locality as it is offered. */
export const toMatch = (index: LocalityIndex, locality: Locality): SuburbMatch => ({
  ...locality,
  displayName: displayName(index, locality),
});

/** Text that sorts as a match list is sorted: Queensland first, then by name. */
const matchListPosition = (key: string, { state, postcode }: Locality): string =>
  `${state === 'QLD' ? 0 : 1}${key}\0${state}${postcode}`;

/**
 * The places that a typed suburb may mean, those of the holder's own trips first (./own-suburbs).
 * @param points tell which of several places in Queensland is nearer to them; without points it is the first
 */
export function lookUpWithOwn(
  own: readonly RecentSuburb[],
  text: string,
  index?: LocalityIndex,
  points?: Points,
): SuburbLookup {
  const near = points && nearnessTo(own, points);
  const table = index && {
    lookUp: (limit?: number) => lookUpSuburb(index, text, limit, near),
    isName: () => localitiesOfKey(index, lookupKey(text)).length > 0,
  };
  return lookUpOwn(own, text, table);
}
