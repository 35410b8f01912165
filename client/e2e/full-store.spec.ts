/** @feature trips */
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

test('logging works with a full store, which is shown then', { tag: '@faults' }, async ({
  page,
  data,
  dashboard,
}) => {
  await data.addTrip(await data.addDriver());
  await fillStore(page);
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  await data.storedTrips(2);
});

const WAITING = 'Waiting to be sent';
const UNSAVED = '1 trip not saved on this device';

test('where nothing can be saved, a trip whose answer was lost is stored once when it is sent again', {
  tag: '@faults',
}, async ({ page, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED.*api\/trips/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
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

  await expect(page.getByRole('listitem').filter({ hasText: WAITING })).toContainText('Toowong');

  isLost = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(waiting.status).toHaveText('Needs a connection', { timeout: 20_000 });
  expect((await data.trips()).total).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});
