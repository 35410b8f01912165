import { addDays, daysBetween, isDay, MONTH_NAMES } from '../periods';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const NEAR_TODAY = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);
/** People write of the past, or of what comes soon. */
const MOST_DAYS_AHEAD = 60;

const dayMonthYear = /^(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,9})(?:[\s/.,-]+(\d{2}|\d{4}))?$/;
const digitsAlone = /^(\d{2})(\d{2})(\d{2}|\d{4})?$/;

/**
 * Reads a day as people in Australia write it: 22/11/2026, 22/11/26, 22/11, 22 Nov, 221126, today, yesterday, tomorrow, a weekday, or
 * 2026-11-22. Without a year it is the latest such day that is at most 60 days ahead; a weekday is the latest one, today included.
 * @returns 'YYYY-MM-DD', as `today` is; undefined where the text is no day of the calendar
 */
export function readDay(text: string, today: string): string | undefined {
  const written = text.trim().toLowerCase();
  if (isDay(written)) return written;
  const near = NEAR_TODAY.get(written);
  if (near !== undefined) return addDays(today, near);
  if (/^[a-z]{3,9}$/.test(written)) {
    const weekday = WEEKDAYS.findIndex((name) => name.startsWith(written));
    return weekday < 0 ? undefined : addDays(today, -((weekdayOf(today) - weekday + 7) % 7));
  }
  const [, date, month, year] = dayMonthYear.exec(written) ?? digitsAlone.exec(written) ?? [];
  if (!date || !month) return undefined;
  const dayOf = (inYear: string | number) =>
    `${inYear}-${monthNumber(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (year) return [dayOf(year.length === 2 ? `20${year}` : year)].find(isDay);
  const thisYear = Number(today.slice(0, 4));
  // the last 29 February may be eight years ago
  return Array.from({ length: 10 }, (_, yearsAgo) => dayOf(thisYear + 1 - yearsAgo)).find(
    (day) => isDay(day) && daysBetween(today, day) <= MOST_DAYS_AHEAD,
  );
}

const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** '11' for '11', 'nov' and 'november'; '0' for another word. */
function monthNumber(text: string): string {
  if (/\d/.test(text)) return text;
  return String(MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith(text)) + 1);
}
