import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { PAGE_POLICY } from '../../lib/http/site';
import { SERVER_PATHS } from './server-paths';

/** The picture's own background, which an icon without transparency is filled with. */
const BACKGROUND = '#0b4f6c';

/** The part of a maskable icon that every platform shows is a circle of 0.8 its width; the drawing reaches 0.82 of its own. */
const MASKABLE_SCALE = 0.86;

/** The sizes of favicon.ico: a tab's, on ordinary and on dense displays, and a desktop shortcut's. */
const ICO_SIZES = [16, 32, 48];

/**
 * Draws the icons of the manifest and of iPhones from the favicon: icons/icon-192.png, icon-512.png, maskable-512.png and
 * apple-touch-icon.png, which have no transparent corners where the platform cuts its own. Draws favicon.ico too, which browsers ask for
 * where no page names an icon, such as a PDF in a tab.
 * @param client the folder of the built client
 */
export async function drawIcons(client: string): Promise<void> {
  const folder = join(client, 'icons');
  mkdirSync(folder, { recursive: true });
  const draw = (size: number) => sharp(join(client, 'favicon.svg'), { density: 1200 }).resize(size);
  const inner = Math.round(512 * MASKABLE_SCALE);
  const border = (512 - inner) / 2;
  const pictures = {
    'icon-192.png': draw(192),
    'icon-512.png': draw(512),
    'maskable-512.png': draw(inner)
      .flatten({ background: BACKGROUND })
      .extend({ top: border, bottom: border, left: border, right: border, background: BACKGROUND }),
    'apple-touch-icon.png': draw(180).flatten({ background: BACKGROUND }),
  };
  await Promise.all(
    Object.entries(pictures).map(([name, picture]) =>
      picture.png({ compressionLevel: 9, palette: true }).toFile(join(folder, name)),
    ),
  );
  const small = await Promise.all(ICO_SIZES.map((size) => draw(size).png().toBuffer()));
  writeFileSync(join(client, 'favicon.ico'), icoOf(small));
}

/** An ICO file of PNG pictures, in the order of ICO_SIZES: a header, an entry of 16 bytes for each picture, the pictures. */
function icoOf(pictures: Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let start = head.length;
  for (const [index, picture] of pictures.entries()) {
    const size = ICO_SIZES[index] ?? 0;
    const entry = 6 + 16 * index;
    head.set([size, size], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(start, entry + 12);
    start += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

type Precached = { url: string; revision: string | null; integrity?: string };

/**
 * The files that the service worker keeps: what Vite's manifest names, the page, the icons and the app's manifest. Its
 * screenshots are for the dialog that installs the app.
 * @param client the folder of the built client
 */
export function filesToKeep(client: string): Precached[] {
  const chunks: { file: string; css?: string[]; assets?: string[] }[] = Object.values(
    JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')),
  );
  const hashed = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  const icons = readdirSync(join(client, 'icons')).map((name) => `icons/${name}`);
  const digest = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(client, path)))
      .digest('base64');
  const others = ['index.html', 'manifest.webmanifest', 'favicon.svg', ...icons].map((path) => ({
    url: `/${path}`,
    revision: digest(path).slice(0, 12),
    integrity: `sha256-${digest(path)}`,
  }));
  // the page's headers are the server's, so a version is also another one of these
  for (const file of others) if (file.url === '/index.html') file.revision += PAGE_POLICY;
  return [...[...hashed].sort().map((path) => ({ url: `/${path}`, revision: null })), ...others];
}

/** Bundles the service worker into sw.js with the list of its files; the same files give the same bytes. */
export async function writeServiceWorker(client: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['client/src/service-worker/service-worker.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': '"production"',
      PRECACHED: JSON.stringify(filesToKeep(client)),
      SERVER_PATHS: JSON.stringify(SERVER_PATHS),
    },
  });
  for (const { contents } of outputFiles) writeFileSync(join(client, 'sw.js'), contents);
}
