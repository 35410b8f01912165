import { setTimeout as pause } from 'node:timers/promises';
import { memoryOfTree, sum } from '../test/attacks/process-memory';
import type { Running } from '../test/processes';

const SAMPLE_MS = 20;
const SETTLE_MS = 1500;

/** In MB, of a server's process and of the work processes next to it. Linux only. */
const memoryOf = ({ child }: Running) => sum(memoryOfTree(child.pid));

/** Waits until a server has started all that it starts by itself. */
async function untilIdle(server: Running): Promise<void> {
  for (let before = 0, now = memoryOf(server); Math.abs(now - before) > 2; now = memoryOf(server)) {
    before = now;
    await pause(SETTLE_MS);
  }
}

/**
 * What work makes a server and its work processes grow by at most, in MB, above what they take before it, and what the work answers. On
 * a server that did nothing yet: a heap that grew before has room that is not counted.
 */
export async function withPeakMemory<T>(server: Running, work: () => Promise<T>) {
  await untilIdle(server);
  const idle = memoryOf(server);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, SAMPLE_MS);
  try {
    return { result: await work(), growth: peak - idle };
  } finally {
    clearInterval(watch);
  }
}
