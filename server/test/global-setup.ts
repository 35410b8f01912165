import type { TestProject } from 'vitest/node';
import { writeLocalities } from '../scripts/build/build-localities';
import { bundlePrograms } from './bundle-programs';
import { LEFT_OUT, TEST_DATABASE } from './postgres/test-database';
import { startTestPostgres, type TestUrls } from './postgres/test-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that every test file clones. */
    template: TestUrls;
    /** The folder of the bundled programs (program.ts). */
    programs: string;
  }
}

/** Once per run: its own PostgreSQL in a temporary folder, a migrated template database, and the server's programs. */
export default async function setUp(project: TestProject) {
  for (const [file, reason] of Object.entries(LEFT_OUT))
    process.stderr.write(`LEFT OUT with TEST_DATABASE=${TEST_DATABASE}: ${file}: ${reason}.\n`);
  await writeLocalities();
  const [{ stop, ...template }, { folder, drop }] = await Promise.all([
    startTestPostgres(),
    bundlePrograms(),
  ]);
  project.provide('template', template);
  project.provide('programs', folder);
  return async () => {
    await Promise.all([stop(), drop()]);
  };
}
