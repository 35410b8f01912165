import type { compareLoad } from './load';

/** One figure next to its target. */
export type Row = {
  what: string;
  figure: string;
  target: string;
  met: boolean;
  /** What keeps the figure from being better. */
  limit: string;
};

/** What was measured so far. */
export const rows: Row[] = [];

function report(row: Row): void {
  rows.push(row);
  const { what, figure, target, met } = row;
  console.log(`${met ? '✓' : '✗'} ${what.padEnd(44)} ${figure.padEnd(34)} target ${target}`);
}

const OWN_TIME = 'the work itself; other programs on the machine add to it';

/**
 * @param note how the figure came about
 * @param limit what keeps it from being better
 */
export function atMost(
  what: string,
  value: number,
  most: number,
  { unit = '', note = '', limit = OWN_TIME } = {},
): void {
  const digits = unit === 'ms' || unit === 'MB' ? 0 : unit ? 1 : 2;
  const figure = [value.toFixed(digits), unit, note].filter(Boolean).join(' ');
  report({ what, figure, target: `≤ ${most} ${unit}`.trim(), met: value <= most, limit });
}

/** @param next what is aimed at once `least` is reached */
export function atLeast(
  what: string,
  { ratio, ours, bare }: Awaited<ReturnType<typeof compareLoad>>,
  { least, next }: { least: number; next?: number },
  limit: string,
): void {
  const figure = `${ratio.toFixed(2)} (${ours.toFixed(0)} of ${bare.toFixed(0)} /s)`;
  const target = `≥ ${least}${next ? `, then ${next}` : ''}`;
  report({ what, figure, target, met: ratio >= least, limit });
}

/** All of what must be there. */
export function allOf(what: string, count: number, of: number, note: string): void {
  const figure = `${count.toLocaleString('en-AU')} ${note}`;
  report({
    what,
    figure,
    target: `${of.toLocaleString('en-AU')} stored`,
    met: count === of,
    limit: 'an error',
  });
}

/** A part that could not be measured. */
export function notMeasured(part: string, error: Error): void {
  const [figure = ''] = error.message.split('\n');
  report({
    what: `Not measured: ${part}`,
    figure,
    target: 'none',
    met: false,
    limit: 'its measurement failed',
  });
}
