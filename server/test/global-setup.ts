import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type DatabaseUrls, migrateDatabase } from '../lib/database/migrate';
import { startEmbeddedPostgres } from '../lib/embedded-postgres/embedded-postgres';
import { writeLocalities } from '../scripts/build/build-localities';
import { partitionByHolder } from './postgres/partition-by-holder';
import { LEFT_OUT, TEST_DATABASE } from './postgres/test-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that every test file clones. */
    template: DatabaseUrls;
  }
}

/** Once per run: its own PostgreSQL in a temporary folder, and a migrated template database. */
export default async function setUp(project: TestProject) {
  for (const [file, reason] of Object.entries(LEFT_OUT))
    process.stderr.write(`LEFT OUT with TEST_DATABASE=${TEST_DATABASE}: ${file}: ${reason}.\n`);
  await writeLocalities();
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const template = { url: postgres.connectionString, ownerUrl: postgres.ownerConnectionString };
  await migrateDatabase(template, 'migrations');
  if (TEST_DATABASE === 'partitions') {
    await partitionByHolder(template.ownerUrl);
    // the grants on the new tables
    await migrateDatabase(template, 'migrations');
  }
  project.provide('template', template);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
