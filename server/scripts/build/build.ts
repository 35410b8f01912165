import { copyFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { ConfigError, endInWords } from '../../config';
import { codeOf, reasonOf } from '../../lib/errors';
import { writeLocalities } from './build-localities';
import { BUILT_FROM, builtFromNow, isBuilt } from './built-from';

/**
 * Packages that are loaded from their own folders: native ones, those that read files next to them, and those that most processes
 * never load. All others are bundled: a process that reads one file in place of 700 starts with two thirds of the work.
 */
const UNBUNDLED = [
  '@aws-sdk/*',
  '@simplewebauthn/server',
  'exceljs',
  'fontkit',
  'pdfkit',
  'pg',
  'pino',
  'prom-client',
  'sharp',
];

/** esbuild's entries for the server: the programs that `npm ci --omit=dev` is enough to run. */
export const serverBundle = {
  entryPoints: [
    'server/index.ts',
    'server/work-process.ts',
    'server/lib/embedded-postgres/embedded-postgres-keeper.ts',
    'server/scripts/holders.ts',
    'server/scripts/mails.ts',
    'server/scripts/doctor.ts',
    'server/scripts/send-due-reports.ts',
    'server/scripts/backup.ts',
    'server/scripts/migrate.ts',
    'server/scripts/restore.ts',
    'server/scripts/distribute.ts',
  ],
  entryNames: '[name]',
  bundle: true,
  external: UNBUNDLED,
  // bundled packages ask for Node's own modules by it
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  // V8 keeps the text as long as the process lives: without comments it has half the letters, in one byte each
  minifyWhitespace: true,
  lineLimit: 160,
  platform: 'node',
  format: 'esm',
  target: 'node20',
} satisfies BuildOptions;

const ways = {
  br: promisify(brotliCompress),
  gz: (file: Buffer) => promisify(gzip)(file, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compresses the client's page and hashed files at their best, for the server to send: for a request that takes too long. */
async function compressAssets(client: string): Promise<void> {
  const assets = readdirSync(join(client, 'assets')).map((name) => join('assets', name));
  const files = ['index.html', ...assets].filter((path) => /\.(html|js|css|txt)$/.test(path));
  const write = async (path: string, ending: string, compress: (file: Buffer) => Promise<Buffer>) =>
    writeFile(join(client, `${path}.${ending}`), await compress(await readFile(join(client, path))));
  await Promise.all(files.flatMap((path) => Object.entries(ways).map((way) => write(path, ...way))));
}

/** Builds client and server into dist/, unless dist/ was built from the same sources. */
export async function build(): Promise<void> {
  await writeLocalities();
  if (isBuilt()) return;
  const from = builtFromNow();
  rmSync('dist', { recursive: true, force: true });
  console.log('Building Trip Log …');
  // imported only when something is built, because the server starts in this process
  const [{ build: esbuild }, { build: vite }, { writeApiPage }, { writeServiceWorker }] = await Promise.all([
    import('esbuild'),
    import('vite'),
    import('./build-api-page'),
    import('./build-service-worker'),
  ]);
  await Promise.all([
    vite({ logLevel: 'warn' }),
    esbuild({ ...serverBundle, outdir: 'dist/server', sourcemap: true, sourcesContent: false }),
  ]);
  await writeApiPage('dist/client');
  // licences ask that their notices go with the code
  copyFileSync('THIRD-PARTY-NOTICES.md', 'dist/client/third-party-notices.txt');
  await compressAssets('dist/client');
  await writeServiceWorker('dist/client');
  writeFileSync(BUILT_FROM, from);
}

/** Ends the program in words where the build failed for a reason that the operator can fix. */
function endBuild(error: unknown): never {
  const mayNot = /^(EACCES|EPERM|EROFS)$/.test(codeOf(error));
  const words = `Trip Log must be built first, and this account may not: ${reasonOf(error)}. Run "npm run build" as the owner of this folder.`;
  return endInWords(mayNot ? new ConfigError(words) : error);
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '')) await build().catch(endBuild);
