import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A child process's pipe to the process that started it: the file descriptor after standard error. */
export const WORK_PIPE = 3;

const NICENESS = 10;

/** Starts the program next to a module, in TypeScript or bundled. @param options.env differs from this process's */
export function spawnSibling(
  moduleUrl: string,
  name: string,
  args: string[],
  { nodeOptions = [], env, ...options }: SpawnOptions & { nodeOptions?: string[] },
): ChildProcess {
  const { dir, ext } = path.parse(fileURLToPath(moduleUrl));
  const tsx = () => pathToFileURL(createRequire(moduleUrl).resolve('tsx')).href;
  const loader = ext === '.ts' ? ['--import', tsx()] : [];
  return spawn(process.execPath, [...nodeOptions, ...loader, path.join(dir, name + ext), ...args], {
    ...options,
    env: { ...process.env, ...env },
  });
}

export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, NICENESS);
  } catch {
    // it has ended, or the system does not allow it
  }
}

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
