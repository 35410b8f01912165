type Row = { what: string; figure: string; target: string; met: boolean };

/** Prints one figure next to its target. */
export function report({ what, figure, target, met }: Row): void {
  console.log(`${met ? '✓' : '✗'} ${what.padEnd(44)} ${figure.padEnd(34)} target ${target}`);
}

/** @param note how the figure came about */
export function recordAtMost(what: string, value: number, most: number, { unit = '', note = '' } = {}): void {
  const digits = unit === 'ms' || unit === 'MB' ? 0 : unit ? 1 : 2;
  const figure = [value.toFixed(digits), unit, note].filter(Boolean).join(' ');
  report({ what, figure, target: `≤ ${most} ${unit}`.trim(), met: value <= most });
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Measures two things in turns, so that both see the same machine. @returns medians, without the first rounds, which warm up */
export async function inTurns(
  ours: () => Promise<number>,
  other: () => Promise<number>,
  { rounds, warmUp = 1 }: { rounds: number; warmUp?: number },
) {
  const turns: { ours: number; other: number }[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1)
    turns.push({ other: await other(), ours: await ours() });
  const counted = turns.slice(warmUp);
  return {
    ratio: median(counted.map((turn) => turn.ours / turn.other)),
    ours: median(counted.map((turn) => turn.ours)),
    other: median(counted.map((turn) => turn.other)),
  };
}

export function atLeast(
  what: string,
  { ratio, ours, other }: Awaited<ReturnType<typeof inTurns>>,
  { least }: { least: number },
): void {
  const figure = `${ratio.toFixed(2)} (${ours.toFixed(0)} of ${other.toFixed(0)} /s)`;
  report({ what, figure, target: `≥ ${least}`, met: ratio >= least });
}
