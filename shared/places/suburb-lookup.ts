import { SUBURB_LOOKUP_MATCHES, SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import type { Locality } from './localities';
import { type NoSuburb, whyNoSuburb } from './no-suburb';
import { placeKey } from './place-key';
import {
  localitiesNamed,
  type PlaceReading,
  type PlaceTable,
  placeReadings,
  type SuburbMatch,
  toMatch,
} from './place-table';
import { distanceKm, type Point, pointOf } from './points';
import { regionOf } from './regions';
import { similarLocalities } from './similar-places';
import { splitStreet } from './street';
import { suburbKey } from './suburbs';

/** What places are looked up among. */
export type KnownPlaces = {
  /** The places of the holder's latest trips, in the order in which they are offered. */
  own?: readonly RecentSuburb[] | undefined;
  /** The table; the first screen does without, and finds own places only. */
  localities?: PlaceTable | undefined;
};

/**
 * The places that a text may mean. `one` may be filled in. Of `several` only `likely` may, and all `matches` are offered, the best of
 * `total`; `question` asks for one of them in other words than for a name. What is filled in is `farKm` from the holder's trips, if it is far.
 * `why` says that the text cannot be a suburb's name; the places are those of its postcode.
 */
export type SuburbLookup =
  | { kind: 'too-short' }
  | { kind: 'one'; match: SuburbMatch; farKm?: number }
  | {
      kind: 'several';
      matches: SuburbMatch[];
      total: number;
      likely?: SuburbMatch;
      farKm?: number;
      question?: string;
      why?: NoSuburb;
    }
  | { kind: 'none'; why?: NoSuburb };

/** A place that is farther from the holder's trips is said to be. */
export const FAR_KM = 60;
/** The middle of Brisbane, from which places are ranked for a holder without trips. */
const BRISBANE: Point = [153.026, -27.469];

/** A name of the post's stands for an area that is so much nearer. */
const POSTAL_KM = 15;
/** A name comes before a longer one, such as Indooroopilly Centre, that is not so much nearer. */
const WORD_KM = 2;

/** Places with the distance of each from the holder's trips, in kilometres. */
type Ranked = { locality: Locality; km: number };

/**
 * Looks up the places that a typed suburb may mean (docs/product/log-trip.md#places): a whole name, the holder's own places first, and
 * Queensland's before other states'; else names that begin with it, are spelt nearly alike, or share its words.
 */
export function lookUpSuburb(text: string, known: KnownPlaces, limit = SUBURB_LOOKUP_MATCHES): SuburbLookup {
  const { own = [], localities } = known;
  if (suburbKey(text).length < SUBURB_LOOKUP_MIN_LENGTH) {
    const why = whyNoSuburb(text);
    if (why) return { kind: 'none', why };
    if (!localities || localitiesNamed(localities, text).length === 0) return { kind: 'too-short' };
  }
  const mine = ownPlaces(own, text);
  if (!localities) return lookUpOwn(mine, limit);
  const found = lookUpInTable(text, localities, own);
  const isName = found.named.length > 0 || found.question !== undefined;
  const [first, second] = mine.equal.length > 0 ? mine.equal : mine.begun;
  if (first && !second && found.question === undefined && (mine.equal.length > 0 || !isName))
    return { kind: 'one', match: first };
  const ownOnes = found.question === undefined ? mine.begun : mine.begun.filter(found.isOf);
  const likely = mine.equal[0] ?? found.likely;
  const far = found.farKm !== undefined && likely === found.likely && { farKm: found.farKm };
  if (ownOnes.length === 0 && likely && found.matches.length === 1)
    return { kind: 'one', match: likely, ...far };
  const matches = [...ownOnes, ...found.matches.filter((match) => !ownOnes.some(isSamePlace(match)))];
  if (matches.length === 0) return { kind: 'none', ...(found.why && { why: found.why }) };
  const ordered = likely ? [likely, ...matches.filter((match) => !isSamePlace(likely)(match))] : matches;
  return {
    kind: 'several',
    matches: ordered.slice(0, limit),
    total: ordered.length,
    ...(likely && { likely, ...far }),
    ...(found.question !== undefined && { question: found.question }),
    ...(found.why && { why: found.why }),
  };
}

/** "Milton, QLD" is how older trips name a place in Queensland. */
const plainName = ({ displayName }: SuburbMatch) => displayName.replace(/, QLD$/, '');
const isSamePlace = (one: SuburbMatch) => (other: SuburbMatch) =>
  plainName(one) === plainName(other) && one.postcode === other.postcode;

/** The places of a lookup, the best first. */
export const matchesOf = (found: SuburbLookup): SuburbMatch[] =>
  found.kind === 'one' ? [found.match] : found.kind === 'several' ? found.matches : [];

/** The place that a lookup fills in; undefined where a person has to choose. */
export const filledBy = (found: SuburbLookup): SuburbMatch | undefined =>
  found.kind === 'one' ? found.match : found.kind === 'several' ? found.likely : undefined;

/** How far from the holder's trips the place is that a lookup fills in, in kilometres, if it is far. */
export const farKmOf = (found: SuburbLookup): number | undefined =>
  found.kind === 'one' || found.kind === 'several' ? found.farKm : undefined;

type OwnPlaces = { equal: SuburbMatch[]; begun: SuburbMatch[] };

const withoutState = (suburb: string) => suburb.replace(/,[^,]*$/, '');

/** The holder's places whose names are the text, or begin with it. */
function ownPlaces(own: readonly RecentSuburb[], text: string): OwnPlaces {
  const key = placeKey(text);
  if (key === '') return { equal: [], begun: [] };
  const asMatch = ({ suburb, postcode }: RecentSuburb) => ({
    name: withoutState(suburb),
    postcode,
    displayName: suburb,
  });
  const begun = own.filter(({ suburb }) => placeKey(suburb).startsWith(key));
  const isEqual = ({ suburb }: RecentSuburb) =>
    [suburb, withoutState(suburb)].some((name) => placeKey(name) === key);
  return { equal: begun.filter(isEqual).map(asMatch), begun: begun.map(asMatch) };
}

function lookUpOwn({ equal, begun }: OwnPlaces, limit: number): SuburbLookup {
  const [first, second] = equal.length > 0 ? equal : begun;
  if (!first) return { kind: 'none' };
  if (!second) return { kind: 'one', match: first };
  return {
    kind: 'several',
    matches: begun.slice(0, limit),
    total: begun.length,
    ...(equal[0] && { likely: equal[0] }),
  };
}

type Found = {
  /** The localities of the whole name. */
  named: readonly Locality[];
  likely?: SuburbMatch | undefined;
  farKm?: number | undefined;
  matches: SuburbMatch[];
  question?: string;
  why?: NoSuburb | undefined;
  /** Whether a place is one that the question asks for. */
  isOf: (place: SuburbMatch) => boolean;
};

function lookUpInTable(typed: string, table: PlaceTable, own: readonly RecentSuburb[]): Found {
  const text = splitStreet(typed, table).suburb;
  const ranked = rankerFor(own, table);
  const named = localitiesNamed(table, text);
  const inPostcodes = (postcodes: readonly string[], question: string): Found => ({
    named: [],
    matches: [
      ...named.filter(({ postcode }) => postcodes.includes(postcode)),
      ...ranked(postcodes.flatMap((postcode) => table.byPostcode.get(postcode) ?? []))
        .map(({ locality }) => locality)
        .filter((locality) => !locality.isPostal && !named.includes(locality)),
    ].map(toMatch),
    question,
    isOf: ({ postcode }) => postcodes.includes(postcode),
  });
  const readings = placeReadings(table, text);
  const only = readings.find(({ key }) => key === '')?.postcode;
  if (only && table.byPostcode.has(only)) return inPostcodes([only], `Which suburb of ${only}?`);
  const isHere = readings[0]?.state === undefined || readings[0].state === 'QLD';
  const region = isHere
    ? readings.map(({ key }) => regionOf(key)).find((one) => one !== undefined)
    : undefined;
  if (region) return inPostcodes(region.postcodes, `Which suburb of ${region.name}?`);

  if (named.length > 0) return wholeName(named, readings, table, ranked, own.length > 0);
  const why = whyNoSuburb(withoutPostcode(text));
  const said = readings[0]?.postcode ?? '';
  if (why && table.byPostcode.has(said)) return { ...inPostcodes([said], `Which suburb of ${said}?`), why };
  // "Brisbane Airport T2"
  const within = why === 'figures' ? ranked(sharingWords(table, placeKey(text))).filter(isNear) : [];
  if (why) return { named, matches: asMatches(within), why, isOf: () => true };
  return partOfName(text, readings, table, ranked);
}

/** A text without the postcode that ends it. */
export const withoutPostcode = (text: string): string => text.replace(/[\s,]+(?:[a-z]{2,3}\s+)?\d{4}$/i, '');

type Ranker = (localities: readonly Locality[]) => Ranked[];

/** Makes a function that sorts places: Queensland first, areas before postal names where they are as near, the nearer to the holder's trips first. */
function rankerFor(own: readonly RecentSuburb[], { points }: PlaceTable): Ranker {
  const places = own
    .map(({ suburb, postcode }) => pointOf(points, withoutState(suburb), postcode))
    .filter((point) => point !== undefined);
  const from = places.length > 0 ? places : [BRISBANE];
  const kmOf = ({ name, postcode }: Locality) => {
    const at = pointOf(points, name, postcode);
    return at ? Math.min(...from.map((point) => distanceKm(point, at))) : Number.POSITIVE_INFINITY;
  };
  const steps = ({ locality: { name, state, isPostal }, km }: Ranked) =>
    (state === 'QLD' ? 0 : 1e6) +
    (isPostal ? POSTAL_KM : 0) +
    WORD_KM * name.split(' ').length +
    Math.min(km, 1e5);
  return (localities) =>
    localities
      .map((locality) => ({ locality, km: kmOf(locality) }))
      .toSorted((one, other) => steps(one) - steps(other));
}

const isNear = ({ locality, km }: Ranked) => locality.state === 'QLD' && km <= FAR_KM;
const asMatches = (ranked: readonly Ranked[]) => ranked.map(({ locality }) => toMatch(locality));

/** The places of a whole name. Queensland's is the likely one, unless it is far, and nearer ones begin with the name. */
function wholeName(
  named: readonly Locality[],
  [{ key, state } = { key: '' }]: readonly PlaceReading[],
  table: PlaceTable,
  ranked: Ranker,
  hasOwn: boolean,
): Found {
  const equal = ranked(named);
  const [best] = equal;
  const isSaid = state !== undefined && new Set(named.map(({ postcode }) => postcode)).size === 1;
  const isOfQueensland = best?.locality.state === 'QLD';
  const isOf = () => true;
  if (!best || !(isOfQueensland || isSaid)) {
    // "everton" is sooner Everton Park, and "towong" Toowong, than a place in Victoria
    const here = { ...table, entries: table.entries.filter(({ locality }) => locality.state === 'QLD') };
    const groups = state ? [] : [begunWith(here, key), similarTo(key, here), sharingWords(here, key)];
    const near = groups.flatMap((localities) => ranked(localities).filter(isNear));
    const matches = [...new Set([...near, ...equal].map(({ locality }) => locality))].map(toMatch);
    return { named, matches, isOf };
  }
  const isNearer = ({ locality, km }: Ranked) => locality.state === 'QLD' && km < best.km / 2;
  const begun = isNear(best) || state ? [] : ranked(begunWith(table, key)).filter(isNearer);
  if (begun.length > 0) return { named, matches: asMatches([...begun, ...equal]), isOf };
  // nothing says which of Queensland's far places a holder without trips means
  const ofQueensland = equal.filter(({ locality }) => locality.state === 'QLD');
  if (!hasOwn && ofQueensland.length > 1 && !isSaid && !isNear(best))
    return { named, matches: asMatches(equal), isOf };
  const farKm =
    hasOwn && isOfQueensland && Number.isFinite(best.km) && best.km > FAR_KM
      ? Math.round(best.km)
      : undefined;
  return { named, likely: toMatch(best.locality), farKm, matches: asMatches(equal), isOf };
}

const begunWith = ({ entries }: PlaceTable, key: string): Locality[] =>
  entries.flatMap(({ key: name, locality }) => (name !== key && name.startsWith(key) ? locality : []));

/** Ranks of places that a text does not name in full, in the order in which they are offered. */
const RANKS = [
  'around-near',
  'begun-near',
  'similar-near',
  'begun',
  'part-near',
  'around',
  'similar',
  'part',
] as const;

/** The places whose names begin with a text, are spelt nearly so, or share whole words with it. Where only one name begins so, its nearest place is likely, if it is near. */
function partOfName(
  text: string,
  readings: readonly PlaceReading[],
  table: PlaceTable,
  ranked: Ranker,
): Found {
  const groups = new Map<(typeof RANKS)[number], Ranked[]>(RANKS.map((rank) => [rank, []]));
  const take = (rank: 'around' | 'begun' | 'similar' | 'part', localities: readonly Locality[]) => {
    const seen = new Set([...groups.values()].flat().map(({ locality }) => locality));
    for (const one of ranked(localities.filter((locality) => !seen.has(locality))))
      groups.get(isNear(one) ? `${rank}-near` : rank)?.push(one);
  };
  const isOfState = (state: string | undefined) => (locality: Locality) =>
    state === undefined || locality.state === state;
  take('around', localitiesNamed(table, withoutSurroundings(text)));
  for (const { key, state } of readings) take('begun', begunWith(table, key).filter(isOfState(state)));
  take('begun', begunWith(table, placeKey(text, false)));
  const begun = [...(groups.get('begun-near') ?? []), ...(groups.get('begun') ?? [])];
  if (groups.get('begun-near')?.length === 0) take('similar', similarTo(text, table));
  for (const { key, state } of readings) take('part', sharingWords(table, key).filter(isOfState(state)));
  const areas = begun.filter(({ locality }) => !locality.isPostal);
  const [best] = areas;
  const isOnlyName = best && areas.every(({ locality }) => locality.name === best.locality.name);
  const likely = isOnlyName && isNear(best) ? toMatch(best.locality) : undefined;
  const all = likely ? areas : RANKS.flatMap((rank) => groups.get(rank) ?? []);
  return { named: [], likely, matches: asMatches(all), isOf: () => true };
}

const SURROUNDINGS = [
  /^(?:near|nr|opp|opposite|outside|behind|at|in|from|around|westfield)\s+(?:the\s+)?/i,
  /\s+(?:(?:train|railway|bus|busway|ferry)\s+)?(?:station|stn|interchange|terminal|wharf|shops?|shopping cent(?:re|er)|shoppingtown|plaza|mall|markets?|hospital|hotel|pub|tavern|club|school|area|side)$/i,
];

/** A text without what stands at or around a place: "near Toowong", "Toowong station", "Westfield Chermside". */
const withoutSurroundings = (text: string): string =>
  SURROUNDINGS.reduce((rest, words) => rest.replace(words, ''), text.trim());

/** Places spelt nearly as a text, those that differ least; none of its very name. */
function similarTo(text: string, { entries }: PlaceTable): Locality[] {
  const key = placeKey(text);
  const similar = similarLocalities(entries, text).filter(({ locality }) => placeKey(locality.name) !== key);
  const least = Math.min(...similar.map(({ differences }) => differences));
  return similar.flatMap(({ locality, differences }) => (differences === least ? locality : []));
}

/**
 * Places whose names have the text in them, or lie in it as whole words: were the inside of a word enough, "Wayright" would be Ayr. Of names
 * that lie in one another only the longest is one: "brisbane airport t2" is not Brisbane.
 */
function sharingWords({ entries }: PlaceTable, key: string): Locality[] {
  const typedWords = ` ${key} `;
  const within = entries.filter(
    ({ words }) => words.length < typedWords.length && typedWords.includes(words),
  );
  const isLongest = ({ words }: PlaceTable['entries'][number]) =>
    !within.some((other) => other.words.length > words.length && other.words.includes(words));
  const around = entries.filter(
    ({ key: name }) => name !== key && !name.startsWith(key) && name.includes(key),
  );
  return [...around, ...within.filter(isLongest)].map(({ locality }) => locality);
}
