import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lowerPriority, WORK_PIPE } from './work-processes';

const RESTART_MS = 1000;

/**
 * Keeps a child process running for as long as this one runs; it is started again when it ends.
 * @param start starts it, with a pipe at WORK_PIPE, whose end tells it to stop
 * @returns `stop`, which kills it when it has not ended after `graceMs`
 */
export function keepRunning(start: () => ChildProcess): { stop(graceMs: number): Promise<void> } {
  let child: ChildProcess;
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
    }, RESTART_MS);
  };
  run();
  return {
    async stop(graceMs) {
      child.off('exit', again).off('error', again);
      if (restart) return clearTimeout(restart);
      const ended = once(child, 'exit');
      child.stdio[WORK_PIPE]?.destroy();
      const grace = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(grace);
    },
  };
}
