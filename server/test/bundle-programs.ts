import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { serverBundle } from '../scripts/build/build';

/** Bundles programs into a new folder, as `npm start` does it: they start in half the time. */
export async function bundle(entryPoints: string[]) {
  // below node_modules, where they find packages
  const cache = resolve('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'test-programs-'));
  await build({ ...serverBundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } });
  return {
    /** The file of a bundled program, by its name. */
    program: (name: string) => join(folder, `${name}.mjs`),
    drop: () => rm(folder, { recursive: true }),
  };
}

/**
 * Bundles programs for the tests of a file. Call it at the top.
 * @returns the file of a bundled program, by its name
 */
export function bundlePrograms(...entryPoints: string[]): (name: string) => string {
  let bundled: Awaited<ReturnType<typeof bundle>>;
  beforeAll(async () => {
    bundled = await bundle(entryPoints);
  });
  afterAll(() => bundled.drop());
  return (name) => bundled.program(name);
}
