import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from '../scripts/build/build';

/** The server's programs, a module that tests start alone, and the watcher of attacks. */
const PROGRAMS = [
  ...serverBundle.entryPoints,
  'server/lib/embedded-postgres/embedded-postgres.ts',
  'server/test/attacks/watcher.ts',
];

/** The file of a bundled program in the folder of `bundlePrograms`. */
export const bundledFile = (folder: string, name: string): string => join(folder, `${name}.mjs`);

/**
 * Bundles programs into a new folder, as `npm start` does it: they start in half the time.
 * @returns the folder, and what removes it
 */
export async function bundlePrograms(entryPoints = PROGRAMS) {
  // below node_modules, where they find packages
  const cache = resolve('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'test-programs-'));
  await build({ ...serverBundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } });
  return { folder, drop: () => rm(folder, { recursive: true }) };
}
