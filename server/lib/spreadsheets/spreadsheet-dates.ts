import { brisbaneInstant, instantOrDayStart, isDay } from '@shared/periods';
import { serialText } from './serial-dates';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Longer than any date or time that is read: "Thursday, 31 September 2026, 10:05:00.000 p.m." has 45 characters. */
const MAX_CHARACTERS = 60;

const twoDigits = (value: string | number) => String(value).padStart(2, '0');

/**
 * Year first, as ISO 8601 has it; else the day comes before the month, as in Australia, which may be a name. A time begins with
 * what the separator before it cannot be, so that there is one way to read a text.
 */
const DATES = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})(?:[T\s]+(?<time>[^T\s].*))?$/,
  /^(?<date>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/,
  /^(?<date>\d{1,2})[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})(?:,?\s+(?<time>\S.*))?$/i,
];

/** A spreadsheet's count of days, as it is written where a column has no date format. */
const serial = /^\d{5}(\.\d+)?$/;

/** The day, 'YYYY-MM-DD', that the text begins with, and the time after it. */
function readDay(text: string): { day: string; time: string } | null {
  const plain = text.replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i, '');
  const parts = DATES.map((pattern) => pattern.exec(plain)?.groups).find(Boolean);
  if (!parts) return null;
  const { year = '', month = '', date = '', time = '' } = parts;
  const monthNumber = Number(month) || MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const day = `${year.padStart(4, '20')}-${twoDigits(monthNumber)}-${twoDigits(date)}`;
  return isDay(day) ? { day, time } : null;
}

/** Milliseconds from midnight to a time such as "14:05", "2:05 pm", "9am" or "14:05:30"; null when it is none. */
function readTime(text: string): number | null {
  const [, hours = '', minutes = '0', seconds = '0', half] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text) ?? [];
  if (hours === '' || (!half && !/[:.]/.test(text))) return null;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  const isClock = hour < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  const isHalfDay = !half || (Number(hours) >= 1 && Number(hours) <= 12);
  if (!isClock || !isHalfDay) return null;
  return (hour * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000);
}

/**
 * The instant that a spreadsheet's date means by Brisbane's clock: "31/12/2026 14:05", "2026-12-31", "31 Dec 2026", a count of
 * days such as 46387.5, or an ISO instant, which is taken as it is. A date without a time is midnight.
 * @param time where it stands in a cell of its own; what the date says of it does not count then
 * @returns which of the two cannot be read, if one cannot
 */
export function readInstant(date: string, time = ''): Date | 'bad-date' | 'bad-time' {
  if (date.length > MAX_CHARACTERS) return 'bad-date';
  if (time.length > MAX_CHARACTERS) return 'bad-time';
  const instant = isDay(date) ? null : instantOrDayStart(date);
  if (instant && !time) return instant;
  const read = readDay(serial.test(date) ? serialText(Number(date)) : date);
  if (!read) return 'bad-date';
  const clock = time ? time.replace(/^.*T/, '') : read.time;
  const sinceMidnight =
    clock === '' ? 0 : readTime(/^0\.\d+$/.test(clock) ? serialText(Number(clock)) : clock);
  if (sinceMidnight === null) return time ? 'bad-time' : 'bad-date';
  return new Date(brisbaneInstant(read.day).getTime() + sinceMidnight);
}
