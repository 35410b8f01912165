import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { BusyError } from '../errors';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
/** A tenth of the waits of half a second are longer: light work begins to suffer. */
const BEHIND_MS = 100;
/** Other programs may hold this process up for a moment; that refuses no request. */
const PATIENCE_MS = 10_000;

export function watchEventLoop({ patienceMs = PATIENCE_MS } = {}) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let behind = false;
  delays.enable();
  const sampling = setInterval(() => {
    behind = delays.percentile(90) / 1e6 - RESOLUTION_MS > BEHIND_MS;
    delays.reset();
  }, SAMPLE_MS);
  sampling.unref();
  return {
    /** Waits while this process is too far behind for more heavy work. @throws BusyError when it stays so */
    async caughtUp(): Promise<void> {
      const patienceEnds = performance.now() + patienceMs;
      while (behind) {
        if (performance.now() >= patienceEnds) throw new BusyError();
        await wait(SAMPLE_MS);
      }
    },
    stop() {
      clearInterval(sampling);
      delays.disable();
    },
  };
}
