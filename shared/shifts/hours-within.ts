import { MINUTE_MS } from '../durations';
import type { Range } from '../periods';

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

/** Minutes since 1970, half-open. */
export type MinuteSpan = { from: number; to: number };

/** The minutes of a shift that lie in a range; undefined if it lies outside (docs/product/hours.md#hours-of-a-driver). */
export function partWithin({ start, end }: { start: Date; end: Date }, range: Range): MinuteSpan | undefined {
  if (start >= range.to || end <= range.from) return undefined;
  return {
    from: Math.max(minuteOf(start), minuteOf(range.from)),
    to: Math.min(minuteOf(end), minuteOf(range.to)),
  };
}

/** Minutes that lie in at least one part, as a driver drives one shift at a time. @param parts of one driver, earliest first */
export function minutesOf(parts: readonly MinuteSpan[]): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of parts) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}
