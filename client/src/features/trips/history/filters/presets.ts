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
import type { TripHistoryFilters } from './trip-filters';

/** The days of a period, both included. */
export type Days = Pick<TripHistoryFilters, 'startDate' | 'endDate'>;

/** From Monday to Sunday. */
function weekOf(day: string): Days {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  const startDate = addDays(day, -sinceMonday);
  return { startDate, endDate: addDays(startDate, 6) };
}

/** The periods that people ask for most. */
export function presetsAt(now: Date): (Days & { label: string })[] {
  const today = brisbaneDay(now);
  const quarter = quarterOf(now);
  return [
    { label: 'Today', startDate: today, endDate: today },
    { label: 'This week', ...weekOf(today) },
    { label: 'This quarter', ...daysOf(quarterRange(quarter)) },
    { label: 'Last quarter', ...daysOf(quarterRange(previousQuarter(quarter))) },
    { label: 'Financial year', ...daysOf(financialYearRange(financialYearOf(now))) },
  ];
}
