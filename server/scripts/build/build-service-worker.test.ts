import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesToKeep, writeServiceWorker } from './build-service-worker';

let client: string;

beforeEach(() => {
  client = mkdtempSync(join(tmpdir(), 'trip-log-client-'));
  const manifest = {
    'index.html': { file: 'assets/main-1.js', css: ['assets/main-1.css'] },
    'late.tsx': { file: 'assets/late-1.js' },
    'localities.txt': { file: 'assets/localities-1.txt' },
  };
  const files = {
    '.vite/manifest.json': JSON.stringify(manifest),
    'index.html': '<p>page</p>',
    'manifest.webmanifest': '{}',
    'favicon.svg': readFileSync('client/public/favicon.svg'),
    'assets/of-a-former-build-1.js': '',
    'screenshots/phone.webp': '',
  };
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(client, path)), { recursive: true });
    writeFileSync(join(client, path), contents);
  }
  cpSync('client/public/icons', join(client, 'icons'), { recursive: true });
});
afterEach(() => rmSync(client, { recursive: true }));

const revisionOf = (url: string) => filesToKeep(client).find((file) => file.url === url)?.revision;

test('the device keeps what the present build needs, and nothing else', () => {
  expect(filesToKeep(client).map(({ url }) => url)).toEqual([
    '/assets/late-1.js',
    '/assets/localities-1.txt',
    '/assets/main-1.css',
    '/assets/main-1.js',
    '/index.html',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/icons/apple-touch-icon.png',
    '/icons/icon-192.png',
    '/icons/icon-512.png',
    '/icons/maskable-512.png',
  ]);
});

test('a build without Vite’s manifest has no service worker', () => {
  rmSync(join(client, '.vite/manifest.json'));
  expect(() => filesToKeep(client)).toThrow('manifest is missing');
});

test('a file whose name says its contents has no revision, any other one that changes with it', () => {
  expect(revisionOf('/assets/main-1.js')).toBeNull();
  const [page, icon] = [revisionOf('/index.html'), revisionOf('/favicon.svg')];
  writeFileSync(join(client, 'index.html'), '<p>another</p>');
  expect(revisionOf('/index.html')).not.toBe(page);
  expect(revisionOf('/favicon.svg')).toBe(icon);
});

test('the same files give the same service worker, other files another', async () => {
  const written = async () => {
    await writeServiceWorker(client);
    return readFileSync(join(client, 'sw.js'), 'utf8');
  };
  const first = await written();
  expect(await written()).toBe(first);
  expect(first).not.toContain('process.env');
  writeFileSync(join(client, 'index.html'), '<p>another</p>');
  expect(await written()).not.toBe(first);
});

test('an icon that the platform cuts has no transparent corner, and its drawing lies in the circle that all show', async () => {
  const pixels = async (name: string) => {
    const { data, info } = await sharp(join(client, 'icons', name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ];
    return { at, width: info.width };
  };
  expect((await pixels('icon-512.png')).at(0, 0)[3]).toBe(0);
  for (const name of ['maskable-512.png', 'apple-touch-icon.png'])
    expect((await pixels(name)).at(0, 0)[3], name).toBe(255);

  const { at, width } = await pixels('maskable-512.png');
  const ground = at(0, 0);
  const drawn: number[] = [];
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (at(x, y).some((value, channel) => Math.abs(value - (ground[channel] ?? 0)) > 40))
        drawn.push(Math.hypot(x - width / 2, y - width / 2));
  expect(Math.max(...drawn)).toBeGreaterThan(0.3 * width);
  expect(Math.max(...drawn)).toBeLessThan(0.4 * width);
});

test('favicon.ico has the drawing as PNG pictures of 16, 32 and 48 pixels', async () => {
  const file = readFileSync('client/public/favicon.ico');
  expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  const sizes = [16, 32, 48];
  for (const [index, size] of sizes.entries()) {
    const entry = file.subarray(6 + 16 * index);
    expect([...entry.subarray(0, 2)]).toEqual([size, size]);
    const [length, start] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const picture = sharp(file.subarray(start, start + length));
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size });
    expect((await picture.stats()).isOpaque, 'its corners are round').toBe(false);
    if (index === sizes.length - 1) expect(start + length).toBe(file.length);
  }
});

test("the manifest's colours are the app's own, and its pictures have the sizes it says", async () => {
  const manifest = JSON.parse(readFileSync('client/public/manifest.webmanifest', 'utf8'));
  const styles = readFileSync('client/src/styles.css', 'utf8');
  expect(styles).toContain(`--color-canvas: ${manifest.theme_color};`);
  expect(styles).toContain(`--color-ground: ${manifest.background_color};`);
  for (const { src, sizes } of manifest.screenshots) {
    const file = `client/public${src}`;
    const { width, height } = await sharp(file).metadata();
    expect(`${width}x${height}`).toBe(sizes);
    expect(readFileSync(file).length).toBeLessThan(60_000);
  }
});
