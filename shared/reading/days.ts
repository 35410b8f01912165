import { DAY_MS, SECOND_MS } from '../durations';
import { addDays, daysBetween, formatDay, isDay, MONTH_NAMES } from '../periods';
import { plainDashes, readTime } from './times';

/** The order of a date that is written in figures. `swapped` is explained at `readDayAndTime`. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first' | 'swapped';

/** How dates are read that can be read in several ways. */
export type DateReading = {
  order: DateOrder;
  /** Years of two digits up to this are of this century, those above of the last. */
  lastShortYear: number;
  /** Added to counts of days in a column without a date format. */
  countShift: number;
  /** Added to the dates that a workbook shows as such. */
  cellShift: number;
  /** The day on which the text is typed, 'YYYY-MM-DD': then `readDay` is asked first. */
  today?: string;
  /** The day on which a file is read: then its dates without a year are read where they have their weekday. */
  readOn?: string;
};

/** Dates as they are usual in Australia and in today's spreadsheets. */
export const USUAL_READING: DateReading = {
  order: 'day-first',
  lastShortYear: 99,
  countShift: 0,
  cellShift: 0,
};

/** Longer than any date or time that is read: "Thursday, 31 September 2026, 10:05:00.000 p.m." has 45 characters. */
export const MAX_MOMENT_CHARACTERS = 60;

/** The day from which spreadsheets count. */
export const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Days to add to the dates of a workbook that counts from 1904, as Excel for the Macintosh did. */
export const DAYS_TO_1904 = 1462;
/** People type days of the past, or of what comes soon. */
const MOST_DAYS_AHEAD = 60;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const NEAR_TODAY = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);

/** Year first, in figures, day and month named in either order. A time begins with what the separator before it cannot be, so that there is one way to read a text.
 * Figures have one separator: "8-4.30" is a pair of times. */
const DATES = [
  /^(?<year>\d{4})(?<sep>[-/.])(?<month>\d{1,2})\k<sep>(?<date>\d{1,2})(?:[T\s]+(?<time>[^T\s].*))?$/,
  /^(?<a>\d{1,2})(?<sep>[/.-])(?<b>\d{1,2})\k<sep>(?<c>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/,
  /^(?<date>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/i,
  /^(?<month>[a-z]{3,9})\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/i,
];
/** "22/11", "22 nov 26", "2211": what people type with the day first, and no file has. */
const TYPED_DATES = [
  /^(?<date>\d{1,2})\s*(?<sep>[\s/.-])\s*(?<month>\d{1,2})(?:\s*(?:\k<sep>|\s)\s*(?<year>\d{2}|\d{4}))?$/,
  /^(?<date>\d{1,2})[\s/.-]+(?<month>[a-z]{3,9})(?:[\s/.,-]+(?<year>\d{2}|\d{4}))?$/,
  /^(?<date>\d{2})(?<month>\d{2})(?<year>\d{2}|\d{4})?$/,
];
const TYPED_DAY_AND_TIME = /^((?:[a-z]{3,9}[.,]{0,2}\s+)?\S+)[T ,]+(\d.*)$/i;

/** A date cell, as the workbook's reader writes it. */
const CELL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/;
/** A spreadsheet's count of days, where a column has no date format. */
const COUNT = /^\d{5}(\.\d+)?$/;
const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]{0,2}\s+/i;
/** The days that a spreadsheet's dates count from: it stores one of them with a time that has no date. */
const ZERO_DAYS: readonly string[] = ['1899-12-30', '1899-12-31', '1904-01-01'];

/** The weekday at the beginning of a date's text; undefined without one. */
export function weekdayIn(text: string): string | undefined {
  const [, short] = text.length > MAX_MOMENT_CHARACTERS ? [] : (WEEKDAY.exec(text) ?? []);
  return WEEKDAYS.find((name) => short && name.toLowerCase().startsWith(short.toLowerCase()));
}

/** Whether a day is one that a spreadsheet puts before a time without a date. */
export const isZeroDay = (day: string): boolean => ZERO_DAYS.includes(day);

/** "The date says Friday, but 24/11/2026 is a Tuesday"; undefined unless the text begins with another weekday than the day has. */
export function weekdayRemark(text: string, day: string): string | undefined {
  const [said, is] = [weekdayIn(text), weekdayOf(day)];
  return said && said !== is ? `The date says ${said}, but ${formatDay(day)} is a ${is}` : undefined;
}

export const weekdayOf = (day: string): string | undefined => WEEKDAYS[new Date(day).getUTCDay()];

/**
 * The question that a date's text leaves open. `order`: day or month first; `short-year`: also where the year is; `cell`: a date
 * that a workbook shows as such; `count`: a count of days; `nothing`: it can be read in one way, or is no date.
 */
export function leftOpen(text: string): 'order' | 'short-year' | 'cell' | 'count' | 'nothing' {
  if (text.length > MAX_MOMENT_CHARACTERS) return 'nothing';
  if (CELL.test(text)) return 'cell';
  if (COUNT.test(text)) return 'count';
  const { c, year } = matchParts(withoutWeekday(text), DATES) ?? {};
  if (c?.length === 2 || year?.length === 2) return 'short-year';
  return c ? 'order' : 'nothing';
}

const withoutWeekday = (text: string) => plainDashes(text).replace(WEEKDAY, '');

type Parts = Record<string, string | undefined>;

const matchParts = (text: string, patterns: readonly RegExp[]): Parts | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);

function arrange({ a, b, c, year = '', month = '', date = '' }: Parts, order: DateOrder) {
  if (a && b && c) {
    if (c.length === 2 && order === 'year-first') return { year: a, month: b, date: c };
    const isMonthFirst = order === 'month-first' || order === 'swapped';
    return isMonthFirst ? { year: c, month: a, date: b } : { year: c, month: b, date: a };
  }
  return year.length === 2 && order === 'year-first'
    ? { year: date, month, date: year }
    : { year, month, date };
}

/** @param month its number or the beginning of its name @returns 0 for the name of none */
const monthNumber = (month: string): number =>
  Number(month) || MONTH_NAMES.findIndex((full) => full.toLowerCase().startsWith(month.toLowerCase())) + 1;

/** 'YYYY-MM-DD', which may be no day of the calendar. */
const isoDay = (year: string | number, month: string, date: string): string =>
  `${year}-${String(monthNumber(month)).padStart(2, '0')}-${date.padStart(2, '0')}`;

/**
 * Reads a day as people in Australia type it: 22/11/2026, 22/11/26, 22/11, Sun 22/11, 22 Nov, 221126, today, yesterday, tomorrow, a
 * weekday, or 2026-11-22. Without a year it is the latest such day that is at most 60 days ahead; a weekday is the latest one, today included.
 * @returns 'YYYY-MM-DD', as `today` is; undefined where the text is no day of the calendar, has more than a day, or another weekday
 */
export function readDay(text: string, today: string): string | undefined {
  if (text.length > MAX_MOMENT_CHARACTERS) return undefined;
  const day = dayTyped(withoutWeekday(text.trim()).toLowerCase(), today);
  return day && weekdayRemark(text.trim(), day) ? undefined : day;
}

function dayTyped(typed: string, today: string): string | undefined {
  if (isDay(typed)) return typed;
  const near = NEAR_TODAY.get(typed);
  if (near !== undefined) return addDays(today, near);
  const weekday = typed.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(typed));
  if (weekday >= 0) return addDays(today, -((new Date(today).getUTCDay() - weekday + 7) % 7));
  const { date, month, year } = matchParts(typed, TYPED_DATES) ?? {};
  if (!date || !month) return undefined;
  if (year) return [isoDay(year.length === 2 ? `20${year}` : year, month, date)].find(isDay);
  const thisYear = Number(today.slice(0, 4));
  // the last 29 February may be eight years ago
  return Array.from({ length: 10 }, (_, yearsAgo) => isoDay(thisYear + 1 - yearsAgo, month, date)).find(
    (day) => isDay(day) && daysBetween(today, day) <= MOST_DAYS_AHEAD,
  );
}

/**
 * The day, 'YYYY-MM-DD', with which the text of a date begins, and the time after it as it is written. Where a spreadsheet took dates for
 * day first that were month first, it made dates of those that fit, with day and month swapped, and left the others as texts: `swapped`
 * reads such a column.
 * @returns undefined for a text that cannot be read so, or has more than 60 characters
 */
export function readDayAndTime(
  text: string,
  reading: DateReading,
): { day: string; time: string } | undefined {
  const { order, lastShortYear, countShift, cellShift } = reading;
  if (text.length > MAX_MOMENT_CHARACTERS) return undefined;
  const typed = reading.today && readDay(text, reading.today);
  if (typed) return { day: typed, time: '' };
  if (COUNT.test(text)) {
    // a spreadsheet's 14:00 may be a few milliseconds before it
    const seconds = Math.round(((Number(text) + countShift) * DAY_MS) / SECOND_MS);
    const at = new Date(DAY_ZERO + seconds * SECOND_MS).toISOString();
    return { day: at.slice(0, 10), time: text.includes('.') ? at.slice(11, -1) : '' };
  }
  const parts = matchParts(withoutWeekday(text), DATES);
  if (!parts) return typedDayAndTime(text, reading);
  const isCell = CELL.test(text);
  const { year, month, date } = arrange(parts, order);
  const isSwapped = isCell && order === 'swapped';
  const day = isoDay(fullYear(year, lastShortYear), isSwapped ? date : month, isSwapped ? month : date);
  if (!isDay(day)) return undefined;
  const meant = isCell ? addDays(day, cellShift) : day;
  return isDay(meant) ? { day: meant, time: parts.time ?? '' } : undefined;
}

/** A day as it is typed, with a time or, in a file, with its weekday. */
function typedDayAndTime(text: string, { today, readOn }: DateReading) {
  const on = today ?? (weekdayIn(text) && /\d/.test(text) ? readOn : undefined);
  if (!on) return undefined;
  const whole = readDay(text, on);
  if (whole) return { day: whole, time: '' };
  const [, before = '', time = ''] = TYPED_DAY_AND_TIME.exec(plainDashes(text)) ?? [];
  const day = readTime(time) === undefined ? undefined : readDay(before, on);
  return day ? { day, time } : undefined;
}

const fullYear = (year: string, lastShortYear: number) =>
  year.length === 4 ? year : (Number(year) > lastShortYear ? '19' : '20') + year.padStart(2, '0');

/** Says why a text that looks like a date is no day: "November has 30 days"; undefined for any other text, and for a day. */
export function whyNoDay(text: string, reading: DateReading): string | undefined {
  if (text.length > MAX_MOMENT_CHARACTERS) return undefined;
  const typed = withoutWeekday(text.trim());
  const today = reading.today ?? (weekdayIn(text.trim()) && reading.readOn);
  const meant = today && dayTyped(typed.toLowerCase(), today);
  if (meant) return weekdayRemark(text.trim(), meant);
  const dated = matchParts(typed, DATES);
  const parts = dated ? arrange(dated, reading.order) : matchParts(typed.toLowerCase(), TYPED_DATES);
  const { year = '', month = '', date = '' } = parts ?? {};
  const number = monthNumber(month);
  const name = MONTH_NAMES[number - 1];
  // without a year a February has as many days as it may have
  const ofYear = year === '' ? 2000 : Number(fullYear(year, reading.lastShortYear));
  const days = new Date(Date.UTC(ofYear, number, 0)).getUTCDate();
  if (!name || Number(date) <= days) return undefined;
  return `${name}${number === 2 && year !== '' ? ` ${ofYear}` : ''} has ${days} days`;
}

/** The day with which the text of a date begins, whatever time follows. */
export const dayIn = (text: string, reading: DateReading): string | undefined =>
  readDayAndTime(text, reading)?.day;

/** The day of a text that is a date in some order, whichever comes first. */
export const dayInAnyOrder = (text: string): string | undefined =>
  (['day-first', 'month-first', 'year-first'] as const)
    .map((order) => dayIn(text, { ...USUAL_READING, order }))
    .find(Boolean);
