import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

/** Leaves the site no room in the browser's store: a browser looks at that when a page first writes. */
async function fillStore(page: Page) {
  await page.goto('/favicon.svg');
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10_000 });
}

test('a full store is told before anything is typed, and logging works', async ({
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
  expect((await data.trips()).total).toBe(2);
});

test('a browser without a database is told the same', async ({ page, data }) => {
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

test('where nothing can be kept, a trip whose answer was lost is stored once when it is sent again', async ({
  page,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED.*api\/trips/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/trips', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });

  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.submit.click();
  await expect(dashboard.toast(/cannot be reached. Nothing was lost/)).toBeVisible();
  await expect(log.suburb).toHaveValue('Toowong');
  expect((await data.trips()).total, 'it was stored, though no one knows').toBe(1);

  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect((await data.trips()).total).toBe(1);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('where nothing can be kept, the form keeps everything without reception, and the toast offers to try again', {
  tag: '@phone',
}, async ({ page, context, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await data.addDriver();
  await fillStore(page);
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByRole('banner')).toContainText('Needs a connection');
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('9');

  await context.setOffline(true);
  await log.submit.click();
  await expect(dashboard.toast(/You appear to be offline/)).toBeVisible();
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.waitingTime).toHaveValue('9');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect((await data.trips()).trips).toMatchObject([{ suburb: 'Toowong', waitingTime: 9 }]);
});
