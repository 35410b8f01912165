import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations';
import { brisbaneDay } from '../periods';
import type { Trip } from '../trips/trips';
import { NIGHT_HOURS } from './shift-remarks';
import { PROPOSAL_MARGIN_MINUTES, type Shift } from './shifts';

/** Half a day is longer than any shift that is meant: one that began yesterday evening is under way. */
const LEFT_OPEN_MS = DAY_MS / 2;

/** Whether an open shift was probably left open: it began on an earlier Brisbane day, over twelve hours ago (docs/product/hours.md#left-open). */
export function isLeftOpen({ start, end }: { start: string | Date; end: unknown }, now: Date): boolean {
  const begun = new Date(start);
  return !end && brisbaneDay(begun) !== brisbaneDay(now) && now.getTime() - begun.getTime() >= LEFT_OPEN_MS;
}

/**
 * When a shift that was left open probably ended: 15 minutes after the driver's last trip, or after that trip's duration. A rest of eight
 * hours ends the shift too, because a trip after it belongs to another day's work, and so does the next shift.
 * @param trips the driver's, in any order @param shifts the driver's, in any order
 * @returns undefined if no trip is in the shift, or if the end would lie in the future
 */
export function endAfterLastTrip(
  { start }: Pick<Shift, 'start'>,
  trips: readonly Pick<Trip, 'datetime' | 'duration'>[],
  shifts: readonly Pick<Shift, 'start'>[],
  now: Date,
): Date | undefined {
  let at = Date.parse(start);
  const next = Math.min(...shifts.map((one) => Date.parse(one.start)).filter((begun) => begun > at));
  let minutes = 0;
  /** Hours may pass before the first trip: a driver who waits is available. */
  let latest = at + LEFT_OPEN_MS;
  const times = trips.map(({ datetime, duration }) => ({ time: Date.parse(datetime), duration }));
  for (const { time, duration } of times.sort((one, other) => one.time - other.time)) {
    if (time < at) continue;
    if (time >= Math.min(latest, next)) break;
    at = time;
    latest = at + NIGHT_HOURS * HOUR_MS;
    minutes = Math.max(PROPOSAL_MARGIN_MINUTES, duration ?? 0);
  }
  const end = new Date(Math.min(at + minutes * MINUTE_MS, next));
  return minutes > 0 && end <= now ? end : undefined;
}
