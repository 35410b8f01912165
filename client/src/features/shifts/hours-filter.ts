import { addDays, brisbaneDay, daysBetween, isDay } from '@shared/periods';
import { MAX_HOURS_DAYS } from '@shared/shifts/shifts';

/** Both days are included. An empty driver means all of them. */
export type HoursFilter = { driverId: string; from: string; to: string };

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

export type HoursPeriod = { name: string; from: string; to: string };

/** The periods that are a choice away, by Brisbane's date. */
export function periodsAt(now: Date): HoursPeriod[] {
  const today = brisbaneDay(now);
  const monday = mondayOf(today);
  const first = `${today.slice(0, 8)}01`;
  const endOfLast = addDays(first, -1);
  const firstOfNext = `${addDays(first, 31).slice(0, 8)}01`;
  return [
    { name: 'This week', from: monday, to: addDays(monday, 6) },
    { name: 'Last week', from: addDays(monday, -7), to: addDays(monday, -1) },
    { name: 'This month', from: first, to: addDays(firstOfNext, -1) },
    { name: 'Last month', from: `${endOfLast.slice(0, 8)}01`, to: endOfLast },
  ];
}

/** The filter that an address names, by default this week of all drivers. */
export function readFilter(search: URLSearchParams, now: Date): HoursFilter {
  const [thisWeek] = periodsAt(now);
  const day = (name: 'from' | 'to') => {
    const named = search.get(name) ?? '';
    return isDay(named) ? named : (thisWeek?.[name] ?? brisbaneDay(now));
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
