// Plain JavaScript: a built server starts without the tools that run TypeScript.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SETTINGS = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
const SOURCES = ['client', 'server', 'shared', ...SETTINGS];

/** The file of a build that says what it was built from: the version of Node, and the fingerprint of its sources. */
export const BUILT_FROM = 'dist/built-from';

/** The last that a build writes of its tables of places, so that the others are no older. */
export const LAST_TABLE = '.generated/coast.txt';

/**
 * Every file below a folder, in order; a file is below itself.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * The hashed files of a built client, by Vite's manifest; empty before it is built.
 * @param {string} client
 * @returns {string[]}
 */
export function hashedFiles(client) {
  const manifest = join(client, '.vite/manifest.json');
  if (!existsSync(manifest)) return [];
  /** @type {Record<string, { file: string; css?: string[]; assets?: string[] }>} */
  const chunks = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].sort();
}

/** A hash of all that a build is made of. @throws Error with the code ENOENT where that is not all here */
export function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesBelow))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** The content of `BUILT_FROM` for a build of the present sources. */
export const builtFromNow = () => `${process.version} ${fingerprintOfSources()}`;

/** Whether dist/ and the tables of places were built from the sources that are here. */
export const isBuilt = () =>
  existsSync(LAST_TABLE) && existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === builtFromNow();
