import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeLocalities } from './build-localities';

const inputs = [
  'client',
  'server',
  'shared',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const stamp = 'dist/built-from';

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesBelow))
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Builds client and server into dist/, unless dist/ was built from the same sources. */
export async function build(): Promise<void> {
  await writeLocalities();
  const sources = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  rmSync('dist', { recursive: true, force: true });
  console.log('Building Trip Log …');
  // imported only when something is built, because the server starts in this process
  const [{ build: esbuild }, { build: vite }] = await Promise.all([import('esbuild'), import('vite')]);
  await Promise.all([
    vite({ logLevel: 'warn' }),
    esbuild({
      entryPoints: [
        'server/index.ts',
        'server/lib/embedded-postgres/embedded-postgres-keeper.ts',
        'server/lib/spreadsheets/workbook-worker.ts',
      ],
      outdir: 'dist/server',
      entryNames: '[name]',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
    }),
  ]);
  writeFileSync(stamp, sources);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
