import { addDays, brisbaneInstant, instantOrDayStart, isDay, MONTH_NAMES } from '../periods';
import { readTime } from './times';

/** Which part of a date that is written in figures comes first. `swapped` is explained at `readDay`. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first' | 'swapped';

/** How dates are read that can be read in several ways. */
export type DateReading = {
  order: DateOrder;
  /** Years of two digits up to this are of this century, those above of the last. */
  lastShortYear: number;
  /** Added to counts of days that stand in a column without a date format. */
  countShift: number;
  /** Added to the dates that a workbook shows as such. */
  cellShift: number;
};

/** Dates as they are usual in Australia and in today's spreadsheets. */
export const USUAL_READING: DateReading = {
  order: 'day-first',
  lastShortYear: 99,
  countShift: 0,
  cellShift: 0,
};

/** Longer than any date or time that is read: "Thursday, 31 September 2026, 10:05:00.000 p.m." has 45 characters. */
const MAX_CHARACTERS = 60;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The day from which spreadsheets count. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Brisbane's clock is so far ahead of UTC. */
const BRISBANE_MINUTES = 600;

const twoDigits = (value: string | number) => String(value).padStart(2, '0');

/** Year first, in figures, day and month named in either order. A time begins with what the separator before it cannot be, so that there is one way to read a text. */
const DATES = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?:[T\s]+(?<time>[^T\s].*))?$/,
  /^(?<a>\d{1,2})[/.-](?<b>\d{1,2})[/.-](?<c>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/,
  /^(?<date>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/i,
  /^(?<month>[a-z]{3,9})\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/i,
];

/** What a workbook's reader makes of a cell that shows a date. */
const cell = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/;
/** A spreadsheet's count of days, where a column has no date format. */
const count = /^\d{5}(\.\d+)?$/;
/** A date and a time with the zone of its clock: "2026-12-31 04:05 UTC", "2026-12-31T14:05:00+1000". */
const ZONED = /^(.*:\d{2}(?:\.\d{1,9})?) ?(z|utc|gmt|[+-]\d{2}:?\d{2})$/i;
const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The weekday that a date's text begins with; undefined where it has none. */
export function weekdayIn(text: string): string | undefined {
  const [, short] = text.length > MAX_CHARACTERS ? [] : (weekday.exec(text) ?? []);
  return WEEKDAYS.find((name) => short && name.toLowerCase().startsWith(short.toLowerCase()));
}

export const weekdayOf = (day: string): string | undefined => WEEKDAYS[new Date(day).getUTCDay()];

/**
 * What a date's text leaves open. `order`: day or month first; `short-year`: besides, which part is the year; `cell`: a date
 * that a workbook shows as such; `count`: a count of days; `nothing`: it can be read in one way, or is no date.
 */
export function leftOpen(text: string): 'order' | 'short-year' | 'cell' | 'count' | 'nothing' {
  if (text.length > MAX_CHARACTERS) return 'nothing';
  if (cell.test(text)) return 'cell';
  if (count.test(text)) return 'count';
  const { c, year } = partsOf(text) ?? {};
  if (c?.length === 2 || year?.length === 2) return 'short-year';
  return c ? 'order' : 'nothing';
}

function partsOf(text: string): Record<string, string> | undefined {
  const date = text.replace(weekday, '');
  for (const pattern of DATES) {
    const found = pattern.exec(date);
    if (found) return found.groups;
  }
  return undefined;
}

function arrange(parts: Record<string, string>, order: DateOrder) {
  const { a, b, c, year = '', month = '', date = '' } = parts;
  if (a && b && c) {
    if (c.length === 2 && order === 'year-first') return { year: a, month: b, date: c };
    const isMonthFirst = order === 'month-first' || order === 'swapped';
    return isMonthFirst ? { year: c, month: a, date: b } : { year: c, month: b, date: a };
  }
  return year.length === 2 && order === 'year-first'
    ? { year: date, month, date: year }
    : { year, month, date };
}

function monthNumber(month: string): number {
  const name = month.toLowerCase();
  return Number(month) || MONTH_NAMES.findIndex((full) => full.toLowerCase().startsWith(name)) + 1;
}

/**
 * The day, 'YYYY-MM-DD', that the text begins with, and the time after it. Where a spreadsheet took dates for day first that were month
 * first, it made dates of those that fit, with day and month swapped, and left the others as texts: `swapped` reads such a column.
 */
function readDay(text: string, reading: DateReading): { day: string; time: string } | null {
  if (count.test(text)) {
    const at = new Date(DAY_ZERO + Math.round((Number(text) + reading.countShift) * DAY_MS)).toISOString();
    return { day: at.slice(0, 10), time: at.slice(11, -1) };
  }
  const parts = partsOf(text);
  if (!parts) return null;
  const isCell = cell.test(text);
  const { year, month, date } = arrange(parts, reading.order);
  const century = Number(year) > reading.lastShortYear ? '19' : '20';
  const [first, second] = isCell && reading.order === 'swapped' ? [date, month] : [month, date];
  const day = `${year.length === 4 ? year : century + twoDigits(year)}-${twoDigits(monthNumber(first))}-${twoDigits(second)}`;
  if (!isDay(day)) return null;
  const { time = '' } = parts;
  if (!isCell) return { day, time };
  const meant = addDays(day, reading.cellShift);
  return isDay(meant) ? { day: meant, time } : null;
}

/** The day, 'YYYY-MM-DD', that a date means; null when it cannot be read so. */
export const dayOf = (text: string, reading: DateReading): string | null =>
  text.length > MAX_CHARACTERS ? null : (readDay(text, reading)?.day ?? null);

/**
 * The instant of a date by Brisbane's clock: "31/12/2026 14:05", "31 Dec 2026", a count of days such as 46387.5,
 * or an instant with its zone. Without a time it is midnight; `time` replaces what the date says of it.
 */
export function readInstant(date: string, time = '', reading = USUAL_READING) {
  if (date.length > MAX_CHARACTERS) return 'bad-date';
  if (time.length > MAX_CHARACTERS) return 'bad-time';
  const instant = isDay(date) ? null : instantOrDayStart(date);
  if (instant && !time) return instant;
  const [, local = date, zone] = (time === '' && ZONED.exec(date)) || [];
  const read = readDay(local, reading);
  if (!read) return 'bad-date';
  const clock = time || read.time;
  const sinceMidnight = clock === '' ? 0 : readTime(clock);
  if (sinceMidnight === undefined) return time ? 'bad-time' : 'bad-date';
  return new Date(brisbaneInstant(read.day).getTime() + sinceMidnight + (zone ? fromBrisbane(zone) : 0));
}

/** Milliseconds to add to what Brisbane's clock would say of a zone's time: "UTC", "+1000", "-04:30". */
function fromBrisbane(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return (BRISBANE_MINUTES - offset) * 60_000;
}
