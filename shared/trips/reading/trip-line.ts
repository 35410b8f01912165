import type { Driver } from '../../drivers';
import { lookUpWithOwn } from '../../places/own-suburbs';
import { type LocalityIndex, lookupKey, type SuburbMatch } from '../../places/suburb-lookup';
import type { RecentSuburb } from '../trips';
import { findTypedDrivers, NAMED } from './drivers';
import { takeAnyClock, takeFigure, takeNoWait, takePostcode, takeWaiting } from './line-parts';

/** What the words of a line are read by. */
export type KnownNames<D> = {
  drivers: readonly D[];
  /** The places of the holder's latest trips. */
  own: readonly RecentSuburb[];
  /** The table of localities, if it is there: without it only own places are found. */
  index?: LocalityIndex | undefined;
};

/** A line in words, read as a trip. Several drivers or places mean that it can be read as any of them. */
export type TripLine<D> = {
  drivers: D[];
  places: Pick<SuburbMatch, 'displayName' | 'postcode'>[];
  /** In minutes. */
  waitingTime?: number;
  /** 'HH:mm'. */
  time?: string;
  /** The words that mean nothing. */
  unread: string;
};

type Named = Pick<Driver, 'firstName' | 'lastName' | 'driverAuthorityLicense'>;

/** Longer than any trip in words: reading takes time that grows with the square of the words. */
const MAX_CHARACTERS = 300;
const MAX_WORDS = 12;

/**
 * Reads a trip in words, in any order: "toowong ben 5", "Amy 10:15 Mt Gravatt 5 min", "richmond vic 3121 amy". A bare figure is the
 * waiting time, four digits are the postcode.
 */
export function readTripLine<D extends Named>(text: string, known: KnownNames<D>): TripLine<D> {
  const clock = takeAnyClock(text.slice(0, MAX_CHARACTERS));
  const noWait = takeNoWait(clock.rest);
  const waiting = takeWaiting(noWait.rest);
  const area = takePostcode(waiting.rest);
  const minutes = noWait.found ?? waiting.found;
  const bare = minutes === undefined ? takeFigure(area.rest) : { found: minutes, rest: area.rest };
  const words = bare.rest.split(/[\s,;]+/).filter(Boolean);
  return {
    ...(clock.found !== undefined && { time: clock.found }),
    ...(bare.found !== undefined && { waitingTime: bare.found }),
    ...readNames(words.slice(0, MAX_WORDS), area.found, known),
  };
}

type Names<D> = Pick<TripLine<D>, 'drivers' | 'places' | 'unread'>;

/** The likeliest way to share the words between a driver, at the beginning or the end, and a place. */
function readNames<D extends Named>(
  words: readonly string[],
  postcode: string | undefined,
  known: KnownNames<D>,
): Names<D> {
  let best: (Names<D> & { cost: number }) | undefined;
  const consider = (ofDriver: readonly string[], ofPlace: readonly string[]) => {
    const driver = driversNamed(ofDriver, known.drivers);
    if (ofDriver.length > 0 && driver.found.length === 0) return;
    const place = placesNamed(ofPlace, postcode, known);
    const cost = driver.cost + place.cost;
    if (best && best.cost <= cost) return;
    best = { drivers: driver.found, places: place.found, unread: place.unread, cost };
  };
  for (let count = 0; count <= words.length; count += 1) {
    const split = words.length - count;
    consider(words.slice(split), words.slice(0, split));
    consider(words.slice(0, count), words.slice(count));
  }
  const { drivers, places, unread } = best ?? { drivers: [], places: [], unread: words.join(' ') };
  return { drivers, places, unread };
}

const wordsOf = (text: string) => lookupKey(text).split(' ').filter(Boolean);

/** The drivers that the words name. Initials do not count: among other words two letters may be anything. */
function driversNamed<D extends Named>(words: readonly string[], drivers: readonly D[]) {
  if (words.length === 0) return { found: [], cost: 1.5 };
  const text = words.join(' ');
  const named = findTypedDrivers(text, drivers, NAMED.byNames);
  if (named.length > 0) return { found: named, cost: 0 };
  return { found: findTypedDrivers(text, drivers, NAMED.byBeginnings), cost: 0.5 };
}

/** The places that the words name; words that are none keep the postcode that was typed, as the form does. */
function placesNamed(words: readonly string[], postcode: string | undefined, known: KnownNames<unknown>) {
  const text = words.join(' ');
  const key = lookupKey(text);
  const result = lookUpWithOwn(known.own, text, known.index);
  const all = result.kind === 'one' ? [result.match] : result.kind === 'several' ? result.matches : [];
  const equal = all.filter(({ name, displayName }) => [name, displayName].map(lookupKey).includes(key));
  const named = equal.length > 0 ? equal : all;
  const [first] = named;
  if (!first) {
    const found = postcode && key !== '' ? [{ displayName: text, postcode }] : [];
    return { found, cost: 4, unread: found.length > 0 ? '' : text };
  }
  const isContained = !lookupKey(first.name).includes(key) && equal.length === 0;
  const rest = wordsOf(text).filter((word) => !wordsOf(first.displayName).includes(word));
  const found = postcode ? named.filter((place) => place.postcode === postcode) : named;
  const unread = isContained ? rest.join(' ') : found.length === 0 ? (postcode ?? '') : '';
  const cost = equal.length > 0 ? 0 : isContained ? 3 : result.kind === 'one' ? 1 : 2;
  return { found, cost, unread };
}
