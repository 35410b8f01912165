import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lowerPriority, WORK_PIPE } from './spawn-sibling';

/** The process that starts it comes first; one that ends at once is not started at every moment. */
const START_AFTER_MS = 1000;

/** Keeps a child with a pipe at WORK_PIPE running. @returns `stop`, which closes the pipe, and kills it after `graceMs` */
export function keepRunning(start: () => ChildProcess): { stop(graceMs: number): Promise<void> } {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  const run = () => {
    child = start();
    lowerPriority(child);
    child.stdio[WORK_PIPE]?.on('error', () => {});
    child.once('exit', again).once('error', again);
  };
  const again = () => {
    restart ??= setTimeout(() => {
      restart = undefined;
      run();
    }, START_AFTER_MS);
  };
  again();
  return {
    async stop(graceMs) {
      clearTimeout(restart);
      const last = child;
      if (restart || !last) return;
      last.off('exit', again).off('error', again);
      const ended = once(last, 'exit');
      last.stdio[WORK_PIPE]?.destroy();
      const grace = setTimeout(() => last.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}
