import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where a child process finds the pipe to the process that started it: the file after standard error. */
export const WORK_PIPE = 3;

const NICENESS = 10;

/*
 * Programs that lie next to the module that starts them: TypeScript in the sources, JavaScript in the bundle, where
 * build.ts has them as entry points. `moduleUrl` is `import.meta.url` of that module, `name` the file without extension.
 */
function siblingOf(moduleUrl: string, name: string) {
  const file = fileURLToPath(moduleUrl);
  const extension = path.extname(file);
  return { program: path.join(path.dirname(file), name + extension), isSource: extension === '.ts' };
}

/** Starts a program as a child process. @param options.env what differs from this process's environment */
export function spawnSibling(
  moduleUrl: string,
  name: string,
  args: string[],
  { nodeOptions = [], env, ...options }: SpawnOptions & { nodeOptions?: string[] },
): ChildProcess {
  const { program, isSource } = siblingOf(moduleUrl, name);
  const tsx = () => pathToFileURL(createRequire(moduleUrl).resolve('tsx')).href;
  const loader = isSource ? ['--import', tsx()] : [];
  return spawn(process.execPath, [...nodeOptions, ...loader, program, ...args], {
    ...options,
    env: { ...process.env, ...env },
  });
}

/** Puts a process below those that answer people. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, NICENESS);
  } catch {
    // it has ended, or the system does not allow it
  }
}
