import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type DatabaseUrls, migrateDatabase } from '../lib/database/migrate';
import { startEmbeddedPostgres } from '../lib/embedded-postgres/embedded-postgres';
import { writeLocalities } from '../scripts/build-localities';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that every test file clones. */
    template: DatabaseUrls;
  }
}

/** Once per run: a PostgreSQL of its own in a temporary folder, and a migrated template database. */
export default async function setUp(project: TestProject) {
  await writeLocalities();
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const template = { url: postgres.connectionString, ownerUrl: postgres.ownerConnectionString };
  await migrateDatabase(template, 'migrations');
  project.provide('template', template);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
