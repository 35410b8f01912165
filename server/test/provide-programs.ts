import type { TestProject } from 'vitest/node';
import { bundlePrograms } from './bundle-programs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs (program.ts). */
    programs: string;
  }
}

/** Once per run: the server's programs, for the tests of faults. */
export default async function setUp(project: TestProject) {
  const { folder, drop } = await bundlePrograms();
  project.provide('programs', folder);
  return drop;
}
