import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from '../scripts/build/build';

/** What tests run: the server's programs, and some of their own. */
const PROGRAMS = [
  ...serverBundle.entryPoints,
  'server/lib/embedded-postgres/embedded-postgres.ts',
  'server/test/attacks/watcher.ts',
];

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
