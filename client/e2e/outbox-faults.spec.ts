/** @feature trips, outbox */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, fillLogin, type Holder } from './fixtures';
import { type LineFault, startFrontServer } from './front-server';
import { untilKept } from './pages/kept-app';
import { LogTripPage } from './pages/log-trip-page';
import { storedKeys, WaitingTripsPage } from './pages/waiting-trips';
import { test } from './restarts';
import type { StoredData } from './trip-data';

const SUBURB = 'Moggill';

/** A driver, and a trip of just now to log again. */
const addTripOfToday = async (data: StoredData) =>
  data.addTrip(await data.addDriver(), {
    suburb: SUBURB,
    postcode: '4070',
    datetime: new Date().toISOString(),
  });

/** Signs in and comes back, so that the app is on the device. */
async function visitTwice(page: Page, url: string, holder: Holder): Promise<void> {
  await page.goto(url);
  await fillLogin(page, holder);
  await page.getByLabel('Remember me on this device').check();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await new LogTripPage(page).repeat.waitFor();
  await untilKept(page);
  await page.reload();
  await new LogTripPage(page).repeat.waitFor();
}

/** A page of the browser, whose errors fail the test. */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.soft(String(error), 'error in the page').toBe(''));
  return page;
}

/** Expects that the server has what the device has logged, each trip once and in this order, and the device no more of it. */
async function expectAllStored(page: Page, stored: () => Promise<string[]>, count: number): Promise<void> {
  const waiting = new WaitingTripsPage(page);
  const logged = await waiting.loggedKeys();
  expect(new Set(logged).size).toBe(count);
  expect(await stored()).toEqual(logged);
  expect(await waiting.keys()).toEqual([]);
  await expect(page.getByText(/not accepted/i)).toHaveCount(0);
}

test('50 trips that were logged without network, before and after a restart, are stored once and in order', {
  tag: ['@faults', '@long', '@phone'],
}, async ({ startBrowser, ownServer, db, data, holder, holderId }) => {
  await addTripOfToday(data);
  await ownServer.start();
  const first = await newPage(await startBrowser());
  await visitTwice(first, ownServer.url, holder);

  /** Opens the app without network: what waited still waits. */
  async function openOffline(waits: number): Promise<Page> {
    const context = await startBrowser();
    await context.setOffline(true);
    const page = await newPage(context);
    await page.goto(ownServer.url);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(new LogTripPage(page).driver.locator('option:checked')).toHaveText('Amy Young');
    await expect(page.locator('section', { hasText: "Today's trips" })).toContainText(SUBURB);
    await expect(new WaitingTripsPage(page).status).toHaveText(`Offline, ${waits} trips waiting`);
    return page;
  }

  await first.context().setOffline(true);
  await ownServer.stop();
  await expect(fetch(ownServer.url)).rejects.toThrow();
  await new WaitingTripsPage(first).logAgain(25);
  await new WaitingTripsPage(first).expectWaiting(25);
  await first.close();

  const second = await openOffline(25);
  await new WaitingTripsPage(second).logAgain(25);
  await new WaitingTripsPage(second).expectWaiting(50);
  await second.close();

  const third = await openOffline(50);
  await ownServer.start();
  await third.context().setOffline(false);
  const waiting = new WaitingTripsPage(third);
  await expect(waiting.status).toHaveText('All trips sent', { timeout: 90_000 });
  await expectAllStored(third, () => storedKeys(db, holderId), 50);
  expect((await data.trips()).total).toBe(51);
});

const FAULTS: (LineFault | undefined)[] = ['before', 'meanwhile', 'after', 'within', 'late'];

/** Faults at random for a quarter of the requests that log a trip, the same in every run, and how many there were of each. */
function randomFaults() {
  const counts: Record<string, number> = {};
  let state = 13;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const faultOf = (method: string, path: string) => {
    if (method !== 'POST' || path !== '/api/trips') return undefined;
    const fault = FAULTS[Math.floor(random() * 4 * FAULTS.length)];
    counts[fault ?? 'none'] = (counts[fault ?? 'none'] ?? 0) + 1;
    return fault;
  };
  return { counts, faultOf };
}

test('trips of two tabs on a line that drops connections are stored once and in order', {
  tag: ['@faults', '@long', '@firefox'],
}, async ({ startBrowser, serverUrl, db, data, holder, holderId, browserName }) => {
  test.setTimeout(300_000);
  const each = browserName === 'firefox' ? 100 : 200;
  await addTripOfToday(data);
  const { counts, faultOf } = randomFaults();
  const line = await startFrontServer(serverUrl, faultOf);
  const context = await startBrowser();
  const tabs = [await newPage(context), await newPage(context)] as const;
  await visitTwice(tabs[0], line.url, holder);
  await tabs[1].goto(line.url);
  await new LogTripPage(tabs[1]).repeat.waitFor();

  const start = Date.now();
  const waits = await Promise.all(tabs.map((tab) => new WaitingTripsPage(tab).logAgain(each)));
  const loggedAfter = Date.now() - start;
  const waiting = async () => (await new WaitingTripsPage(tabs[0]).keys()).length;
  await expect.poll(waiting, { timeout: 200_000, intervals: [1000] }).toBe(0);
  const sentAfter = Date.now() - start;
  for (const tab of tabs) await expectAllStored(tab, () => storedKeys(db, holderId), 2 * each);
  expect((await data.trips()).total).toBe(2 * each + 1);
  test.info().annotations.push({
    type: 'figures',
    description: JSON.stringify({ loggedAfter, sentAfter, waits, counts }),
  });
  for (const fault of FAULTS) expect(counts[fault ?? ''], fault).toBeGreaterThan(each / 50);
  // what was answered was not sent again, by this tab or the other
  expect((counts.none ?? 0) + (counts.late ?? 0)).toBe(2 * each);
  line.stop();
});

/** Ends the page's process, as a crash does. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // a page that has crashed answers nothing
  devtools.send('Page.crash').catch(() => {});
  await crashed;
}

test('a page that is killed while trips are logged and sent loses none and doubles none', {
  tag: '@faults',
}, async ({ startBrowser, serverUrl, db, data, holder, holderId }) => {
  await addTripOfToday(data);
  const { faultOf } = randomFaults();
  const line = await startFrontServer(serverUrl, faultOf);
  await visitTwice(await newPage(await startBrowser()), line.url, holder);
  // Chromium writes a cookie to the disk half a minute later, or when it is closed: the sign-in is of another day
  const context = await startBrowser();
  const killed = await newPage(context);
  await killed.goto(line.url);
  await new LogTripPage(killed).repeat.waitFor();
  const stored = () => storedKeys(db, holderId);

  new WaitingTripsPage(killed).logAgain(1000).catch(() => {});
  await expect.poll(async () => (await stored()).length).toBeGreaterThan(10);
  const seen = await new WaitingTripsPage(killed).loggedKeys();
  await crash(killed);

  const page = await newPage(context);
  await page.goto(line.url);
  const waiting = new WaitingTripsPage(page);
  await expect.poll(() => waiting.keys(), { timeout: 90_000 }).toEqual([]);
  const logged = await waiting.loggedKeys();
  expect(logged.slice(0, seen.length)).toEqual(seen);
  await expectAllStored(page, stored, logged.length);
  line.stop();
});
