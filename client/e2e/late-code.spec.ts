/** @feature app */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import type { StoredData } from './trip-data';

const LOADING_FAILED = 'This part of the app could not be loaded';
const NOT_LOADED = /The code could not be loaded/;
const CODE = '**/assets/reports-tab-*.js';

/** Opens Log Trip and types half a trip of the only driver. */
async function typeHalfATrip(page: Page, data: StoredData): Promise<LogTripPage> {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await log.suburb.fill('Toowong');
  await log.suburb.press('Enter');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('12');
  await log.showDetails();
  await page.getByLabel('Notes').fill('Gate 2');
  return log;
}

async function expectHalfATrip(log: LogTripPage, page: Page): Promise<void> {
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.postcode).toHaveValue('4066');
  await expect(log.waitingTime).toHaveValue('12');
  await log.showDetails();
  await expect(page.getByLabel('Notes')).toHaveValue('Gate 2');
}

test('a tab whose code a lost network held back comes once it is back, and a half-typed trip stays', {
  tag: '@phone',
}, async ({ page, context, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, NOT_LOADED);
  const log = await typeHalfATrip(page, data);
  await context.setOffline(true);
  await dashboard.open('Reports');
  const tab = page.getByRole('tabpanel', { name: 'Reports' });
  await expect(tab.getByRole('alert')).toContainText(LOADING_FAILED);
  await expect(tab.getByRole('alert')).toContainText('Please check your reception and try again.');
  await expect(tab.getByRole('button', { name: 'Reload' })).toBeHidden();
  await tab.getByRole('button', { name: 'Try again' }).click();
  await expect(tab.getByRole('alert')).toContainText(LOADING_FAILED);

  // what was held back comes without being asked for
  await context.setOffline(false);
  await expect(tab.getByRole('heading', { name: 'What is due?' })).toBeVisible();
  await dashboard.open('Log Trip');
  await expectHalfATrip(log, page);
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect(await data.storedTrips(1)).toMatchObject([
    { suburb: 'Toowong', postcode: '4066', waitingTime: 12, notes: 'Gate 2' },
  ]);

  await test.step('what is logged is no draft any more', async () => {
    await page.reload();
    await log.submit.waitFor();
    await expect(log.suburb).toHaveValue('');
  });
});

test('a new version whose files replaced the old ones is loaded, and a half-typed trip stays', {
  tag: '@faults',
}, async ({ page, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/reports-tab/, NOT_LOADED);
  const log = await typeHalfATrip(page, data);
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/index.html', async (route) => {
    await page.unroute(CODE);
    await route.fulfill({ body: 'The page of another version' });
  });
  await dashboard.open('Reports');
  await expect(page.getByRole('heading', { name: 'What is due?' })).toBeVisible();
  await dashboard.open('Log Trip');
  await expectHalfATrip(log, page);
});
