import { LENGTHS } from '../../limits';
import { type NoSuburb, whyNoSuburb } from '../../places/no-suburb';
import { INVISIBLE, placeKey } from '../../places/place-key';
import {
  displayName,
  localitiesNamed,
  localityNamed,
  placeReadings,
  type SuburbMatch,
  storedSuburb,
  toMatch,
} from '../../places/place-table';
import { regionOf } from '../../places/regions';
import { splitStreet } from '../../places/street';
import {
  farKmOf,
  filledBy,
  type KnownPlaces,
  lookUpSuburb,
  matchesOf,
  withoutPostcode,
} from '../../places/suburb-lookup';
import { STATES } from '../../places/suburbs';

/** A suburb and its postcode as they were read, and what a person should know of it. */
export type PlaceRead = {
  /** The name that the trip is stored with; as it was typed where the table does not have it. */
  suburb: string;
  postcode: string;
  /** The street before the suburb, left out because reports name the suburb only. */
  street?: string;
  /** The postcode was blank, and is the suburb's. `others` are places of the same name; the place is `farKm` from the holder's trips, if it is far. */
  filled?: { others: readonly SuburbMatch[]; farKm?: number | undefined };
  /** The postcode belongs to another suburb; these are the suburb's places. */
  elsewhere?: readonly SuburbMatch[];
  /** Those of the postcode whose names begin with the suburb: Burleigh Heads, for Burleigh. */
  begun?: readonly SuburbMatch[];
  /** The postcode is blank, and the text may mean these places, or none of them. */
  choices?: readonly SuburbMatch[];
  /** The question that the choices answer, where it is not which of a name. */
  question?: string;
  /** The table has no such suburb; these have names that are nearly the same. */
  unknown?: readonly SuburbMatch[];
  /** The text cannot be a suburb's name. */
  noSuburb?: NoSuburb;
};

const isState = (text: string) => STATES.some((state) => state === text.toUpperCase());

/** A postcode as people and spreadsheets write it: "4066 QLD", "4066.0", "800" for 0800. Other texts stay as they are. */
export function readPostcode(typed: string): string {
  const text = typed.trim();
  if (text.length > 40) return text;
  const [, before, digits, after] = /^([a-z]{2,3})?\s*(\d{3,4})(?:\.0+)?\s*([a-z]{2,3})?$/i.exec(text) ?? [];
  // those that lose a zero: 0200 to 0299, 0800 to 0999
  const isWhole = digits?.length === 4 || /^[289]/.test(digits ?? '');
  const isRead = digits && isWhole && [before, after].every((word) => !word || isState(word));
  return isRead ? digits.padStart(4, '0') : text;
}

/** The places that a suburb may mean, in full or by its beginning. */
export const placesOf = (suburb: string, known: KnownPlaces): SuburbMatch[] =>
  matchesOf(lookUpSuburb(suburb, known));

type Search = (suburb: string, known: KnownPlaces) => SuburbMatch[];

/**
 * Reads a typed place (docs/product/log-trip.md#places); without the table it is taken as it is typed.
 * @param search finds the places that an unknown name may mean
 */
export function readPlace(
  typedSuburb: string,
  typedPostcode: string,
  known: KnownPlaces,
  search: Search = placesOf,
): PlaceRead {
  const { localities } = known;
  const text = typedSuburb.replace(INVISIBLE, '').trim();
  const typed = readPostcode(typedPostcode);
  if (text === '' || text.length > LENGTHS.suburb) return { suburb: text, postcode: typed };
  if (!localities) return { suburb: text, postcode: typed };
  const { suburb, street } = splitStreet(text, localities);
  const [reading] = placeReadings(localities, suburb);
  const said = reading?.postcode ?? '';
  const postcode = typed || said;
  const read: PlaceRead = { suburb, postcode, ...(street !== undefined && { street }) };
  const meant = postcode === '' ? undefined : localityNamed(localities, suburb, postcode);
  if (meant) return { ...read, suburb: displayName(meant) };
  if (regionOf(placeKey(withoutPostcode(suburb)))) return askRegion(read, known);
  const named = localitiesNamed(localities, suburb);
  if (postcode !== '' && named.length > 0) {
    const key = placeKey(withoutPostcode(suburb));
    const begun = (localities.byPostcode.get(postcode) ?? [])
      .filter(({ name }) => placeKey(name).startsWith(`${key} `))
      .map(toMatch);
    return {
      ...read,
      suburb: storedSuburb(localities, withoutPostcode(suburb), postcode),
      elsewhere: [...begun, ...named.map(toMatch)],
      ...(begun.length > 0 && { begun }),
    };
  }
  if (named.length > 0) return fillPostcode(read, known);
  const why = reading?.key === '' ? 'figures' : whyNoSuburb(withoutPostcode(suburb));
  if (why) {
    const ofPostcode = placesOf(postcode, known);
    const choices = ofPostcode.length > 0 ? ofPostcode : placesOf(suburb, known);
    return { ...read, suburb: text, noSuburb: why, choices };
  }
  if (postcode !== '') {
    const name = withoutPostcode(suburb);
    const near = search(name, known);
    const fitting = near.filter((place) => place.postcode === postcode);
    return { ...read, suburb: name, unknown: fitting.length > 0 ? fitting : near };
  }
  const found = search(suburb, known);
  return found.length > 0 ? { ...read, choices: found } : { ...read, unknown: [] };
}

/** A region is no suburb, though a place far away may have its name: its suburbs of the postcode are offered, or all. */
function askRegion(read: PlaceRead, known: KnownPlaces): PlaceRead {
  const found = lookUpSuburb(withoutPostcode(read.suburb), known, Number.POSITIVE_INFINITY);
  const all = matchesOf(found);
  const ofPostcode = all.filter(({ postcode }) => postcode === read.postcode);
  const question = found.kind === 'several' ? found.question : undefined;
  return {
    ...read,
    choices: ofPostcode.length > 0 ? ofPostcode : all,
    ...(question !== undefined && { question }),
  };
}

function fillPostcode(read: PlaceRead, known: KnownPlaces): PlaceRead {
  const found = lookUpSuburb(read.suburb, known, Number.POSITIVE_INFINITY);
  const place = filledBy(found);
  const matches = matchesOf(found);
  if (!place) {
    const question = found.kind === 'several' ? found.question : undefined;
    return { ...read, choices: matches, ...(question !== undefined && { question }) };
  }
  const others = matches.filter((match) => match !== place);
  return {
    ...read,
    suburb: place.displayName,
    postcode: place.postcode,
    filled: { others, farKm: farKmOf(found) },
  };
}

/** Names that are searched for among all of the table's, for one file: they are for people to look at, and each takes milliseconds. */
const MAX_SEARCHES = 50;

/** Makes a function that reads the places of a file, each once. */
export function placeReader(known: KnownPlaces): (suburb: string, postcode: string) => PlaceRead {
  const places = new Map<string, PlaceRead>();
  let searches = 0;
  const search: Search = (suburb) => {
    searches += 1;
    return searches > MAX_SEARCHES ? [] : placesOf(suburb, known);
  };
  return (suburb, postcode) => {
    const key = `${postcode}\n${suburb}`;
    const found = places.get(key);
    if (found) return found;
    const read = readPlace(suburb, postcode, known, search);
    places.set(key, read);
    return read;
  };
}
