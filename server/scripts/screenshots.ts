import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { insertDemoHolder } from '../features/demo/demo-data';
import { connectDatabase, TIMEOUTS } from '../lib/database/db';
import { asService } from '../lib/database/isolation';
import { startEmbeddedPostgres } from '../lib/embedded-postgres/embedded-postgres';
import { startServer } from '../test/processes';
import { build } from './build/build';
import { browserOptions } from './testing/find-browser';

/** Where pictures are taken to look at; with --readme they replace those of the README and the manifest. */
const [FOLDER, DOCS] =
  process.argv[2] === '--readme'
    ? ['client/public/screenshots', 'docs']
    : ['.generated/screenshots', '.generated/screenshots'];
const ALL = '.generated/pictures';
/** The canvas of the login screen (client/src/styles.css). */
const CANVAS = { light: '#e3f0f8', dark: '#0c2230' };
/** The two sizes given in client/public/manifest.webmanifest. */
const phone = { width: 360, height: 740, scale: 2 };
const desk = { width: 1280, height: 800, scale: 1 };

function launchAustralian() {
  const browser = browserOptions();
  const env = { ...process.env, LANGUAGE: 'en_AU', LC_ALL: 'en_AU.UTF-8' };
  return chromium.launch({ ...browser, args: [...browser.args, '--lang=en-AU'], env });
}

/** Takes the pictures of Log Trip as the manifest and the README show it, from demo data in their own database. */
async function takeScreenshots(): Promise<void> {
  const chrome = await launchAustralian();
  await build();
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-screenshots-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const server = await startServer(['dist/server/index.js'], {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connectionString,
    MIGRATIONS_DATABASE_URL: postgres.ownerConnectionString,
  });
  const options = { onError: console.error, max: 2, timeouts: TIMEOUTS.heavy };
  const db = connectDatabase(postgres.connectionString, options);
  const demo = { tripCount: 5000, driverCount: 8, seed: 20_261_121, now: new Date() };
  const holder = await asService(db).transaction((tx) =>
    insertDemoHolder(tx, { beaNumber: 'BEA-1024' }, demo),
  );
  await db.$client.end();

  const { holderName, companyName, beaNumber, contactEmail, contactPhone } = holder;
  const details = { holderName, companyName, beaNumber, contactEmail, contactPhone };

  type Look = typeof phone & { colorScheme?: 'light' | 'dark' };
  async function photograph({ width, height, scale, colorScheme = 'light' }: Look): Promise<Buffer> {
    const context = await chrome.newContext({
      baseURL: server.url,
      viewport: { width, height },
      deviceScaleFactor: scale,
      hasTouch: width < 640,
      isMobile: width < 640,
      locale: 'en-AU',
      timezoneId: 'Australia/Brisbane',
      reducedMotion: 'reduce',
      colorScheme,
      serviceWorkers: 'block',
    });
    await context.request.post('/api/auth/login', { data: details });
    const page = await context.newPage();
    await page.goto('/?repeat', { waitUntil: 'networkidle' });
    // the focus on the button scrolls on a desk
    await page.evaluate(() => window.scrollTo(0, 0));
    const picture = await page.screenshot();
    await context.close();
    return picture;
  }

  const save = (picture: Buffer, name: string) =>
    sharp(picture).webp({ quality: 70, effort: 6 }).toFile(join(FOLDER, name));
  await mkdir(FOLDER, { recursive: true });
  const [onPhone, atDesk] = [await photograph(phone), await photograph(desk)];
  await save(onPhone, 'phone.webp');
  await save(atDesk, 'desk.webp');

  const scaled = (picture: Buffer) => sharp(picture).resize({ height: 640 }).toBuffer();
  async function saveBoth(atDesk: Buffer, onPhone: Buffer, background: string, file: string) {
    const pages = [
      { input: await scaled(atDesk), left: 24, top: 24 },
      { input: await scaled(onPhone), left: 1064, top: 24 },
    ];
    await sharp({ create: { width: 1400, height: 688, channels: 3, background } })
      .composite(pages)
      .png({ palette: true, compressionLevel: 9, effort: 10 })
      .toFile(file);
  }
  await saveBoth(atDesk, onPhone, CANVAS.light, join(DOCS, 'log-trip.png'));
  const darkDesk = await photograph({ ...desk, colorScheme: 'dark' });
  const darkPhone = await photograph({ ...phone, colorScheme: 'dark' });
  await saveBoth(darkDesk, darkPhone, CANVAS.dark, join(DOCS, 'log-trip-dark.png'));

  console.log(`The pictures are in ${[...new Set([FOLDER, DOCS])].join(' and ')}.`);
  await chrome.close();
  await server.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Takes pictures of every screen in every state into .generated/pictures (client/e2e/pictures/), and fails where one is wider than its
 * window or axe finds a violation. What is printed is a PDF, with pictures where pdftoppm is installed.
 */
async function takeAll(): Promise<void> {
  await rm(ALL, { recursive: true, force: true });
  await mkdir(ALL, { recursive: true });
  await build();
  const env = { ...process.env, PICTURES: 'on' };
  const args = ['playwright', 'test', ...process.argv.slice(3)];
  const { status } = spawnSync('npx', args, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  for (const pdf of (await readdir(ALL)).filter((name) => name.endsWith('.pdf')))
    spawnSync('pdftoppm', ['-r', '60', '-png', join(ALL, pdf), join(ALL, pdf.replace(/pdf$/, 'page'))]);
}

if (process.argv[2] === '--all') await takeAll();
else await takeScreenshots();
