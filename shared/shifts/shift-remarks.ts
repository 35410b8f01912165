import type { Shift } from './shifts';

const HOUR_MS = 3_600_000;
/** A longer shift, and a shorter rest between two, are pointed out (docs/product/hours.md#remarks). */
export const LONG_SHIFT_HOURS = 12;
export const NIGHT_HOURS = 8;

export type ShiftRemark = 'overlap' | 'long' | 'short-rest';

export const SHIFT_REMARKS: Record<ShiftRemark, string> = {
  overlap: 'Overlaps another shift',
  long: `Longer than ${LONG_SHIFT_HOURS} hours`,
  'short-rest': `Less than ${NIGHT_HOURS} hours of rest before it`,
};

type Timed = Pick<Shift, 'driverId' | 'start' | 'end'>;

/**
 * What stands out in shifts of any drivers; nothing of it is refused. Two shifts of one Brisbane day are a broken day, not a short night: only
 * the rest between shifts that begin on different days is judged.
 * @param now the end of an open shift until it has one
 * @returns the remarks on each shift, in the order given
 */
export function remarksOn(
  shifts: readonly Timed[],
  now: Date,
  dayOf: (instant: string) => string,
): ShiftRemark[][] {
  const endOf = ({ end }: Timed) => (end ? Date.parse(end) : now.getTime());
  return shifts.map((shift) => {
    const [start, end] = [Date.parse(shift.start), endOf(shift)];
    const others = shifts.filter((other) => other !== shift && other.driverId === shift.driverId);
    const overlaps = others.some((other) => Date.parse(other.start) < end && start < endOf(other));
    const lastEnd = Math.max(
      ...others
        .filter((other) => endOf(other) <= start && dayOf(other.start) !== dayOf(shift.start))
        .map(endOf),
    );
    return [
      ...(overlaps ? (['overlap'] as const) : []),
      ...(end - start > LONG_SHIFT_HOURS * HOUR_MS ? (['long'] as const) : []),
      ...(start - lastEnd < NIGHT_HOURS * HOUR_MS ? (['short-rest'] as const) : []),
    ];
  });
}
