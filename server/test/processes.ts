import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

/**
 * Bundles programs for the tests of a file, as `npm start` does it: they start in half the time. Call it at the top.
 * @returns the file of a bundled program, by its name
 */
export function bundlePrograms(...entryPoints: string[]): (name: string) => string {
  let folder: string;
  beforeAll(async () => {
    // below node_modules, where they find packages
    const cache = resolve('node_modules/.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'test-programs-'));
    await build({
      entryPoints,
      outdir: folder,
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (name) => join(folder, `${name}.mjs`);
}

/** Starts a Node program; only what it says in `env` differs from this process's environment. */
export function startProgram(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...env },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return {
    child,
    /** Its end: what it said is only interesting when it failed. */
    ended: once(child, 'exit').then(([code]) => ({ code, errors })),
  };
}

/** Kills a process that may have ended, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
