import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Starts a Node program; only what it says in `env` differs from this process's environment.
 * @param options of the process, and `command` for another program than Node
 */
export function startProgram(
  args: string[],
  env: Record<string, string>,
  { command = process.execPath, ...options }: SpawnOptionsWithoutStdio & { command?: string } = {},
) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...env },
  });
  const log: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, errors }));
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line);
      const url = /^\{.*"url":"(http[^"]*)"/.exec(line)?.[1];
      if (url) resolve(url);
    });
    ended.then(() => reject(new Error(`${args.join(' ')} ended before it was ready: ${errors}`)));
  });
  // only some who start a program wait for this
  ready.catch(() => {});
  return {
    child,
    /** The lines of its log so far. */
    log,
    /** The address in its log, once it serves; rejects when it ends before. Needs LOG_LEVEL=info. */
    ready,
    /** Its end: what it wrote to its error output is only interesting when it failed. */
    ended,
  };
}

export type Running = { url: string; child: ChildProcess; stop(): Promise<void> };

/** Starts a Node program that serves, and waits until it does; what it writes to its error output is shown. */
export async function startServer(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const { child, ready, ended } = startProgram(args, { LOG_LEVEL: 'info', ...env });
  child.stderr.pipe(process.stderr, { end: false });
  return {
    url: await ready,
    child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Kills a process that may have ended, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Whether there is a process of this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
