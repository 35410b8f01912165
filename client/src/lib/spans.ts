import {
  addDays,
  brisbaneDay,
  daysOf,
  financialYearOf,
  financialYearRange,
  previousQuarter,
  quarterOf,
  quarterRange,
} from '@shared/periods';

/** Brisbane days, both included. */
export type Span = { from: string; to: string };

const span = (range: Parameters<typeof daysOf>[0]): Span => {
  const { startDate, endDate } = daysOf(range);
  return { from: startDate, to: endDate };
};

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The periods that are a choice away, by Brisbane's date; a week begins on Monday. */
export function spansAt(now: Date) {
  const today = brisbaneDay(now);
  const monday = mondayOf(today);
  const first = `${today.slice(0, 8)}01`;
  const endOfLast = addDays(first, -1);
  const firstOfNext = `${addDays(first, 31).slice(0, 8)}01`;
  const quarter = quarterOf(now);
  const year = financialYearRange(financialYearOf(now));
  const yearBefore = financialYearRange(financialYearOf(new Date(year.from.getTime() - 1)));
  return {
    Today: { from: today, to: today },
    'This week': { from: monday, to: addDays(monday, 6) },
    'Last week': { from: addDays(monday, -7), to: addDays(monday, -1) },
    'This month': { from: first, to: addDays(firstOfNext, -1) },
    'Last month': { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast },
    'This quarter': span(quarterRange(quarter)),
    'Last quarter': span(quarterRange(previousQuarter(quarter))),
    'Financial year': span(year),
    'Last financial year': span(yearBefore),
  } satisfies Record<string, Span>;
}
export type SpanName = keyof ReturnType<typeof spansAt>;

/** Some of the periods, with their names. */
export function namedSpans(now: Date, names: readonly SpanName[]) {
  const spans = spansAt(now);
  return names.map((name) => ({ name, ...spans[name] }));
}
