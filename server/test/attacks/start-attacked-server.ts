import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle } from '../bundle-programs';
import { cloneDatabase } from '../http/create-test-app';
import { kill, startServer } from '../processes';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all attacks, its database, and the program that watches it. */
    attacked: { url: string; pid: number; database: string; watcher: string };
  }
}

/** Once per run: a real server with its own database, for all attacks. */
export default async function setUp(project: TestProject) {
  const { program, drop } = await bundle([
    'server/index.ts',
    'server/work-process.ts',
    'server/test/attacks/watcher.ts',
  ]);
  const database = await cloneDatabase(project.getProvidedContext().template);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'trip-log-attacks-'));
  const { child, url } = await startServer([program('index')], { DATABASE_URL: database.url, DATA_DIR });
  project.provide('attacked', {
    url,
    pid: child.pid ?? 0,
    database: database.url,
    watcher: program('watcher'),
  });
  return async () => {
    await kill(child);
    await Promise.all([database.drop(), drop(), rm(DATA_DIR, { recursive: true })]);
  };
}
