import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { serverBundle } from './build';

test('the built server needs no package that only development has', { tags: 'long' }, async () => {
  const { metafile } = await build({ ...serverBundle, outdir: 'dist', write: false, metafile: true });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports
    .filter(({ path, external }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(packages).toContain('pdfkit');
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
});
