import { brisbaneDay, dayRange, monthsOf } from '@shared/periods';
import type { MonthOfTrips } from '@shared/reports/statistics';

/** A month of the chart; a month without trips has no average. */
export type ChartMonth = { month: string; tripCount: number; avgWaitTime: number | null };

/** The thirteen months up to now, with or without trips, so that the same month of both years is shown. */
export function thirteenMonths(months: readonly MonthOfTrips[], now: Date): ChartMonth[] {
  const today = brisbaneDay(now);
  const firstDay = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}-01`;
  return monthsOf(dayRange(firstDay, today)).map(
    (month) => months.find((other) => other.month === month) ?? { month, tripCount: 0, avgWaitTime: null },
  );
}
