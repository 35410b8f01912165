import { LENGTHS } from '../../limits';
import { matchesOf, type SuburbMatch } from '../../places/own-suburbs';
import type { Points } from '../../places/points';
import {
  isAlias,
  type LocalityIndex,
  lookUpWithOwn,
  nearestPlaces,
  placesNamed,
  postcodeFits,
} from '../../places/suburb-lookup';
import { lookupKey, STATES } from '../../places/suburbs';
import type { RecentSuburb } from '../trips';

export type KnownPlaces = {
  /** The places of the holder's latest trips. */
  own?: readonly RecentSuburb[] | undefined;
  /** The table; only own places are found without it, and nothing is remarked on. */
  localities?: LocalityIndex | undefined;
  /** Tell which of several places is nearer to the own ones. */
  points?: Points | undefined;
};

/** A suburb and its postcode as they were read, and what a person should know of it. */
export type PlaceRead = {
  suburb: string;
  postcode: string;
  /** The street before the suburb, left out because reports name the suburb only. */
  street?: string;
  /** The postcode was blank, and is the suburb's. `others` are places of the same name. */
  filled?: { others: readonly SuburbMatch[] };
  /** The postcode belongs to another suburb; these are the suburb's places. */
  elsewhere?: readonly SuburbMatch[];
  /** The table has no such suburb; these have names that are nearly the same. */
  unknown?: readonly SuburbMatch[];
};

const isPostcode = (text: string) => /^\d{4}$/.test(text);
const isState = (text: string) => STATES.some((state) => state === text.toUpperCase());
const STREET =
  /^(?:\d|(?:unit|level|shop|lot|suite|flat|apt)\b)|\b(?:st|street|rd|road|ave?|avenue|dr|drive|tce|terrace|cres|crescent|ct|court|pl|place|pde|parade|hwy|highway|lane|blvd|boulevard|cl|close|way|esp|esplanade)\.?$/i;

/** A postcode as people and spreadsheets write it: "4066 QLD", "4066.0", "800" for 0800. Other texts stay as they are. */
export function readPostcode(typed: string): string {
  const text = typed.trim();
  if (text.length > 40) return text;
  const [, before, digits, after] = /^([a-z]{2,3})?\s*(\d{3,4})(?:\.0+)?\s*([a-z]{2,3})?$/i.exec(text) ?? [];
  const isRead = digits && [before, after].every((word) => !word || isState(word));
  return isRead ? digits.padStart(4, '0') : text;
}

type Address = Pick<PlaceRead, 'suburb' | 'postcode' | 'street'>;

/** Splits what stands in a cell for suburbs: "Toowong 4066", "12 Smith St, Toowong QLD 4066". A text without a postcode and a street is the suburb as it stands. */
function splitAddress(text: string, localities: LocalityIndex | undefined): Address {
  if (text.length > LENGTHS.suburb) return { suburb: text, postcode: '' };
  const words = text.replaceAll(',', ' , ').split(/\s+/).filter(Boolean);
  const takeLast = (is: (word: string) => boolean) => {
    while (words.at(-1) === ',') words.pop();
    return words.length > 1 && is(words.at(-1) ?? '') ? words.pop() : undefined;
  };
  takeLast((word) => /^australia$/i.test(word));
  const last = takeLast(isPostcode);
  const state = takeLast(isState);
  const postcode = last ?? takeLast(isPostcode) ?? '';
  const rest = words.join(' ').replaceAll(' ,', ',').replace(/,+$/, '');
  const { suburb, street } = splitStreet(rest, localities);
  if (street === undefined) return postcode ? { suburb: rest, postcode } : { suburb: text, postcode };
  const isNamedWithState = state !== undefined && postcode === '';
  return { suburb: isNamedWithState ? `${suburb}, ${state.toUpperCase()}` : suburb, postcode, street };
}

function splitStreet(text: string, localities: LocalityIndex | undefined) {
  const isKnown = (name: string) => localities?.byKey.has(lookupKey(name)) === true;
  const comma = text.lastIndexOf(',');
  if (comma > 0) {
    const [street, suburb] = [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
    const isStreet = STREET.test(street) || (isKnown(suburb) && !isKnown(street));
    return isStreet && suburb !== '' ? { suburb, street } : { suburb: text };
  }
  if (!/^\d/.test(text)) return { suburb: text };
  const words = text.split(' ');
  const at = words.findIndex((_, index) => index > 0 && isKnown(words.slice(index).join(' ')));
  return at < 0
    ? { suburb: text }
    : { suburb: words.slice(at).join(' '), street: words.slice(0, at).join(' ') };
}

/** The places that a suburb may mean, in full or by its beginning. */
export const placesOf = (suburb: string, { own = [], localities, points }: KnownPlaces): SuburbMatch[] =>
  matchesOf(lookUpWithOwn(own, suburb, localities, points));

/** The place that a whole name means although others have it too: one of the holder's own, or Queensland's. */
export function likelyPlace(suburb: string, { own = [], localities, points }: KnownPlaces) {
  const found = lookUpWithOwn(own, suburb, localities, points);
  if (found.kind === 'several') return found.likely;
  if (found.kind !== 'one') return undefined;
  const isWhole = localities ? placesNamed(localities, suburb).length > 0 : false;
  const { name, displayName } = found.match;
  return isWhole || [name, displayName].map(lookupKey).includes(lookupKey(suburb)) ? found.match : undefined;
}

/** Reads a typed place (docs/product/log-several.md#log-several). `findNear` finds similar names. */
export function readPlace(
  typedSuburb: string,
  typedPostcode: string,
  known: KnownPlaces,
  findNear: typeof nearestPlaces = nearestPlaces,
): PlaceRead {
  const { localities } = known;
  const address = splitAddress(typedSuburb.trim(), localities);
  const { suburb } = address;
  const read = { ...address, postcode: readPostcode(typedPostcode) || address.postcode };
  if (suburb === '' || suburb.length > LENGTHS.suburb || !localities) return read;
  const named = placesNamed(localities, suburb);
  if (named.length === 0) return { ...read, unknown: findNear(localities, suburb) };
  const called = named.find(({ postcode }) => postcode === read.postcode);
  if (called && isAlias(localities, suburb)) return { ...read, suburb: called.displayName };
  if (read.postcode === '') {
    const place = likelyPlace(suburb, known);
    const others = named.filter(
      ({ postcode, state }) => postcode !== place?.postcode || state !== place.state,
    );
    if (!place) return { ...read, elsewhere: named };
    const name = isAlias(localities, suburb) ? place.displayName : suburb;
    return { ...read, suburb: name, postcode: place.postcode, filled: { others } };
  }
  return postcodeFits(localities, suburb, read.postcode) ? read : { ...read, elsewhere: named };
}

/** Names that are searched for among all of the table's, for one file: they are for people to look at, and each takes a millisecond. */
const MAX_SEARCHES = 50;

/** Makes a function that reads the places of a file, each once. */
export function placeReader(known: KnownPlaces): (suburb: string, postcode: string) => PlaceRead {
  const places = new Map<string, PlaceRead>();
  let unknown = 0;
  return (suburb, postcode) => {
    const key = `${postcode}\n${suburb}`;
    const found = places.get(key);
    if (found) return found;
    const read = readPlace(suburb, postcode, known, unknown < MAX_SEARCHES ? nearestPlaces : () => []);
    if (read.unknown) unknown += 1;
    places.set(key, read);
    return read;
  };
}
