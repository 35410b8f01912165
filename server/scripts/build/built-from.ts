import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SETTINGS = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
const SOURCES = ['client', 'server', 'shared', ...SETTINGS];

/** The file of a build that says what it was built from: the version of Node, and the fingerprint of its sources. */
export const BUILT_FROM = 'dist/built-from';

/** Every file below a folder, in order; a file is below itself. */
export function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

type Chunk = { file: string; css?: string[]; assets?: string[] };

/** The hashed files of a built client, as Vite's manifest names them: none before it is built. */
export function hashedFiles(client: string): string[] {
  const manifest = join(client, '.vite/manifest.json');
  if (!existsSync(manifest)) return [];
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].sort();
}

/** A hash of all that a build is made of. @throws Error with the code ENOENT where that is not all here */
export function fingerprintOfSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesBelow))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
