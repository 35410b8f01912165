import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 500;
/** A tenth of the waits of half a second are longer: light work begins to suffer. */
const BEHIND_MS = 100;

/**
 * Watches how far this process is behind with its events.
 * @returns whether it was too far behind lately for more heavy work to be taken on
 */
export function watchEventLoop(): { isBehind(): boolean; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let behind = false;
  delays.enable();
  const sampling = setInterval(() => {
    behind = delays.percentile(90) / 1e6 - RESOLUTION_MS > BEHIND_MS;
    delays.reset();
  }, SAMPLE_MS);
  sampling.unref();
  return {
    isBehind: () => behind,
    stop() {
      clearInterval(sampling);
      delays.disable();
    },
  };
}
