import type { TestProject } from 'vitest/node';
import { writeLocalities } from '../scripts/build/build-localities';
import { LEFT_OUT, TEST_DATABASE } from './postgres/test-database';
import { startTestPostgres, type TestUrls } from './postgres/test-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that every test file clones. */
    template: TestUrls;
  }
}

/** Once per run: its own PostgreSQL in a temporary folder, and a migrated template database. */
export default async function setUp(project: TestProject) {
  for (const [file, reason] of Object.entries(LEFT_OUT))
    process.stderr.write(`LEFT OUT with TEST_DATABASE=${TEST_DATABASE}: ${file}: ${reason}.\n`);
  await writeLocalities();
  const { stop, ...template } = await startTestPostgres();
  project.provide('template', template);
  return stop;
}
