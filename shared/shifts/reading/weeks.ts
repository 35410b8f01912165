import type { ImportQuestion } from '../../imports/imports';
import { addDays, brisbaneDay, daysBetween, formatDay } from '../../periods';
import { type DateReading, dayIn, readDay, weekdayIn, weekdayOf } from '../../reading/days';

/** How a sheet's dates are read, and the first day of the week that its weekdays are of. */
export type SheetReading = DateReading & { weekStart?: string };

/** A question about a whole sheet. */
export type SheetQuestion = Omit<ImportQuestion, 'name'> & { name: ImportQuestion['name'] | 'week' };

/** Weekdays without dates, in the order of the sheet, and the rows above its headings, which may say their week. */
export type SheetWeek = { weekdays: readonly string[]; titles: readonly WeekTitle[] };
type WeekTitle = { number: number; text: string; dates: readonly string[] };

const MAX_TITLE = 200;

const DATE =
  /\d{4}-\d{2}-\d{2}(?:T[\d:.]+)?|\d{1,2}([/.-])\d{1,2}(?:\1(?:\d{4}|\d{2}))?(?!\d)|\d{1,2}(?:st|nd|rd|th)?\s[a-z]{3,9}\.?,?(?:\s\d{4})?/gi;
const ENDS = /\bw\s?\/?\s?e\b|\b(?:week|period)\b.*\bend/i;
const STARTS = /\bw\s?\/?\s?[bcs]\b|\b(?:week|period)\b.*\b(?:comm?enc|start|beginn|from|of\b)/i;

/** "Mon" without any date. */
export const isWeekday = (text: string): boolean =>
  weekdayIn(`${text.trim()} `) !== undefined && !/\d/.test(text);

/** The rows above the headings that may say a week: "Week ending 15/11/2026", "9/11 - 15/11". */
export const weekTitles = (rows: readonly { number: number; cells: readonly string[] }[]): WeekTitle[] =>
  rows
    .map(({ number, cells }) => ({ number, text: cells.filter(Boolean).join(' ').replace(/\s+/g, ' ') }))
    .filter(({ text }) => text.length <= MAX_TITLE)
    .map((title) => ({ ...title, dates: title.text.match(DATE) ?? [] }))
    .filter(
      ({ text, dates }) => dates.length > 1 || (dates.length > 0 && (ENDS.test(text) || STARTS.test(text))),
    );

/** The first day of the week that a title says; undefined where it says none, or more than a week. */
function weekOfTitle({ text, dates }: WeekTitle, reading: DateReading, today: string): string | undefined {
  const dayOf = (date: string | undefined, near: string) =>
    date === undefined ? undefined : (dayIn(date, reading) ?? readDay(date, near));
  const [first, second, more] = dates;
  const last = dayOf(second, today);
  const day = dayOf(first, last ?? today);
  if (!day || more) return undefined;
  if (last) return daysBetween(day, last) > 0 && daysBetween(day, last) < 7 ? day : undefined;
  if (second !== undefined) return undefined;
  if (ENDS.test(text)) return addDays(day, -6);
  return STARTS.test(text) ? day : undefined;
}

/** The day of a week with a weekday's name. */
const dayOfWeek = (start: string, weekday: string | undefined): string | undefined =>
  [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(start, count)).find((day) => weekdayOf(day) === weekday);

/** A weekday as its date in the sheet's week; any other text as it is. */
export function datedWeekday(text: string, { weekStart }: SheetReading): string {
  const day = weekStart && isWeekday(text) ? dayOfWeek(weekStart, weekdayIn(`${text.trim()} `)) : undefined;
  return day ? formatDay(day) : text;
}

/** Whether weekdays are in order in the week that begins on a day. */
function areInOrder(weekdays: readonly string[], start: string): boolean {
  const days = weekdays.map((text) => dayOfWeek(start, weekdayIn(`${text.trim()} `)) ?? '');
  return days.every((day, index) => day >= (days[index - 1] ?? ''));
}

/**
 * The week of a sheet's weekdays: the one that a title says, or else the week on the screen. Weekdays that are in order from another day than
 * Monday on are asked about: they may begin before the screen's Monday, or after it.
 * @param monday the first day of the week on the screen @param answer the first day of the sheet's week
 * @returns the question, where it is not known; else its first day, and a note
 */
export function weekOfSheet(
  { weekdays, titles }: SheetWeek,
  reading: DateReading,
  now: Date,
  monday: string,
  answer?: string,
): { question: SheetQuestion } | { weekStart: string; note: string } {
  const daysText = (start: string) => `${formatDay(start)} to ${formatDay(addDays(start, 6))}`;
  for (const title of titles) {
    const start = weekOfTitle(title, reading, brisbaneDay(now));
    if (start)
      return {
        weekStart: start,
        note: `The weekdays are those of ${daysText(start)}, as row ${title.number} says`,
      };
  }
  const first = dayOfWeek(monday, weekdayIn(`${weekdays[0]?.trim()} `)) ?? monday;
  const starts =
    areInOrder(weekdays, monday) || !areInOrder(weekdays, first) ? [monday] : [addDays(first, -7), first];
  const [weekStart = monday, other] = answer && starts.includes(answer) ? [answer] : starts;
  if (other === undefined) return { weekStart, note: `The weekdays are those of ${daysText(weekStart)}` };
  return {
    question: {
      name: 'week',
      text: 'Which week are these weekdays of?',
      reason: 'They have no dates.',
      choices: starts.map((start) => ({ value: start, label: daysText(start) })),
    },
  };
}
