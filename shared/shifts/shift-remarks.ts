import { HOUR_MS } from '../durations';
import type { Shift } from './shifts';

/** A longer shift, and a shorter rest between two, are pointed out (docs/product/hours.md#remarks). */
export const LONG_SHIFT_HOURS = 12;
export const NIGHT_HOURS = 8;

export type ShiftRemark = 'overlap' | 'long' | 'short-rest';

export const SHIFT_REMARKS: Record<ShiftRemark, string> = {
  overlap: 'Overlaps another shift',
  long: `Longer than ${LONG_SHIFT_HOURS} hours`,
  'short-rest': `Less than ${NIGHT_HOURS} hours of rest before it`,
};

/** Whether a remark comes from one of Trip Log's own figures. */
export const isOfOwnFigure = (remark: ShiftRemark): boolean => remark !== 'overlap';

/** Where the figures of the remarks come from (docs/regulator.md#fatigue). */
export const OWN_FIGURES = `${LONG_SHIFT_HOURS} hours and ${NIGHT_HOURS} hours of rest are Trip Log's own figures, not TMR's.`;

type Timed = Pick<Shift, 'driverId' | 'start' | 'end'>;
type Placed = { index: number; start: number; end: number; day: string };

/**
 * Remarks on odd shifts of any drivers; they refuse nothing. Two shifts of one Brisbane day are a broken day, not a short night: only
 * the rest between shifts that begin on different days is judged.
 * @param now the end of an open shift until it has one
 * @returns the remarks on each shift, in the order given
 */
export function remarksOn(
  shifts: readonly Timed[],
  now: Date,
  dayOf: (instant: string) => string,
): ShiftRemark[][] {
  const ofDriver = new Map<string, Placed[]>();
  for (const [index, { driverId, start, end }] of shifts.entries()) {
    const from = Date.parse(start);
    // a phone whose clock is ahead starts a shift in the future
    const until = end ? Date.parse(end) : Math.max(now.getTime(), from);
    const placed = { index, start: from, end: until, day: dayOf(start) };
    const others = ofDriver.get(driverId);
    if (others) others.push(placed);
    else ofDriver.set(driverId, [placed]);
  }
  const remarks = shifts.map((): ShiftRemark[] => []);
  for (const placed of ofDriver.values()) addRemarks(placed, remarks);
  return remarks;
}

/** Adds the remarks on one driver's shifts, in one pass over their starts and one over their ends. */
function addRemarks(placed: readonly Placed[], remarks: ShiftRemark[][]): void {
  const byStart = placed.toSorted((a, b) => a.start - b.start);
  const byEnd = placed.toSorted((a, b) => a.end - b.end);
  let latestEnd = Number.NEGATIVE_INFINITY;
  let ended = 0;
  /** The last shift that has ended, and the last before it of another day. */
  let last: Placed | undefined;
  let lastOfOtherDay: Placed | undefined;
  for (const [position, shift] of byStart.entries()) {
    for (let next = byEnd[ended]; next && next.end <= shift.start; next = byEnd[ended]) {
      if (next === shift) break;
      if (last?.day !== next.day) lastOfOtherDay = last;
      last = next;
      ended += 1;
    }
    const before = last?.day === shift.day ? lastOfOtherDay : last;
    const following = byStart[position + 1];
    const own = remarks[shift.index] ?? [];
    if (latestEnd > shift.start || (following && following.start < shift.end)) own.push('overlap');
    if (shift.end - shift.start > LONG_SHIFT_HOURS * HOUR_MS) own.push('long');
    if (before && shift.start - before.end < NIGHT_HOURS * HOUR_MS) own.push('short-rest');
    latestEnd = Math.max(latestEnd, shift.end);
  }
}
