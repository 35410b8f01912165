import type { Driver } from '../../drivers';
import type { SuburbMatch } from '../../places/own-suburbs';
import { lookupKey } from '../../places/suburbs';
import { findTypedDrivers, NAMED } from '../../reading/drivers';
import { shareWords, takeAnyClock, takeFigure, takeNoWait, takePostcode, takeWaiting } from './line-parts';
import { type KnownPlaces, placesOf } from './places';

type KnownNames<D> = KnownPlaces & { drivers: readonly D[] };

/** A line in words, read as a trip. Several drivers or places mean that it can be read as any of them. */
export type TripLine<D> = {
  drivers: D[];
  places: Pick<SuburbMatch, 'displayName' | 'postcode'>[];
  waitingTime?: number;
  time?: string;
  unread: string;
};

type Named = Pick<Driver, 'firstName' | 'lastName' | 'driverAuthorityLicense'>;

/** Longer than any trip in words: reading takes time that grows with the square of the words. */
const MAX_CHARACTERS = 300;
const MAX_WORDS = 12;

/** Reads a trip in words: "toowong ben 5", "Amy 10:15 Mt Gravatt 5 min". A bare figure is the wait. */
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

/** The drivers and places that the words name, all of which must mean something. */
function readNames<D extends Named>(
  words: readonly string[],
  postcode: string | undefined,
  known: KnownNames<D>,
): Pick<TripLine<D>, 'drivers' | 'places' | 'unread'> {
  const { driver, place, rest } = shareWords(
    words,
    (text) => driversNamed(text, known.drivers),
    (text) => placesNamed(text, postcode, known),
  );
  const drivers = [...driver.found];
  const places = [...place.found];
  const unread = rest.filter((word) => word !== ',').join(' ');
  if (place.to === 0)
    // a place that no table has keeps the postcode that was typed, as in the form
    return unread && postcode
      ? { drivers, places: [{ displayName: unread, postcode }], unread: '' }
      : { drivers, places, unread };
  if (unread === '') return { drivers, places, unread: places.length === 0 ? (postcode ?? '') : '' };
  // the rest may belong to the driver's name
  const others = words.filter((_, at) => at < place.from || at >= place.to);
  return { drivers: [], places, unread: others.join(' ') };
}

/** The drivers that a text names. Initials do not count: among other words two letters may be anything. */
function driversNamed<D extends Named>(text: string, drivers: readonly D[]) {
  const named = findTypedDrivers(text, drivers, NAMED.byNames);
  if (named.length > 0) return { found: named, cost: 0 };
  const begun = findTypedDrivers(text, drivers, NAMED.byBeginnings);
  return begun.length > 0 ? { found: begun, cost: 0.5 } : undefined;
}

/** The places that a text names, in full or in part; of a postcode, only those that have it. */
function placesNamed(text: string, postcode: string | undefined, known: KnownPlaces) {
  const key = lookupKey(text);
  const all = placesOf(text, known);
  const isEqual = ({ name, displayName }: SuburbMatch) => [name, displayName].map(lookupKey).includes(key);
  const equal = all.filter(isEqual);
  // the table finds names within a text as well
  const named = equal.length > 0 ? equal : all.filter(({ name }) => lookupKey(name).includes(key));
  if (named.length === 0) return undefined;
  const found = named.filter((place) => !postcode || place.postcode === postcode);
  if (equal.length > 0) return { found, cost: 0 };
  return { found, cost: found.length === 0 ? 5 : Math.min(all.length, 2) };
}
