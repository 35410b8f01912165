import { SUBURB_LOOKUP_MATCHES, SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import type { Locality } from './localities';
import { type AustralianState, lookupKey, suburbKey } from './suburbs';

/** A place as it is offered; choosing it makes `displayName` the trip's suburb. One of the holder's own trips has no state. */
export type SuburbMatch = Omit<Locality, 'state'> & { state?: AustralianState; displayName: string };

/**
 * The result: `matches` are the best of `total`; `likely` is the one that a whole name means, if Queensland has it, and `namesakes` are the
 * others of that name.
 */
export type SuburbLookup =
  | { kind: 'too-short' }
  | { kind: 'none' }
  | { kind: 'one'; match: SuburbMatch }
  | {
      kind: 'several';
      matches: SuburbMatch[];
      total: number;
      likely?: SuburbMatch;
      namesakes?: SuburbMatch[];
    };

/** The result of the table of localities for the same text. */
type SuburbTable = { lookUp(limit?: number): SuburbLookup; isName(): boolean };

/**
 * The places that a typed suburb may mean, those of the holder's own trips first (docs/product/log-trip.md#places). The only one of them
 * whose name begins with the text is the one match, unless the text is another suburb's whole name.
 * @param own the places of those trips, in the order in which they are offered
 * @param table where it is there already: the first screen does without
 */
export function lookUpOwn(own: readonly RecentSuburb[], text: string, table?: SuburbTable): SuburbLookup {
  if (suburbKey(text).length < SUBURB_LOOKUP_MIN_LENGTH) return { kind: 'too-short' };
  const key = lookupKey(text);
  const begun = key === '' ? [] : own.filter(({ suburb }) => lookupKey(suburb).startsWith(key));
  const equal = begun.filter(({ suburb }) =>
    [suburb, withoutState(suburb)].some((name) => lookupKey(name) === key),
  );
  const [first, ...more] = equal.length > 0 ? equal : begun;
  if (!first) return table?.lookUp() ?? { kind: 'none' };
  const isAnothersName = equal.length === 0 && table?.isName();
  if (more.length === 0 && !isAnothersName) return { kind: 'one', match: asMatch(first) };

  const found = table?.lookUp(Number.POSITIVE_INFINITY);
  const isOther = (match: SuburbMatch) => !begun.some((place) => isSamePlace(place, match));
  const matches = [...begun.map(asMatch), ...matchesOf(found).filter(isOther)];
  const likely = equal[0] ? asMatch(equal[0]) : likelyOf(found);
  const named = [...equal.map(asMatch), ...namedIn(found).filter(isOther)];
  return {
    kind: 'several',
    matches: matches.slice(0, SUBURB_LOOKUP_MATCHES),
    total: matches.length,
    ...(likely && { likely, namesakes: named.filter((match) => !isSameSuburb(match, likely)) }),
  };
}

const isSameSuburb = (one: SuburbMatch, other: SuburbMatch) =>
  one.displayName === other.displayName && one.postcode === other.postcode;

/** The places of the whole name that was looked up. */
const namedIn = (found: SuburbLookup | undefined): SuburbMatch[] =>
  found?.kind === 'several' ? (found.namesakes ?? []) : matchesOf(found);

/** The place that a whole name means, although others may have it too. */
const likelyOf = (found: SuburbLookup | undefined): SuburbMatch | undefined =>
  found?.kind === 'one' ? found.match : found?.kind === 'several' ? found.likely : undefined;

/** The places of a lookup, the likely one among them. */
export const matchesOf = (found: SuburbLookup | undefined): SuburbMatch[] =>
  found?.kind === 'one' ? [found.match] : found?.kind === 'several' ? found.matches : [];

export const withoutState = (suburb: string) => suburb.replace(/,[^,]*$/, '');

const asMatch = ({ suburb, postcode }: RecentSuburb) => ({ name: suburb, postcode, displayName: suburb });

const isSamePlace = (
  { suburb, postcode }: RecentSuburb,
  { name, displayName, postcode: other }: SuburbMatch,
) => postcode === other && [name, displayName].some((spelling) => lookupKey(spelling) === lookupKey(suburb));
