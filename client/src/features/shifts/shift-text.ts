import type { Driver } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import { formatCount } from '@shared/figures';
import { addDays, brisbaneDay, brisbaneTime, formatDay } from '@shared/periods';
import type { Shift } from '@shared/shifts/shifts';

export const dayOf = (instant: string): string => brisbaneDay(new Date(instant));

/** 'yesterday', or '31/12/2026'; empty for the day itself. */
function dayInWords(day: string, today: string): string {
  if (day === today) return '';
  return day === addDays(today, -1) ? 'yesterday' : formatDay(day);
}

/** The first name where no other driver has it, else the whole name. */
export function shortName(shift: Pick<Shift, 'driverId' | 'driverName'>, drivers: readonly Driver[]): string {
  const name = drivers.find(({ id }) => id === shift.driverId)?.firstName;
  const isShared = drivers.some(({ id, firstName }) => id !== shift.driverId && firstName === name);
  return name && !isShared ? name : shift.driverName;
}

/** A time, with its day where that is not the day `day`: '14:30', '02:00 next day', '02:00 on 24/11/2026'. */
export function timeText(instant: string, day: string): string {
  const at = new Date(instant);
  const on = brisbaneDay(at);
  if (on === day) return brisbaneTime(at);
  return `${brisbaneTime(at)} ${on === addDays(day, 1) ? 'next day' : `on ${formatDay(on)}`}`;
}

/** '06:10 to 14:30', or 'since 06:10' while it is open. */
export function spanText({ start, end }: Pick<Shift, 'start' | 'end'>): string {
  const from = brisbaneTime(new Date(start));
  return end ? `${from} to ${timeText(end, dayOf(start))}` : `since ${from}`;
}

/** Identifies a shift among others: 'Amy Young, 23/11/2026, 06:10 to 14:30'. */
export const shiftLabel = (shift: Pick<Shift, 'driverName' | 'start' | 'end'>): string =>
  `${shift.driverName}, ${formatDay(dayOf(shift.start))}, ${spanText(shift)}`;

/** Milliseconds; an open shift lasts until `now`. */
export const lengthOf = ({ start, end }: Pick<Shift, 'start' | 'end'>, now: Date): number =>
  (end ? Date.parse(end) : now.getTime()) - Date.parse(start);

/** Milliseconds as '8 h 20 min'. */
export const hoursText = (ms: number): string => minutesText(Math.max(0, Math.round(ms / MINUTE_MS)));

/** 'since 06:10', 'since yesterday 06:10', 'since 24/11/2026 06:10'. */
export function sinceText({ start }: Pick<Shift, 'start'>, today: string): string {
  const day = dayInWords(dayOf(start), today);
  return `since ${day && `${day} `}${brisbaneTime(new Date(start))}`;
}

/** 500 minutes as '8 h 20 min'. */
function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours > 0 && `${formatCount(hours)} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ');
}

/** 482 minutes as '8 h 02 min': figures that are below each other line up. */
export const alignedMinutesText = (minutes: number): string =>
  `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;

/** The minute that an instant is in: hours are kept to the minute, as trips are. */
export const minuteOf = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS);
