import { addDays, brisbaneDay, brisbaneTime, formatDay, isDay } from '@shared/periods';
import { mondayOf } from '@/lib/spans';

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const daysOfWeek = (monday: string): string[] => NAMES.map((_, index) => addDays(monday, index));

/** 'Mon'. */
export const weekdayName = (day: string): string => NAMES[(new Date(day).getUTCDay() + 6) % 7] ?? '';

/** 'Mon 23/11'. */
export const dayHeading = (day: string): string => `${weekdayName(day)} ${formatDay(day).slice(0, 5)}`;

/** The week that people come to enter: the running one, but until Tuesday noon the one before. @returns its Monday */
export function weekToEnter(now: Date): string {
  const today = brisbaneDay(now);
  const monday = mondayOf(today);
  const isEarly = today === monday || (today === addDays(monday, 1) && brisbaneTime(now) < '12:00');
  return isEarly ? addDays(monday, -7) : monday;
}

/** The Monday of the week that an address names; undefined where it names none, or one that no hours are of. */
export function mondayNamed(search: string): string | undefined {
  const named = new URLSearchParams(search).get('monday') ?? '';
  return isDay(named) && /^20/.test(named) ? mondayOf(named) : undefined;
}
