import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundledFile } from '../bundle-programs';
import { cloneDatabase } from '../http/create-test-app';
import { kill, startServer } from '../processes';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of all attacks, and its database. */
    attacked: { url: string; pid: number; database: string };
  }
}

/** Once per run: a real server with its own database, for all attacks. */
export default async function setUp(project: TestProject) {
  const { template, programs } = project.getProvidedContext();
  const database = await cloneDatabase(template);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'trip-log-attacks-'));
  const { child, url } = await startServer([bundledFile(programs, 'index')], {
    DATABASE_URL: database.url,
    DATA_DIR,
    // demos are erased by the role that owns the tables
    MIGRATIONS_DATABASE_URL: database.ownerUrl,
    DEMO: 'yes',
  });
  project.provide('attacked', {
    url,
    pid: child.pid ?? 0,
    database: database.url,
  });
  return async () => {
    await kill(child);
    await Promise.all([database.drop(), rm(DATA_DIR, { recursive: true })]);
  };
}
