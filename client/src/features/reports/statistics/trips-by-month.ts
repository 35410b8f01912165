import { addDays, monthsOf } from '@shared/periods';
import { type MonthOfTrips, oneYear } from '@shared/reports/statistics';

/** A month of the chart; a month without trips has no average. */
export type ChartMonth = {
  month: string;
  tripCount: number;
  avgWaitTime: number | null;
  /** The trips of the same month a year before. */
  before: number;
};

const yearBefore = (month: string) => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

/** The twelve months up to now, with or without trips, each with the same month a year before. */
export function twelveMonths(months: readonly MonthOfTrips[], now: Date): ChartMonth[] {
  const found = (month: string) => months.find((other) => other.month === month);
  return monthsOf(oneYear(now)).map((month) => ({
    month,
    tripCount: found(month)?.tripCount ?? 0,
    avgWaitTime: found(month)?.avgWaitTime ?? null,
    before: found(yearBefore(month))?.tripCount ?? 0,
  }));
}

/** The days of a month, as Trip History filters by them. */
export function daysOfMonth(month: string): { startDate: string; endDate: string } {
  const startDate = `${month}-01`;
  const nextMonth = addDays(startDate, 31).slice(0, 7);
  return { startDate, endDate: addDays(`${nextMonth}-01`, -1) };
}
