/** @feature app-shell, trips */
import type { BrowserContext, Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import type { StoredData } from './trip-data';

const SESSION_CHECK = '**/api/auth/me?*';

/** Holds the answers to what matches until it is called. */
async function hold(page: Page, url: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Cuts the app off its server. The page itself still comes, as it does from a service worker. */
async function cutOff(page: Page) {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.addInitScript(() => {
    const state = { onLine: true };
    Object.defineProperty(navigator, 'onLine', { get: () => state.onLine });
    window.addEventListener('online', () => Object.assign(state, { onLine: true }), true);
    window.addEventListener('offline', () => Object.assign(state, { onLine: false }), true);
    window.dispatchEvent(new Event('offline'));
  });
  return async () => {
    await page.unroute('**/api/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

const noDrivers = (page: Page) =>
  page.getByText('Please add drivers in the Drivers tab before logging trips.');
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

test.describe('a device that remembers its holder', () => {
  test.beforeEach(async ({ signInByHand, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /401 \(Unauthorized\)/);
    await signInByHand({ remember: true });
  });

  test('is signed in before the server has answered', async ({ page }) => {
    const release = await hold(page, SESSION_CHECK);
    await page.reload();
    await expect(logout(page)).toBeVisible();
    await expect(page.getByLabel('Waiting Time (minutes)')).toBeEditable();
    const answer = page.waitForResponse(SESSION_CHECK);
    release();
    expect((await answer).status()).toBe(200);
    await expect(logout(page)).toBeVisible();
  });

  test('opens without network, and asks who is signed in when it is back', async ({ page, context }) => {
    const reconnect = await cutOff(page);
    await page.reload();
    await expect(logout(page)).toBeVisible();
    await context.clearCookies({ name: 'triplog.sid' });
    const signedIn = page.waitForResponse('**/api/auth/login');
    await reconnect();
    expect((await signedIn).request().postDataJSON()).toMatchObject({ silent: true });
    await expect(noDrivers(page)).toBeVisible();
  });

  test('stays signed in behind a network that answers with its own page', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/403 \(Forbidden\)/);
    const portal = { status: 403, contentType: 'text/html', body: '<h1>Welcome to our network</h1>' };
    await page.route('**/api/**', (route) => route.fulfill(portal));
    await page.reload();
    await expect(page.getByLabel('Waiting Time (minutes)')).toBeEditable();
    await page.unroute('**/api/**');
    const answer = page.waitForResponse(SESSION_CHECK);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect((await answer).status()).toBe(200);
    await expect(noDrivers(page)).toBeVisible();
  });

  test('signs in silently once for everything that was refused meanwhile', async ({ page, context }) => {
    const refused: string[] = [];
    const logins: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 401) refused.push(answer.url());
      if (answer.url().endsWith('/api/auth/login')) logins.push(answer.url());
    });
    await context.clearCookies({ name: 'triplog.sid' });
    const release = await hold(page, SESSION_CHECK);
    await page.reload();
    await expect.poll(() => refused.length).toBeGreaterThan(2);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const readAgain = page.waitForResponse((answer) => answer.url().endsWith('/api/drivers') && answer.ok());
    release();
    await readAgain;
    await expect(noDrivers(page)).toBeVisible();
    await expect(page.getByText('No trips yet today')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(logins).toHaveLength(1);
  });

  test('shows the login screen where the server refuses it, and asks no more', async ({ page, context }) => {
    await context.clearCookies();
    await page.reload();
    await expect(page.getByText('✓ Previous login details loaded')).toBeVisible();
    await cutOff(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Trip Log cannot reach its server' })).toBeVisible();
  });
});

test.describe('a sign-in that is not remembered', () => {
  test.beforeEach(async ({ signInByHand, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /401 \(Unauthorized\)/);
    await signInByHand();
  });

  /** Opens the app in a new tab without network, as a phone does that has dropped the tab. */
  async function openCutOff(context: BrowserContext, time?: number) {
    const tab = await context.newPage();
    if (time) await tab.clock.install({ time });
    await cutOff(tab);
    await tab.goto('/');
    return tab;
  }
  const unreachable = (page: Page) => page.getByRole('heading', { name: 'Trip Log cannot reach its server' });

  test('outlives a reload without network, and its tab', async ({ page, context }) => {
    const reconnect = await cutOff(page);
    await page.reload();
    await expect(logout(page)).toBeVisible();
    await reconnect();
    await page.close();
    await expect(logout(await openCutOff(context))).toBeVisible();
  });

  test('is over after 12 hours without use', async ({ page, context }) => {
    const HOUR_MS = 60 * 60 * 1000;
    // the clock is that of every tab, and begins in 1970: nothing may be under way then
    await expect(page.getByText('No trips yet', { exact: true })).toBeVisible();
    const start = Date.now();
    await expect(logout(await openCutOff(context, start + 11.9 * HOUR_MS))).toBeVisible();
    await page.clock.setFixedTime(start + 11 * HOUR_MS);
    await page.getByRole('tab', { name: 'Drivers' }).click();
    await page.getByRole('tab', { name: 'Trip History' }).click();
    await expect(page.getByText('No trips found')).toBeVisible();
    await expect(logout(await openCutOff(context, start + 22.9 * HOUR_MS))).toBeVisible();
    await expect(unreachable(await openCutOff(context, start + 23.1 * HOUR_MS))).toBeVisible();
    const again = await openCutOff(context, start + 22.9 * HOUR_MS);
    await expect(unreachable(again)).toBeVisible();
  });

  test('leaves nothing of the holder on the device when it ends', async ({ page, context, holder }) => {
    const left = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const cookie = () => page.evaluate(() => document.cookie);
    const { id } = await (await page.request.get('/api/auth/me')).json();
    expect(await left()).toContain(holder.companyName);
    expect(await left()).not.toContain(holder.contactEmail);
    expect(await cookie()).toContain(id);
    await logout(page).click();
    await expect(signInButton(page)).toBeVisible();
    for (const text of [holder.beaNumber, holder.companyName, holder.holderName])
      expect(await left()).not.toContain(text);
    expect(await cookie()).toBe('');
    await expect(unreachable(await openCutOff(context))).toBeVisible();
  });

  test('ends in every tab with the logout in one', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/');
    await logout(other).click();
    await expect(signInButton(other)).toBeVisible();
    await cutOff(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Trip Log cannot reach its server' })).toBeVisible();
  });

  test('ends once the server has said that no one is signed in', async ({ page, context }) => {
    await context.clearCookies();
    await page.reload();
    await expect(signInButton(page)).toBeVisible();
    const reconnect = await cutOff(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Trip Log cannot reach its server' })).toBeVisible();
    await reconnect();
    await expect(signInButton(page)).toBeVisible();
  });
});

const SUBURB = 'Moggill';

/** A driver, and a trip of just now from a suburb that no example names. */
async function addTripOfToday(data: StoredData) {
  const driver = await data.addDriver();
  const trip = { suburb: SUBURB, postcode: '4070', datetime: new Date().toISOString() };
  await data.addTrip(driver, trip);
  return driver;
}

type KeptAnswer = { path: string; holderId: string; at: number };

/** What the browser itself has kept. */
const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('kept-answers')) return [];
    const opening = indexedDB.open('kept-answers');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = db.transaction('answers').objectStore('answers').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    db.close();
    return reading.result as KeptAnswer[];
  });

const today = (page: Page) => page.locator('section', { hasText: "Today's trips" });

/** Waits until Log Trip shows everything that is kept. */
async function expectAllOfIt(page: Page) {
  const log = new LogTripPage(page);
  await expect(log.repeat).toContainText(SUBURB);
  await expect(log.driver.locator('option:checked')).toHaveText('Amy Young');
  await expect(log.recentSuburb(SUBURB)).toBeVisible();
  await expect(today(page)).toContainText(SUBURB);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** Opens the app and waits until all is kept. */
async function openOnce(page: Page, signInAgain: () => Promise<void>) {
  await signInAgain();
  await expectAllOfIt(page);
  await expect.poll(async () => (await keptAnswers(page)).length).toBe(4);
}

test.describe('what Log Trip opens with', { tag: '@both' }, () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  });

  test('is there before a slow line answers, and then again', async ({ page, data, signIn }) => {
    const driver = await addTripOfToday(data);
    await openOnce(page, signIn);
    await data.addTrip(driver, { suburb: 'Ascot', postcode: '4007', datetime: new Date().toISOString() });
    const releases = [await hold(page, '**/api/drivers'), await hold(page, '**/api/trips**')];
    await page.reload();
    await expectAllOfIt(page);
    for (const release of releases) release();
    await expect(today(page)).toContainText('Ascot');
    await expect(new LogTripPage(page).recentSuburb('Ascot')).toBeVisible();
  });

  test('can be read without network, as can Trip History and Drivers, and is read again when it is back', async ({
    page,
    data,
    signIn,
    dashboard,
  }) => {
    const driver = await addTripOfToday(data);
    await openOnce(page, signIn);
    const reconnect = await cutOff(page);
    await page.reload();
    await expectAllOfIt(page);
    await dashboard.open('Trip History');
    await expect(dashboard.trips).toHaveCount(1);
    await expect(page.getByText(/^1 trip, as of \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
    await dashboard.open('Drivers');
    await expect(page.getByRole('button', { name: 'Edit driver: Amy Young' })).toBeVisible();
    await expect(page.getByText('Offline: changes need the network.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await data.addTrip(driver, { suburb: 'Ascot', postcode: '4007' });
    await reconnect();
    await dashboard.open('Trip History');
    await expect(dashboard.trips).toHaveCount(2);
    await expect(page.getByRole('tabpanel').getByText('2 trips', { exact: true })).toBeVisible();
  });

  test('is never shown to another holder, and goes with the logout', async ({
    page,
    data,
    holder,
    holderId,
    signIn,
  }) => {
    await addTripOfToday(data);
    await openOnce(page, signIn);
    expect(new Set((await keptAnswers(page)).map((kept) => kept.holderId))).toEqual(new Set([holderId]));
    const other = { ...holder, beaNumber: `${holder.beaNumber}-B`, contactEmail: `b-${holder.contactEmail}` };
    await page.request.post('/api/auth/login', { data: other });
    const release = await hold(page, '**/api/trips**');
    await signIn();
    await expect(page.getByText(other.beaNumber).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(SUBURB)).toHaveCount(0);
    const othersAnswers = async () => (await keptAnswers(page)).filter((kept) => kept.holderId === holderId);
    await expect.poll(othersAnswers).toEqual([]);
    release();
    await expect(today(page)).toContainText('No trips yet today');
    await expect(page.getByText(SUBURB)).toHaveCount(0);
    expect(await keptAnswers(page)).not.toEqual([]);

    await logout(page).click();
    await expect(signInButton(page)).toBeVisible();
    await expect.poll(() => keptAnswers(page)).toEqual([]);
  });
});

test('answers go after 30 days', async ({ page, data, signIn }) => {
  await addTripOfToday(data);
  await page.clock.install({ time: Date.now() - 31 * 24 * 60 * 60 * 1000 });
  await signIn();
  await expect(page.getByText(SUBURB).first()).toBeVisible();
  await expect.poll(async () => (await keptAnswers(page)).length).toBe(4);
  await page.clock.setSystemTime(new Date());
  const releases = [await hold(page, '**/api/drivers'), await hold(page, '**/api/trips**')];
  await page.reload();
  await expect.poll(() => keptAnswers(page)).toEqual([]);
  await expect(page.getByText(SUBURB)).toHaveCount(0);
  for (const release of releases) release();
});

test('a browser without a store keeps nothing, and works', async ({ page, data, signIn }) => {
  await addTripOfToday(data);
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await signIn();
  await expectAllOfIt(page);
  await logout(page).click();
  await expect(signInButton(page)).toBeVisible();
});

for (const [path, words, contents] of [
  ['/?tab=reports', 'Offline: reports need the network.', 'No location data available'],
  ['/?tab=settings', 'Offline: changes need the network.', 'Send quarterly reports automatically'],
  ['/?tab=profile', 'Offline: changes need the network.', 'Account Information'],
  ['/import-trips', 'Offline: imports need the network.', 'Nothing imported yet'],
  ['/tmr-form', 'Offline: the form needs the network.', 'There are no trips for'],
  ['/areas', 'Offline: areas need the network.', 'No places yet'],
  ['/portal', 'Offline: the data need the network.', 'Nothing to copy'],
] as const)
  test(`${path} says calmly what needs the network, and reads it when it is back`, { tag: '@both' }, async ({
    page,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await signIn();
    const reconnect = await cutOff(page);
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    // where nothing else is read, the one line is all
    if (path !== '/?tab=reports') await expect(page.getByText('without the network').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectNoViolations(page);
    await expectNoOverflow(page);
    await reconnect();
    await expect(page.getByText(contents).first()).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await expect(page.getByText('without the network')).toHaveCount(0);
  });
