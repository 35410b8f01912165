import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { serverBundle } from '../scripts/build/build';

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
    await build({ ...serverBundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } });
  });
  afterAll(() => rm(folder, { recursive: true }));
  return (name) => join(folder, `${name}.mjs`);
}
