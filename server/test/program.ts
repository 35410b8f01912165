import { basename } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { bundledFile, bundlePrograms } from './bundle-programs';

/** The file of a bundled program, by its name: the same for all tests of faults of a run (provide-programs.ts). */
export const program = (name: string): string => bundledFile(inject('programs'), name);

/**
 * Bundles a program for the tests of a file that are none of faults. Call it at the top.
 * @returns the file of the bundled program
 */
export function bundleProgram(entryPoint: string): () => string {
  let bundled: Awaited<ReturnType<typeof bundlePrograms>>;
  beforeAll(async () => {
    bundled = await bundlePrograms([entryPoint]);
  });
  afterAll(() => bundled.drop());
  return () => bundledFile(bundled.folder, basename(entryPoint, '.ts'));
}
