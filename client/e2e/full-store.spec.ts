import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { WaitingTripsPage } from './pages/waiting-trips';

/** Leaves the site no room in the browser's store: a browser looks at that when a page first writes. */
async function fillStore(page: Page) {
  await page.goto('/favicon.svg');
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10_000 });
}

test('a full store is shown before anything is typed, and logging works', async ({
  page,
  data,
  dashboard,
}) => {
  await data.addTrip(await data.addDriver());
  await fillStore(page);
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  await log.repeat.click();
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await data.storedTrips(2);
});

test('a browser without a database shows the same', async ({ page, data }) => {
  await data.addDriver();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    };
  });
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
});

/** Whether the page asks before it is closed. */
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

const WAITING = 'Waiting to be sent';
const UNSAVED = '1 trip not saved on this device';

test('where nothing can be saved, a trip whose answer was lost is stored once when it is sent again', async ({
  page,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED.*api\/trips/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route('**/api/trips', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });

  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.submit.click();
  await expect(waiting.status).toHaveText(UNSAVED);
  expect((await data.trips()).total, 'it was stored, though no one knows').toBe(1);

  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(waiting.status).toHaveText(UNSAVED);
  await expect(page.getByRole('listitem').filter({ hasText: WAITING })).toContainText('Toowong');

  isLost = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(waiting.status).toHaveText('Needs a connection', { timeout: 20_000 });
  expect((await data.trips()).total).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

test('where nothing can be saved, a trip waits in the page without reception, which asks before it is closed', {
  tag: '@phone',
}, async ({ page, context, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('9');
  expect(await asksBeforeClosing(page)).toBe(false);

  await context.setOffline(true);
  await log.submit.click();
  await expect(dashboard.toast(/Not saved on this device: keep this page open/)).toBeVisible();
  await expect(waiting.status).toHaveText(UNSAVED);
  await expect(page.getByRole('listitem').filter({ hasText: WAITING })).toContainText(/Toowong 4066\s*9 min/);
  expect(await asksBeforeClosing(page)).toBe(true);

  await context.setOffline(false);
  await expect.poll(() => asksBeforeClosing(page)).toBe(false);
  await expect(waiting.status).toHaveText('Needs a connection');
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', waitingTime: 9 }]);
});

test('where nothing can be saved, what the server refuses is shown at its field and stays in the form', async ({
  page,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/400 \(Bad Request\)/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  await page.route('**/api/trips', (route) => {
    const details = [{ path: 'postcode', message: 'No such postcode' }];
    return route.fulfill({ status: 400, json: { message: 'Invalid', code: 'validation', details } });
  });
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.submit.click();
  await expect(log.postcode).toHaveAccessibleDescription(/No such postcode/);
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(page.getByText(/not accepted/i)).toHaveCount(0);

  await page.unroute('**/api/trips');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', postcode: '4066' }]);
});
