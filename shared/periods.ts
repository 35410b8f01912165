import { DAY_MS, HOUR_MS } from './durations';
// Days, quarters and financial years in Queensland's calendar, wherever the code runs (docs/product/rules.md#time). Queensland has no daylight
// saving, so its time is plain arithmetic. A day is 'YYYY-MM-DD', a month 'YYYY-MM', a time 'HH:mm'; `now` is always a parameter.

export const TIME_ZONE = 'Australia/Brisbane';

const BRISBANE_OFFSET_MS = 10 * HOUR_MS;
export const DAY_MINUTES = 1440;

/** Half-open: from `from` up to, and without, `to`. */
export type Range = { from: Date; to: Date };

/** The instant's day in Brisbane, 'YYYY-MM-DD'. */
export const brisbaneDay = (instant: Date): string => brisbaneClock(instant).toISOString().slice(0, 10);

/** The instant's time of day in Brisbane, 'HH:mm' from 00:00 to 23:59. */
export const brisbaneTime = (instant: Date): string => brisbaneClock(instant).toISOString().slice(11, 16);

/** Whether Brisbane's clock shows 00:00. */
export function isMidnight(instant: Date): boolean {
  const clock = brisbaneClock(instant);
  return clock.getUTCHours() === 0 && clock.getUTCMinutes() === 0;
}

/** The instant at which Brisbane's clock shows `time` on `day`. @throws RangeError when there is no such time */
export function brisbaneInstant(day: string, time = '00:00'): Date {
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new RangeError(`No such time: ${day} ${time}`);
  return new Date(`${day}T${time}:00+10:00`);
}

/** The same time of day in Brisbane, to the millisecond, on another day. @throws RangeError when the day is not in the calendar */
export function onDay(instant: Date, day: string): Date {
  const ofDay = instant.getTime() - brisbaneInstant(brisbaneDay(instant)).getTime();
  return new Date(brisbaneInstant(day).getTime() + ofDay);
}

/** Whether the text is a day of the calendar, 'YYYY-MM-DD', from year 1 to 9999. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const month = Number(text.slice(5, 7)) - 1;
  // 30 February is taken for 2 March
  return new Date(Date.UTC(Number(text.slice(0, 4)), month, Number(text.slice(8)))).getUTCMonth() === month;
}

/** The day `count` days after `day`, or before it when negative. */
export const addDays = (day: string, count: number): string =>
  brisbaneDay(new Date(brisbaneInstant(day).getTime() + count * DAY_MS));

/** The number of days from one day to another; negative when it is before. */
export const daysBetween = (from: string, to: string): number =>
  (brisbaneInstant(to).getTime() - brisbaneInstant(from).getTime()) / DAY_MS;

/** The days from `first` to `last`, both included. */
export const dayRange = (first: string, last = first): Range => ({
  from: brisbaneInstant(first),
  to: endOfDay(last),
});

/** The last day of a range: what "to" says in a report. */
export const lastDay = ({ to }: Range): string => brisbaneDay(new Date(to.getTime() - 1));

/** The days of a range, both included, as trips are filtered by them. */
export const daysOf = (range: Range): { startDate: string; endDate: string } => ({
  startDate: brisbaneDay(range.from),
  endDate: lastDay(range),
});

/** Reads the lower bound of a list: an ISO instant, or a day as its first moment (docs/product/rules.md#time). @returns null for neither */
export const instantOrDayStart = (text: string): Date | null =>
  isDay(text) ? brisbaneInstant(text) : parseInstant(text);

/** Reads the upper bound of a list, to be compared with `<`: it includes the day or millisecond that is named. @returns null for neither */
export function instantOrDayEnd(text: string): Date | null {
  if (isDay(text)) return endOfDay(text);
  const instant = parseInstant(text);
  return instant && new Date(instant.getTime() + 1);
}

/** The quarters of a financial year, in their order (docs/product/rules.md#periods). */
export const QUARTER_NUMBERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const;
export type QuarterNumber = (typeof QUARTER_NUMBERS)[number];

/** A quarter and the calendar year that its months lie in: Q3 of 2026 is January to March 2026. */
export type Quarter = { quarter: QuarterNumber; year: number };

const FIRST_MONTHS: Record<QuarterNumber, number> = { Q1: 7, Q2: 10, Q3: 1, Q4: 4 };

export function quarterRange({ quarter, year }: Quarter): Range {
  const firstMonth = FIRST_MONTHS[quarter];
  return { from: startOfMonth(year, firstMonth), to: startOfMonth(year, firstMonth + 3) };
}

export function quarterOf(instant: Date): Quarter {
  const { year, month } = yearAndMonth(instant);
  const quarter = QUARTER_NUMBERS.find((number) => Math.floor((month - FIRST_MONTHS[number]) / 3) === 0);
  if (!quarter) throw new RangeError('Invalid date');
  return { quarter, year };
}

/** The quarter before, which is the one to report on while `quarter` runs. */
export const previousQuarter = (quarter: Quarter): Quarter =>
  quarterOf(new Date(quarterRange(quarter).from.getTime() - 1));

/** 'Jan–Mar' for Q3. */
export function quarterMonths(quarter: QuarterNumber): string {
  const firstMonth = FIRST_MONTHS[quarter];
  return `${shortMonthName(firstMonth)}–${shortMonthName(firstMonth + 2)}`;
}

/** 'Q3 (Jan–Mar 2026)', as the report's choice shows it. */
export const quarterLabel = ({ quarter, year }: Quarter): string =>
  `${quarter} (${quarterMonths(quarter)} ${year})`;

/** The years that can be reported on: Brisbane's current calendar year and the two before. */
export function yearChoices(now: Date): [number, number, number] {
  const { year } = yearAndMonth(now);
  return [year, year - 1, year - 2];
}

/** 1 July of the first year to 30 June of the second: '2025-2026'. */
export type FinancialYear = `${number}-${number}`;

/** Whether the text names a financial year; its second year has to follow its first. */
export function isFinancialYear(text: string): text is FinancialYear {
  const years = /^(\d{4})-(\d{4})$/.exec(text);
  return years !== null && Number(years[1]) > 0 && Number(years[2]) === Number(years[1]) + 1;
}

/** 1 July to the next 1 July. */
export function financialYearRange(financialYear: FinancialYear): Range {
  const year = Number(financialYear.slice(0, 4));
  return { from: startOfMonth(year, 7), to: startOfMonth(year + 1, 7) };
}

export function financialYearOf(instant: Date): FinancialYear {
  const { year, month } = yearAndMonth(instant);
  return financialYearFrom(month >= 7 ? year : year - 1);
}

/** The choices, latest first: current–next, previous–current and two back, by Brisbane's calendar year. */
export const financialYearChoices = (now: Date): FinancialYear[] => yearChoices(now).map(financialYearFrom);

/** The months that overlap a range, 'YYYY-MM', earliest first. */
export function monthsOf({ from, to }: Range): string[] {
  const first = yearAndMonth(from);
  const months: string[] = [];
  for (let month = first.month; ; month += 1) {
    const start = startOfMonth(first.year, month);
    if (start >= to) return months;
    months.push(brisbaneDay(start).slice(0, 7));
  }
}

/** 'Jan 2026' for '2026-01'. */
export const monthLabel = (month: string): string =>
  `${shortMonthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;

/** '31/12/2026' for '2026-12-31'. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');

/** '31 December 2026' for '2026-12-31'. */
export function formatLongDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${MONTH_NAMES[Number(month) - 1]} ${year}`;
}

/** The instant's day in Brisbane, '31/12/2026'. */
export const formatDate = (instant: Date): string => formatDay(brisbaneDay(instant));

/** '31/12/2026 14:05' in Brisbane. */
export const formatDateTime = (instant: Date): string => `${formatDate(instant)} ${brisbaneTime(instant)}`;

// a browser's first formatter takes longer to be made than the first screen to be drawn (docs/product/app.md#late-code)
export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');

const shortMonthName = (month: number): string => MONTH_NAMES[month - 1]?.slice(0, 3) ?? '';

/** A date whose UTC fields are what Brisbane's clock shows at the instant. */
const brisbaneClock = (instant: Date): Date => new Date(instant.getTime() + BRISBANE_OFFSET_MS);

function yearAndMonth(instant: Date): { year: number; month: number } {
  const clock = brisbaneClock(instant);
  return { year: clock.getUTCFullYear(), month: clock.getUTCMonth() + 1 };
}

/** Months beyond 12 continue in the next year. */
function startOfMonth(year: number, month: number): Date {
  const clock = new Date(0);
  clock.setUTCFullYear(year, month - 1, 1);
  return new Date(clock.getTime() - BRISBANE_OFFSET_MS);
}

const endOfDay = (day: string): Date => new Date(brisbaneInstant(day).getTime() + DAY_MS);

/** Date.parse reads 30 February as 2 March and accepts a missing offset, so the form is checked first. */
function parseInstant(text: string): Date | null {
  const form =
    /^(.{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.exec(text);
  return form?.[1] && isDay(form[1]) ? new Date(text) : null;
}

const financialYearFrom = (year: number): FinancialYear => `${year}-${year + 1}`;
