import { MINUTE_MS } from '../durations';
import { brisbaneDay, brisbaneInstant, brisbaneTime, instantOrDayStart, isDay } from '../periods';
import { type DateReading, isZeroDay, MAX_MOMENT_CHARACTERS, readDayAndTime, USUAL_READING } from './days';
import { readTime } from './times';

/** Brisbane's clock is so far ahead of UTC. */
const BRISBANE_MINUTES = 600;

/** A date and a time with the zone of its clock: "2026-12-31 04:05 UTC", "2026-12-31T14:05:00+1000". */
const ZONED = /^(.*:\d{2}(?:\.\d{1,9})?) ?(z|utc|gmt|[+-]\d{2}:?\d{2})$/i;
/** "24/11/2026 06:00-10:00" has two times and no zone. */
const TWO_TIMES = /^[^T]*\d-\d{2}:\d{2}$/;
/** A zone that no second time can be taken for. */
const SURELY_ZONED = /^\d{4}-\d{2}-\d{2}T.*(?:z|[+-]\d{2}:?\d{2})$|(?:z|utc|gmt)$/i;

/** An instant, and whether the text has its time or the day only. */
export type Moment = { at: Date; hasTime: boolean };

/** Brisbane's instant of a time of a day, '24:00' included. @throws RangeError when there is no such time */
export function instantOf(day: string, time: string): Date {
  const sinceMidnight = readTime(time);
  if (sinceMidnight === undefined) throw new RangeError(`No such time: ${day} ${time}`);
  return new Date(brisbaneInstant(day).getTime() + sinceMidnight);
}

/** A text with a day before it, "24/11/2026 06:10", in two, a zone's time by Brisbane's clock; the day that a spreadsheet stores with a mere time is none. */
export function splitDay(text: string, reading: DateReading): { day: string | undefined; rest: string } {
  const zoned =
    text.length <= MAX_MOMENT_CHARACTERS && SURELY_ZONED.test(text) ? readMoment(text, '', reading) : '';
  if (typeof zoned === 'object') return { day: brisbaneDay(zoned.at), rest: brisbaneTime(zoned.at) };
  const read = readTime(text) === undefined ? readDayAndTime(text, reading) : undefined;
  if (!read) return { day: undefined, rest: text };
  return { day: isZeroDay(read.day) ? undefined : read.day, rest: read.time };
}

/**
 * Reads day and time by Brisbane's clock: "31/12/2026 14:05", "31 Dec 2026", a workbook's cell, a count of days such as 46387.5, or an
 * instant with its zone. Without a time it is midnight.
 * @param time replaces what the date says of it; a day before it must be the date's
 */
export function readMoment(
  date: string,
  time = '',
  reading = USUAL_READING,
): Moment | 'bad-date' | 'bad-time' | 'other-day' {
  if (date.length > MAX_MOMENT_CHARACTERS) return 'bad-date';
  if (time.length > MAX_MOMENT_CHARACTERS) return 'bad-time';
  const instant = isDay(date) || time ? null : instantOrDayStart(date);
  if (instant) return { at: instant, hasTime: true };
  const [, local = date, zone] = (time === '' && !TWO_TIMES.test(date) && ZONED.exec(date)) || [];
  const zoned = time && SURELY_ZONED.test(date) ? readMoment(date, '', reading) : undefined;
  const read =
    typeof zoned === 'object'
      ? { day: brisbaneDay(zoned.at), time: brisbaneTime(zoned.at) }
      : readDayAndTime(local, reading);
  if (!read) return 'bad-date';
  const own = splitDay(time, reading);
  if (own.day !== undefined && own.day !== read.day) return 'other-day';
  const clock = (time && own.rest) || read.time;
  const sinceMidnight = clock === '' ? 0 : readTime(clock);
  if (sinceMidnight === undefined || (time && own.rest === '')) return time ? 'bad-time' : 'bad-date';
  const at = brisbaneInstant(read.day).getTime() + sinceMidnight + (zone ? fromBrisbane(zone) : 0);
  return { at: new Date(at), hasTime: clock !== '' };
}

/** Milliseconds to add to what Brisbane's clock would say of a zone's time: "UTC", "+1000", "-04:30". */
function fromBrisbane(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return (BRISBANE_MINUTES - offset) * MINUTE_MS;
}
