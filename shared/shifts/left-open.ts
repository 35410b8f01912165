import { DAY_MS } from '../durations';
import { brisbaneDay } from '../periods';
import type { Shift } from './shifts';

/** Half a day is longer than any shift that is meant: one that began yesterday evening is under way. */
const LEFT_OPEN_MS = DAY_MS / 2;

/** Whether an open shift was probably left open: it began on an earlier Brisbane day, over twelve hours ago (docs/product/hours.md#left-open). */
export function isLeftOpen({ start, end }: Pick<Shift, 'start' | 'end'>, now: Date): boolean {
  const begun = new Date(start);
  return !end && brisbaneDay(begun) !== brisbaneDay(now) && now.getTime() - begun.getTime() >= LEFT_OPEN_MS;
}
