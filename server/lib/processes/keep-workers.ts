import cluster, { type Address } from 'node:cluster';
import type { Logger } from 'pino';
import { ConfigError } from '../../config';

/** How long after its end a worker is started again: twice as long each time that it ended before it served. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** After so many ends of one before it served, there is no use in going on, unless others serve. */
const MOST_FAILURES = 5;

type Port = { leave(): void; onTaken(address: Address): void };

/**
 * Keeps workers running, which all serve one port. `ended` is rejected when all of them fail.
 * @param env besides ours @param port is left when a worker is about to listen
 */
export function keepWorkers(count: number, env: Record<string, string>, log: Logger, port: Port) {
  const running = new Set<ReturnType<typeof cluster.fork>>();
  const serving = new Set<number>();
  let stopping = false;
  let fault: ConfigError | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = () => (fault ? reject(fault) : resolve());
  });

  function stop() {
    stopping = true;
    for (const worker of running) worker.process.kill('SIGTERM');
    if (running.size === 0) end();
  }

  function run(failuresBefore: number) {
    if (stopping) return;
    const worker = cluster.fork(env);
    running.add(worker);
    // node:cluster listens for its workers in the same moment, which it tells nobody in another way
    worker.process.prependListener('internalMessage', ({ act }: { act?: string }) => {
      if (act === 'queryServer') port.leave();
    });
    worker.once('listening', (address) => {
      serving.add(worker.id);
      port.onTaken(address);
    });
    worker.once('exit', (code) => {
      running.delete(worker);
      const failures = serving.delete(worker.id) ? 0 : failuresBefore + 1;
      if (stopping) {
        if (running.size === 0) end();
      } else if (failures >= MOST_FAILURES && serving.size === 0) {
        fault = new ConfigError(
          `Trip Log does not start: its workers ended ${failures} times before they served. What they said is above; WEB_CONCURRENCY=1 does without them.`,
        );
        stop();
      } else {
        const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.max(failures - 1, 0), LONGEST_WAIT_MS);
        log.error({ worker: worker.id, code, wait }, 'a worker ended; starting another');
        setTimeout(run, wait, failures);
      }
    });
  }

  for (let i = 0; i < count; i += 1) run(0);
  return { stop, ended };
}
