import { daysBetween, isDay } from '@shared/periods';
import { MAX_HOURS_DAYS } from '@shared/shifts/shifts';
import { namedSpans, spansAt } from '@/lib/spans';

/** Both days are included. An empty driver means all of them. */
export type HoursFilter = { driverId: string; from: string; to: string };

/** The periods that are a choice away, by Brisbane's date. */
export const periodsAt = (now: Date) =>
  namedSpans(now, ['This week', 'Last week', 'This month', 'Last month']);

/** The filter that an address names, by default this week of all drivers. */
export function readFilter(search: URLSearchParams, now: Date): HoursFilter {
  const day = (name: 'from' | 'to') => {
    const named = search.get(name) ?? '';
    return isDay(named) ? named : spansAt(now)['This week'][name];
  };
  return { driverId: search.get('driver') ?? '', from: day('from'), to: day('to') };
}

export const writeFilter = ({ driverId, from, to }: HoursFilter): string =>
  new URLSearchParams({ ...(driverId && { driver: driverId }), from, to }).toString();

/** Why the hours of these days cannot be listed. */
export function hoursFilterFault({ from, to }: HoursFilter): string | undefined {
  if (from > to) return 'The last day must not be before the first';
  return daysBetween(from, to) >= MAX_HOURS_DAYS ? `At most ${MAX_HOURS_DAYS} days at once` : undefined;
}
