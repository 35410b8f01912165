import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@shared/durations';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressAssets, compressedCopies, emptyForNextBuild, serverBundle } from './build';

const now = new Date('2026-11-21T00:00:00Z');

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'trip-log-build-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

/** Writes what a build leaves: a client whose manifest names `assets`, and a server. */
function writeBuild(assets: string[]): void {
  const manifest = {
    'index.html': { file: `assets/${assets[0]}`, css: assets.slice(1, 2).map((name) => `assets/${name}`) },
    'late.tsx': { file: `assets/${assets[2]}`, assets: assets.slice(3).map((name) => `assets/${name}`) },
  };
  const files = {
    'built-from': 'hash',
    'server/index.js': '',
    'client/index.html': '',
    'client/.vite/manifest.json': JSON.stringify(manifest),
    ...Object.fromEntries(assets.map((name) => [`client/assets/${name}`, ''])),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
}

const later = (days: number) => new Date(now.getTime() + days * DAY_MS);

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

const first = ['main-1.js', 'main-1.css', 'late-1.js', 'places-1.txt'];
const second = ['main-2.js', 'main-2.css', 'late-2.js', 'places-1.txt'];

test('the assets of the build that is replaced stay, and nothing else of it', async () => {
  writeBuild(first);
  emptyForNextBuild(dist, now);
  expect(await filesLeft()).toEqual([...first].sort());
});

test('an asset goes 30 days after it was replaced, however old its build is', async () => {
  writeBuild(first);
  for (const name of first) utimesSync(join(dist, 'client/assets', name), later(-300), later(-300));
  emptyForNextBuild(dist, now);
  writeBuild(second);
  emptyForNextBuild(dist, later(29));
  expect(await filesLeft()).toEqual([...new Set([...first, ...second])].sort());
  emptyForNextBuild(dist, later(31));
  expect(await filesLeft()).toEqual([...second].sort());
});

test('the compressed copies of a file stay as long as it does', async () => {
  writeBuild(first);
  await compressAssets(join(dist, 'client'));
  expect(await filesLeft()).toEqual(expect.arrayContaining(compressedCopies('index.html')));
  const copies = first.flatMap(compressedCopies);
  for (const name of [...first, ...copies])
    utimesSync(join(dist, 'client/assets', name), later(-300), later(-300));
  emptyForNextBuild(dist, now);
  writeBuild(second);
  emptyForNextBuild(dist, later(29));
  expect(await filesLeft()).toEqual(expect.arrayContaining(copies));
  emptyForNextBuild(dist, later(31));
  expect((await filesLeft()).filter((name) => name.startsWith('main-1'))).toEqual([]);
});

test('there may be no build yet', () => {
  expect(() => emptyForNextBuild(join(dist, 'none'), now)).not.toThrow();
});

test('the built server needs no package that only development has', { tags: 'long' }, async () => {
  const { metafile } = await build({ ...serverBundle, outdir: dist, write: false, metafile: true });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports
    .filter(({ path, external }) => external && !isBuiltin(path))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(packages).toContain('pdfkit');
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
});
