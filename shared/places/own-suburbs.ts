import { SUBURB_LOOKUP_MATCHES, SUBURB_LOOKUP_MIN_LENGTH } from '../limits';
import type { RecentSuburb } from '../trips/trips';
import {
  type LocalityIndex,
  lookUpSuburb,
  lookupKey,
  type SuburbLookup,
  type SuburbMatch,
} from './suburb-lookup';
import { suburbKey } from './suburbs';

/**
 * The places that a typed suburb may mean, those of the holder's own trips first (docs/product/log-trip.md#places). The only one of them
 * whose name begins with the text is the one match, unless the text is another suburb's whole name.
 * @param own the places of those trips, in the order in which they are offered
 */
export function lookUpWithOwn(
  own: readonly RecentSuburb[],
  text: string,
  index?: LocalityIndex,
): SuburbLookup {
  if (suburbKey(text).length < SUBURB_LOOKUP_MIN_LENGTH) return { kind: 'too-short' };
  const key = lookupKey(text);
  const begun = key === '' ? [] : own.filter(({ suburb }) => lookupKey(suburb).startsWith(key));
  const equal = begun.filter(({ suburb }) =>
    [suburb, withoutState(suburb)].some((name) => lookupKey(name) === key),
  );
  const [first, ...more] = equal.length > 0 ? equal : begun;
  if (!first) return index ? lookUpSuburb(index, text) : { kind: 'none' };
  const isAnothersName = equal.length === 0 && index?.byKey.has(key);
  if (more.length === 0 && !isAnothersName) return { kind: 'one', match: toMatch(first) };

  const others = matchesIn(index, text).filter((match) => !begun.some((place) => isSamePlace(place, match)));
  const matches = [...begun.map(toMatch), ...others];
  return { kind: 'several', matches: matches.slice(0, SUBURB_LOOKUP_MATCHES), total: matches.length };
}

function matchesIn(index: LocalityIndex | undefined, text: string): SuburbMatch[] {
  const result = index && lookUpSuburb(index, text, { limit: Number.POSITIVE_INFINITY });
  if (result?.kind === 'one') return [result.match];
  return result?.kind === 'several' ? result.matches : [];
}

const withoutState = (suburb: string) => suburb.replace(/,[^,]*$/, '');

const toMatch = ({ suburb, postcode }: RecentSuburb): SuburbMatch => ({
  name: suburb,
  postcode,
  displayName: suburb,
});

const isSamePlace = (
  { suburb, postcode }: RecentSuburb,
  { name, displayName, postcode: other }: SuburbMatch,
) => postcode === other && [name, displayName].some((spelling) => lookupKey(spelling) === lookupKey(suburb));
