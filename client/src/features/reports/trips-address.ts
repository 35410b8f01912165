import { brisbaneDay, lastDay, type Range } from '@shared/periods';
import type { TripFilters, TripSort } from '@shared/trips/trips';

/** The address of Trip History with these filters, which it reads by the names that GET /api/trips has for them. */
export const tripsAddress = (filters: Partial<TripFilters & TripSort>): string =>
  `/?${new URLSearchParams({ tab: 'history', ...filters })}`;

/** The days of a range, as filters. */
export const daysOf = (range: Range) => ({ startDate: brisbaneDay(range.from), endDate: lastDay(range) });
