/** @feature app-shell */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe';
import { expect, fillLogin, test } from './fixtures';
import { startFrontServer } from './front-server';
import { DashboardPage } from './pages/dashboard-page';
import { untilKept } from './pages/kept-app';
import { LogTripPage } from './pages/log-trip-page';
import { WaitingTripsPage } from './pages/waiting-trips';

test.use({ serviceWorkers: 'allow' });

const TABS = ['Drivers', 'Trip History', 'Reports', 'Settings', 'Profile', 'Log Trip'];
/** A browser waits until the old service worker has nothing to do; on a busy machine that takes long. */
const UPDATED = { timeout: 60_000 };
const NOTICE = /^A new version is ready/;

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

/** Lets the app look for a new version, as when someone comes back to it. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

/** Notes which files of the app come from now on, by the chunk's name, and whether all come from the device. */
function watchFiles(page: Page) {
  const files = { chunks: [] as string[], areKept: true };
  page.on('response', (response) => {
    const [, chunk] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(response.url()) ?? [];
    if (!chunk) return;
    files.chunks.push(chunk);
    files.areKept &&= response.fromServiceWorker();
  });
  return files;
}

/** Opens every tab. @returns the files that came */
async function openEveryTab(page: Page, files = watchFiles(page)) {
  const dashboard = new DashboardPage(page);
  for (const tab of TABS) {
    await dashboard.open(tab);
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
  }
  await expect.poll(() => files.chunks).toEqual(expect.arrayContaining(lateTabs));
  // what fails for want of an answer says "without the network"
  await expect(
    page.getByText(/^(This part of the app|What is due|Signing in again) could not.*loaded\.?$/),
  ).toHaveCount(0);
  return files;
}

const lateTabs = ['drivers-tab', 'trip-history-tab', 'reports-tab', 'settings-tab', 'profile-tab'];

test('the second visit opens without network, with every tab', async ({
  page,
  context,
  signInByHand,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_/);
  await signInByHand({ remember: true });
  await untilKept(page);
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  const answer = await again.goto('/');
  expect(answer?.fromServiceWorker()).toBe(true);
  await expect(logout(again)).toBeVisible();
  const { chunks, areKept } = await openEveryTab(again);
  expect(chunks).toEqual(expect.arrayContaining(lateTabs));
  expect(areKept).toBe(true);
});

test('a sign-in that is not remembered opens and logs without network until the browser is closed', {
  tag: ['@faults', '@phone'],
}, async ({ playwright, launchOptions, serverUrl, holder, holderId: _, data }) => {
  await data.addTrip(await data.addDriver());
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-browser-'));
  // with its own folder a browser can be closed and started again as a person does
  const start = () =>
    playwright.chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: serverUrl });
  let browser = await start();
  const page = await browser.newPage();
  await page.goto('/');
  await fillLogin(page, holder);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(new LogTripPage(page).repeat).toBeVisible();
  await untilKept(page);
  await page.close();

  await browser.setOffline(true);
  const again = await browser.newPage();
  await again.goto('/');
  const log = new LogTripPage(again);
  await log.repeat.click();
  await expect(again.getByText('Trip logged successfully!').first()).toBeVisible();
  await new WaitingTripsPage(again).expectWaiting(1);
  await browser.setOffline(false);
  await data.storedTrips(2);

  await browser.close();
  browser = await start();
  await browser.setOffline(true);
  const later = await browser.newPage();
  await later.goto('/');
  await expect(later.getByRole('heading', { name: 'Trip Log cannot reach its server' })).toBeVisible();
  expect(await later.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(holder.companyName);
  await browser.setOffline(false);
  await expect(later.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await browser.close();
  await rm(folder, { recursive: true });
});

test('the page is kept with its policy, and the server answers what is its own', { tag: '@faults' }, async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/404|400/);
  const policy = (await page.request.get('/')).headers()['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  await signIn();
  await untilKept(page);
  for (const path of ['/', '/profile', '/?tab=history&search=a.b', '/none/at/all']) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(true);
    expect(answer?.headers()['content-security-policy'], path).toBe(policy);
  }
  for (const path of [
    '/healthz',
    '/api/auth/me',
    '/unsubscribe?x=1',
    '/take-back',
    '/files/none',
    '/none.png',
    '/sw.js',
  ]) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
  }
});

test.describe('a new version', () => {
  /** Publishes the built client as if its page were another and its Reports tab had another hash. */
  async function publish(front: Awaited<ReturnType<typeof startFrontServer>>): Promise<void> {
    const page = readFileSync('dist/client/index.html', 'utf8').replace('<html ', '<html data-version="2" ');
    const worker = await (await fetch(`${front.url}/sw.js`)).text();
    const integrity = `sha256-${createHash('sha256').update(page).digest('base64')}`;
    const next = worker
      .replace(/(url:"\/index\.html",revision:")[^"]*(",integrity:")[^"]*/, `$1second$2${integrity}`)
      .replace(/\{url:"\/assets\/reports-tab-[^}]*\},/, '');
    expect(next.length).toBeLessThan(worker.length);
    front.replaced.set('/index.html', { type: 'text/html', body: page });
    front.replaced.set('/sw.js', { type: 'text/javascript', body: next });
  }

  const version = (page: Page) => page.locator('html').getAttribute('data-version');

  test('is announced and waits; a half-typed trip survives it, and an old tab goes on without network', {
    tag: ['@faults', '@phone'],
  }, async ({ page, context, serverUrl, holder, expectedErrors }) => {
    expectedErrors.push(/net::ERR_/);
    const front = await startFrontServer(serverUrl);
    try {
      const login = await page.request.post(`${front.url}/api/auth/login`, { data: holder });
      expect(login.ok()).toBe(true);
      const driver = {
        driverAuthorityLicense: 'DA1',
        bookedHireServiceLicense: 'BHSL1',
        vehicleRegistrationNumber: '123ABC',
        startDate: '2026-01-01',
      };
      expect((await page.request.post(`${front.url}/api/drivers`, { data: driver })).ok()).toBe(true);
      await page.goto(front.url);
      await expect(logout(page)).toBeVisible();
      await untilKept(page);
      const old = await context.newPage();
      await old.goto(front.url);
      await expect(logout(old)).toBeVisible();

      const log = new LogTripPage(page);
      await log.suburb.fill('Toowong');
      await log.suburb.press('Enter');
      await log.waitingTime.fill('12');
      await expect(page.getByRole('button', { name: NOTICE })).toHaveCount(0);

      await publish(front);
      const main = page.getByRole('main');
      const place = await main.boundingBox();
      await comeBack(page);
      const notice = page.getByRole('button', { name: NOTICE });
      await expect(notice).toBeVisible();
      expect(await main.boundingBox()).toEqual(place);
      await expectNoViolations(page);
      await expect(old.getByRole('button', { name: NOTICE })).toBeVisible();

      await test.step('nothing is loaded again by itself, not even by a reload', async () => {
        expect(await version(page)).toBeNull();
        await page.reload();
        await expect(log.waitingTime).toHaveValue('12');
        expect(await version(page)).toBeNull();
      });

      await test.step('accepting it brings it, with what was typed', async () => {
        await notice.click();
        await expect.poll(() => version(page).catch(() => null), UPDATED).toBe('2');
        await expect(log.waitingTime).toHaveValue('12');
        await expect(log.suburb).toHaveValue('Toowong');
        await expect(notice).toBeHidden();
      });

      await test.step('the old tab has its own late parts, without network and server', async () => {
        front.stop();
        await context.setOffline(true);
        expect(await version(old)).toBeNull();
        const { chunks, areKept } = await openEveryTab(old);
        expect(chunks).toContain('reports-tab');
        expect(areKept).toBe(true);
      });

      await test.step('and comes to the new version when the user accepts', async () => {
        // without network the line says that
        await context.setOffline(false);
        await old.getByRole('button', { name: NOTICE }).click();
        await expect.poll(() => version(old).catch(() => null), UPDATED).toBe('2');
      });
    } finally {
      front.stop();
    }
  });
});

test("the operator's way to remove the service worker removes it, and all that it kept", {
  tag: '@faults',
}, async ({ page, serverUrl, holder }) => {
  const front = await startFrontServer(serverUrl);
  try {
    await page.request.post(`${front.url}/api/auth/login`, { data: holder });
    await page.goto(front.url);
    await expect(logout(page)).toBeVisible();
    await untilKept(page);
    const [, code = ''] =
      /```js\n(self\.addEventListener.+?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
    front.replaced.set('/sw.js', { type: 'text/javascript', body: code });
    await comeBack(page);
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
  } finally {
    front.stop();
  }
});

test('a browser finds nothing that keeps it from installing the app', { tag: '@faults' }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await untilKept(page);
  const session = await context.newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data);
  expect(manifest).toMatchObject({ name: 'BEA Trip Logging', start_url: '/', display: 'standalone' });
  for (const { src, type, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type'], src).toBe(type);
    const { width, height } = await sharp(await answer.body()).metadata();
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes);
  }
  // a whole browser asks for this one where no page names an icon, its shell never does
  const icon = await page.request.get('/favicon.ico');
  expect(icon.headers()['content-type']).toBe('image/vnd.microsoft.icon');
  const notices = await page.request.get(
    await page.locator('link[rel=license]').evaluate((link: HTMLLinkElement) => link.href),
  );
  expect(await notices.text()).toContain('Copyright (c) Meta Platforms');
  // Chromium's shell finds no fault with any page, but the whole browser does; a test's window is a private one
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
