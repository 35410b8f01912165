import type { Locality } from './localities';
import { placeKey } from './place-key';
import { distanceKm, type Point, type Points, pointOf } from './points';
import { regionOf } from './regions';
import { type Letters, lettersOf } from './similar-places';
import { type AustralianState, STATES } from './suburbs';

type Entry = { key: string; words: string; letters: Letters; locality: Locality };

/** The table of localities made ready for lookups: sorted by name, by key and by postcode, with the places' points. */
export type PlaceTable = {
  entries: readonly Entry[];
  byKey: ReadonlyMap<string, readonly Locality[]>;
  byPostcode: ReadonlyMap<string, readonly Locality[]>;
  /** The places in Queensland that people call by other names, by key without "the". */
  aliases: ReadonlyMap<string, readonly Locality[]>;
  points: Points;
};

/** A place as it is offered; choosing it makes `displayName` the trip's suburb. One of the holder's own trips has no state. */
export type SuburbMatch = {
  name: string;
  postcode: string;
  state?: AustralianState;
  displayName: string;
};

const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const others = map.get(key);
  if (others) others.push(value);
  else map.set(key, [value]);
};

/** Built once for a table; takes tens of milliseconds. @param aliases other names, and the key and postcode of what they mean */
export function indexLocalities(
  localities: readonly Locality[],
  aliases: Readonly<Record<string, readonly string[]>> = {},
  points: ReadonlyMap<string, Point> = new Map(),
): PlaceTable {
  const entries = localities
    .map((locality) => {
      const key = placeKey(locality.name);
      return { order: orderOf(key, locality), key, locality };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ key, locality }): Entry => ({ key, words: ` ${key} `, letters: lettersOf(key), locality }));
  const byKey = new Map<string, Locality[]>();
  const byPostcode = new Map<string, Locality[]>();
  for (const { key, locality } of entries) {
    add(byKey, key, locality);
    add(byPostcode, locality.postcode, locality);
  }
  const queenslands = (place: string) =>
    byKey
      .get(place.slice(0, -5))
      ?.filter(({ state, postcode }) => state === 'QLD' && postcode === place.slice(-4)) ?? [];
  const aliased = Object.entries(aliases).map(
    ([name, places]) => [placeKey(name), places.flatMap(queenslands)] as const,
  );
  return { entries, byKey, byPostcode, aliases: new Map(aliased), points };
}

/** Queensland first, areas before names of the post's, then by name. */
const orderOf = (key: string, { state, postcode, isPostal }: Locality) =>
  `${state === 'QLD' ? 0 : 1}${isPostal ? 1 : 0}${key}\0${state}${postcode}`;

/** The name by which a place is stored and shown: "Milton" in Queensland, "Richmond, VIC" elsewhere. */
export const displayName = ({ name, state }: Locality): string =>
  state === 'QLD' ? name : `${name}, ${state}`;

/** The locality as it is offered. */
export const toMatch = (locality: Locality): SuburbMatch => {
  const { name, state, postcode } = locality;
  return { name, state, postcode, displayName: displayName(locality) };
};

/** A name's key, and the state and the postcode that the text says with it. */
export type PlaceReading = { key: string; state?: AustralianState; postcode?: string };

const COUNTRY = / (?:au|aus|australia)$/;
const POSTCODE = /^(?:(.+) )?(\d{4})$/;
const STATE_NAMES: Record<string, AustralianState> = {
  queensland: 'QLD',
  'q ld': 'QLD',
  'new south wales': 'NSW',
  victoria: 'VIC',
  'south australia': 'SA',
  'western australia': 'WA',
  tasmania: 'TAS',
  'northern territory': 'NT',
  ...Object.fromEntries(STATES.map((state) => [state.toLowerCase(), state])),
};
const ANY_STATE = Object.keys(STATE_NAMES).join('|');
const STATE = new RegExp(`^(?:(.+) )?(${ANY_STATE})$`);
const POSTCODE_BEFORE_STATE = new RegExp(` (\\d{4}) (${ANY_STATE})$`);

/**
 * How to read a place's text, the likelier first: "Toowong QLD 4066", "Richmond (Vic)". "Mount Wa" has a state only if a comma, a bracket or
 * a place says so. A text of a postcode alone has an empty key.
 */
export function placeReadings({ byKey }: Pick<PlaceTable, 'byKey'>, text: string): PlaceReading[] {
  const whole = placeKey(text).replace(COUNTRY, '').replace(POSTCODE_BEFORE_STATE, ' $2 $1');
  if (whole === '') return [];
  const [, before, postcode] = POSTCODE.exec(whole) ?? [];
  const ofPostcode = postcode === undefined ? {} : { postcode };
  const key = postcode === undefined ? whole : (before ?? '');
  const [, name = '', said = ''] = STATE.exec(key) ?? [];
  const state = STATE_NAMES[said];
  const readings = withPort({ key, ...ofPostcode });
  if (!state || (name === '' && !postcode)) return readings;
  const ofState = withPort({ key: name, state, ...ofPostcode });
  const isMeant =
    name === '' ||
    /[,(]/.test(text) ||
    ofState.some((one) => byKey.get(one.key)?.some((place) => place.state === state));
  return isMeant ? [...ofState, ...readings] : [...readings, ...ofState];
}

/** "Pt" before a name is a port or a point. */
const withPort = (reading: PlaceReading): PlaceReading[] =>
  reading.key.startsWith('port ')
    ? [reading, { ...reading, key: `point ${reading.key.slice(5)}` }]
    : [reading];

/** Places by an everyday name that the table does not have; empty for any other name. */
const aliasedPlaces = ({ aliases }: PlaceTable, key: string): readonly Locality[] =>
  aliases.get(key) ?? aliases.get(key.replace(/^the /, '')) ?? [];

/** The localities that a reading names; of an everyday name that people call other places in Queensland by, those. */
function localitiesOf(table: PlaceTable, { key, state, postcode }: PlaceReading): readonly Locality[] {
  const isSaid = (locality: Locality) =>
    (state === undefined || locality.state === state) &&
    (postcode === undefined || locality.postcode === postcode);
  const aliased = aliasedPlaces(table, key).filter(isSaid);
  return aliased.length > 0 ? aliased : (table.byKey.get(key) ?? []).filter(isSaid);
}

/**
 * The localities of a whole name, with or without its state, its postcode or the town that it lies in; empty if the table has none.
 * @param postcode only those that have it, where the text says no other
 */
export function localitiesNamed(table: PlaceTable, suburb: string, postcode?: string): readonly Locality[] {
  const named = localitiesRead(table, suburb, postcode);
  return named.length > 0 ? named : localitiesInTown(table, suburb);
}

const localitiesRead = (table: PlaceTable, suburb: string, postcode?: string): readonly Locality[] =>
  placeReadings(table, suburb)
    .map((reading) => localitiesOf(table, { ...(postcode && { postcode }), ...reading }))
    .find(({ length }) => length > 0) ?? [];

/** A suburb is at most so far from the town that is named after it. */
const TOWN_KM = 40;

/** What may follow a town in Queensland. */
const AFTER_TOWN = /(?:[\s,]+(?:qld|queensland|australia|\d{4}))+[\s.]*$/i;

/** "Toowong, Brisbane", "West End (Townsville), QLD": the localities of the name in Queensland that lie in or next to the town or region. */
function localitiesInTown(table: PlaceTable, address: string): readonly Locality[] {
  const text = address.replace(AFTER_TOWN, '').replace('(', ',');
  const comma = text.lastIndexOf(',');
  if (comma < 0) return [];
  const named = (part: string) =>
    placeReadings(table, part).flatMap(({ key }) => localitiesOf(table, { key, state: 'QLD' }));
  const places = named(text.slice(0, comma));
  if (places.length === 0) return [];
  const town = text.slice(comma + 1);
  const region = regionOf(placeKey(town));
  const towns = named(town)
    .map(({ name, postcode }) => pointOf(table.points, name, postcode))
    .filter((point) => point !== undefined);
  return places.filter(({ name, postcode }) => {
    const at = pointOf(table.points, name, postcode);
    return (
      region?.postcodes.includes(postcode) ||
      (at !== undefined && towns.some((point) => distanceKm(point, at) <= TOWN_KM))
    );
  });
}

/** The places that a suburb's name means, with or without its state, Queensland's first. */
export const placesNamed = (table: PlaceTable, suburb: string): SuburbMatch[] =>
  localitiesNamed(table, suburb).map(toMatch);

/** The locality of a whole name with the postcode; undefined if the table has none. */
export const localityNamed = (table: PlaceTable, suburb: string, postcode: string): Locality | undefined =>
  localitiesNamed(table, suburb, postcode).find((locality) => locality.postcode === postcode);

/** Whether the suburb, with or without its state, has the postcode; undefined when the table has no suburb of that name. */
export function postcodeFits(table: PlaceTable, suburb: string, postcode: string): boolean | undefined {
  if (localityNamed(table, suburb, postcode)) return true;
  return localitiesNamed(table, suburb).length > 0 ? false : undefined;
}

/**
 * The name by which a place is stored, so that it has one (docs/product/log-trip.md#places): that of the locality whose name and postcode were
 * given, in whatever spelling. With a postcode that it does not have, a name is Queensland's if Queensland has one alone. A place that the
 * table does not have keeps what was typed.
 */
export function storedSuburb(table: PlaceTable, suburb: string, postcode: string): string {
  const locality = localityNamed(table, suburb, postcode);
  if (locality) return displayName(locality);
  const queenslands = localitiesRead(table, suburb).filter(({ state }) => state === 'QLD');
  const [name = suburb, ...others] = new Set(queenslands.map((place) => place.name));
  return others.length === 0 ? name : suburb;
}
