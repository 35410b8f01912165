import { MAX_TYPED_ROWS } from '@shared/imports/imports';
import { brisbaneDay } from '@shared/periods';
import { placeKey } from '@shared/places/place-key';
import { placesNamed } from '@shared/places/place-table';
import { regionOf } from '@shared/places/regions';
import { filledBy, lookUpSuburb } from '@shared/places/suburb-lookup';
import { readDay } from '@shared/reading/days';
import { driverLabel, findTypedDrivers, NAMED } from '@shared/reading/drivers';
import { plainDashes, readTypedTime } from '@shared/reading/times';
import { readTripKind } from '@shared/trips/reading/column-words';
import { dayOfLine, takeDay } from '@shared/trips/reading/line-days';
import { nameAround, takeName } from '@shared/trips/reading/line-names';
import {
  CLOCK,
  shareWords,
  takeBareTime,
  takeDuration,
  takeNoWait,
  takePostcode,
  takeSaidWait,
  takeTime,
  takeWaiting,
} from '@shared/trips/reading/line-parts';
import { readRest, withStreetsJoined } from '@shared/trips/reading/line-rest';
import { readMinutesOf } from '@shared/trips/reading/minutes';
import { TRIP_KIND_LABELS } from '@shared/trips/trip-kinds';
import type { TripRowContext } from './check-cells';
import type { Cells, TypedRow } from './typed-row';

/** A longer line is no trip that someone has noted down. So the work for a line has an end. */
const MAX_LINE = 300;
const MAX_LINES = 2000;
/** The table is searched for half-typed names so many times; a whole name is found without. */
const MAX_SEARCHES = 100;

const plainText = (text: string) => text.replaceAll('_', ' ');
/** The cost of a place of another state, or of Brisbane as a whole. */
const LESS_LIKELY = 1;

type PastedTrip = Partial<Cells> & Pick<TypedRow, 'remarks'>;

/** A line's sender and time, for the lines below it. */
type Thread = { driver: string; date: string; time: string };

const FIGURED_DATE = String.raw`\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?`;

/** The mark or the number of an item in a list. */
const BULLET = /^(?:[-*•·]|\d{1,3}[.)])\s+/;

/** "[22/11/26, 10:14:05 am] Amy: …", "22/11/2026, 10:14 - Amy: …". */
const MESSAGE = new RegExp(
  String.raw`^\[?(${FIGURED_DATE}),?\s+(${CLOCK})\]?\s*[-–]?\s*([^:]{1,60}):\s*(.*)$`,
  'i',
);
/** "Amy Young  10:14 AM", the line above a sender's message. */
const SENDER_ABOVE = new RegExp(String.raw`^([\p{L}'’‘ʼ´\x60. -]{2,60}?),?\s+(${CLOCK})$`, 'iu');
const SENDER = /^([\p{L}'’‘ʼ´\x60. -]{2,60}):\s+(.*)$/u;

/** Words that people write before a place; they are no note. */
const BEFORE_PLACE = /\b(?:picked (?:\p{L}+ )?up|pick ?up|pickup)(?: (?:at|from|in))?\b/giu;

/** Reads notes and message threads. A day or a sender counts for the lines below; minutes are waiting time. */
export function readLines(text: string, known: TripRowContext): { rows: PastedTrip[]; leftOver: string[] } {
  const rows: PastedTrip[] = [];
  const leftOver: string[] = [];
  let thread: Thread = { driver: '', date: '', time: '' };
  const readTrip = tripReader(known);
  text.split(/\r\n|[\r\n]/).forEach((line, index) => {
    const plain = plainDashes(line)
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .slice(0, MAX_LINE + 1)
      .trim()
      .replace(BULLET, '');
    if (plain === '') return;
    const isBeyond = index >= MAX_LINES || rows.length >= MAX_TYPED_ROWS || plain.length > MAX_LINE;
    const read = isBeyond ? undefined : readLine(plain);
    if (read) rows.push(read);
    else if (read === undefined) leftOver.push(line);
  });
  return { rows, leftOver };

  /** @returns null for a line that says something about those below it only; undefined for one that is no trip */
  function readLine(line: string): PastedTrip | null | undefined {
    const today = brisbaneDay(known.now);
    const day = dayOfLine(line, today);
    if (day !== undefined) {
      thread = { ...thread, date: day, time: '' };
      return null;
    }
    const [, date = '', time = '', sender = '', said = ''] = MESSAGE.exec(line) ?? [];
    if (said !== '') {
      const driver = driverNamed(sender, known) ?? sender.trim();
      thread = { driver, date: dayOfLine(date, today) ?? date, time };
      return readTrip(said, thread);
    }
    const [, above = '', at = ''] = SENDER_ABOVE.exec(line) ?? [];
    const writer = above && driverNamed(above, known);
    if (writer) {
      thread = { ...thread, driver: writer, time: at };
      return null;
    }
    if (above !== '') {
      const trip = readTrip(line, thread);
      if (trip || takeName(above.split(/\s+/), 0).name !== above) return trip;
      // so that what someone unknown says is not the sender's before
      thread = { ...thread, driver: above, time: at };
      return null;
    }
    const [, by = '', rest = ''] = SENDER.exec(line) ?? [];
    const speaker = by && driverNamed(by, known);
    return speaker ? readTrip(rest, { ...thread, driver: speaker }) : readTrip(line, thread);
  }
}

/** The driver whom a text names in full, or by one of both names. */
function driverNamed(text: string, { drivers }: TripRowContext): string | undefined {
  const [driver, second] = findTypedDrivers(text, drivers, NAMED.byNames);
  return driver && !second ? driverLabel(driver, drivers) : undefined;
}

/** Minutes as the grid writes them, and what is remarked on them. */
function minutesOf(field: 'waitingTime' | 'duration', typed = '') {
  const { minutes, isFraction, remark } = readMinutesOf(field, typed);
  const isClear = !Number.isNaN(minutes) && !isFraction;
  return { text: String(minutes ?? ''), isClear, remarks: remark ? [remark] : [] };
}

function tripReader(known: TripRowContext): (line: string, thread: Thread) => PastedTrip | undefined {
  const today = brisbaneDay(known.now);
  let searches = 0;
  const nameDriver = (name: string) => {
    const driver = driverNamed(name, known);
    return driver ? { found: [driver], cost: 0 } : undefined;
  };
  const nameWholePlace = (name: string) => {
    const key = placeKey(name);
    const isOwn = known.own.some(({ suburb }) => placeKey(suburb) === key);
    const places = known.localities && key.length >= 3 ? placesNamed(known.localities, name) : [];
    const isPlace = key.length >= 3 && (isOwn || places.length > 0 || regionOf(key) !== undefined);
    // "Woolloongabba, Brisbane": a town stands after its suburb
    const isLess =
      places.length > 0 &&
      places.every(({ state, displayName }) => state !== 'QLD' || displayName === 'Brisbane');
    return isPlace
      ? { found: [{ displayName: name, postcode: '' }], cost: isLess && !isOwn ? LESS_LIKELY : 0 }
      : undefined;
  };
  const nameBegunPlace = (name: string) => {
    if (placeKey(name).length < 4 || searches >= MAX_SEARCHES || readTripKind(name)) return undefined;
    searches += 1;
    const found = filledBy(lookUpSuburb(name, known));
    return found && { found: [found], cost: 0 };
  };
  /** Words on their own that may mean a place, and are asked about in the row. */
  const takeAsked = (words: readonly string[]) => {
    const parts = words
      .join(' ')
      .split(',')
      .map((part) => part.trim());
    const asked = parts.find((part) => {
      if (placeKey(part).length < 4 || searches >= MAX_SEARCHES || readTripKind(part)) return false;
      searches += 1;
      return lookUpSuburb(part, known).kind === 'several';
    });
    if (asked === undefined) return undefined;
    const { length } = asked.split(' ');
    const from = words.findIndex((_, at) => words.slice(at, at + length).join(' ') === asked);
    const rest = words.map((word, at) => (at >= from && at < from + length ? ',' : word));
    return { displayName: asked, from, rest };
  };
  /** A name in a line that is no driver's: it is nobody's but its own, and to be put right in its cell. */
  const otherName = (
    words: readonly string[],
    { found, from, to }: { found: readonly string[]; from: number; to: number },
    left: readonly string[],
    placeAt: number,
  ) => {
    if (found.length === 0) return takeName(left, placeAt);
    const isWhole =
      to - from > 1 || findTypedDrivers(words[from] ?? '', known.drivers, NAMED.exactly).length > 0;
    return isWhole
      ? { name: undefined, rest: left }
      : nameAround(words, { from, to }, left, (word) => driverNamed(word, known) !== undefined);
  };

  return (line, thread) => {
    const noWait = takeNoWait(line.replace(BEFORE_PLACE, ' '));
    const said = noWait.found === undefined ? takeSaidWait(noWait.rest) : noWait;
    const trip = takeDuration(said.rest);
    // a message says "yesterday" of the day on which it was sent
    const day = takeDay(trip.rest, (thread.time && readDay(thread.date, today)) || today);
    const timed = takeTime(day.rest);
    const waiting = said.found === undefined ? takeWaiting(timed.rest) : { ...said, rest: timed.rest };
    // a second number of minutes is the trip's
    const second = trip.found === undefined ? takeWaiting(waiting.rest) : { ...trip, rest: waiting.rest };
    const bare = timed.found === undefined ? takeBareTime(second.rest) : { ...timed, rest: second.rest };
    const area = takePostcode(bare.rest);
    const words = withStreetsJoined(area.rest)
      .replace(/[,;|()[\]–]|\s-\s/g, ' , ')
      .split(/\s+/)
      .filter(Boolean);
    const named = shareWords(words, nameDriver, nameWholePlace);
    const isWhole = named.place.found.length > 0;
    const { place, rest } = isWhole ? named : shareWords(named.rest, () => undefined, nameBegunPlace);
    const asked = place.found.length === 0 && bare.found !== undefined ? takeAsked(rest) : undefined;
    const [driver] = named.driver.found;
    const other = otherName(words, named.driver, asked?.rest ?? rest, asked?.from ?? place.from);
    const where = place.found[0] ?? (asked && { displayName: asked.displayName, postcode: '' });
    const waits = minutesOf('waitingTime', waiting.found);
    const lasts = minutesOf('duration', second.found);
    const ofTime =
      bare.found?.typed === undefined
        ? []
        : [{ field: 'time', kind: 'start-taken', typed: bare.found.typed, time: bare.found.time } as const];
    const { street, notes, kind, ...others } = readRest(other.rest, today);
    const ofStreet = where && street ? [{ field: 'suburb', kind: 'street-left-out', street } as const] : [];
    const remarks = [...ofStreet, ...ofTime, ...waits.remarks, ...lasts.remarks];
    const row = {
      driver: other.name ?? driver ?? thread.driver,
      date: day.found ?? thread.date,
      time: bare.found?.time ?? readTypedTime(thread.time) ?? '',
      suburb: plainText(where?.displayName ?? street ?? ''),
      postcode: area.found ?? where?.postcode ?? '',
      waitingTime: waits.text,
      duration: lasts.text,
      kind: kind ? TRIP_KIND_LABELS[kind] : '',
      notes,
    };
    const isTrip = where !== undefined || (bare.found !== undefined && (driver ?? area.found) !== undefined);
    const isClear = !timed.isOpen && others.isClear && waits.isClear && lasts.isClear;
    if (!isTrip || !isClear) return undefined;
    return remarks.length > 0 ? { ...row, remarks } : row;
  };
}
