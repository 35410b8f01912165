/** @feature app */
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import type { StoredData } from './trip-data';

const LOADING_FAILED = 'This part of the app could not be loaded';
const UNCHECKED = 'Lodgements could not be checked.';

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

test('a half-typed trip outlives a lost network, and is logged when it is back', { tag: '@phone' }, async ({
  page,
  context,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const log = await typeHalfATrip(page, data);
  await context.setOffline(true);
  await page.getByLabel('Date', { exact: true }).fill('2026-01-15');
  await expect(page.getByText(UNCHECKED)).toBeVisible();
  await expectHalfATrip(log, page);

  await test.step('trying again fails as long as the network is lost', async () => {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeEnabled();
    await expect(page.getByText(UNCHECKED)).toBeVisible();
  });

  // what was held back comes without being asked for
  await context.setOffline(false);
  await expect(page.getByText(UNCHECKED)).toBeHidden();
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

test('a half-typed trip outlives a new version whose files replaced the old ones, and the reload it asks for', {
  tag: '@faults',
}, async ({ page, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/lodged-warning/);
  const log = await typeHalfATrip(page, data);
  await page.route('**/assets/*lodged-warning-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByLabel('Date', { exact: true }).fill('2026-01-15');
  await expect(page.getByText(UNCHECKED)).toBeVisible();
  await expectHalfATrip(log, page);
  await expectNoViolations(page);

  await page.unroute('**/assets/*lodged-warning-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(UNCHECKED)).toBeHidden();
  await expectHalfATrip(log, page);
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('15/01/2026');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
});

test('a tab whose code is gone says so in the tab alone, and loads when it is there again', {
  tag: '@faults',
}, async ({ page, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/reports-tab|ERR_FAILED/);
  const log = await typeHalfATrip(page, data);
  // one handler for the whole test: between two of them a browser may ask the server
  let state: 'gone' | 'cut off' | 'there' = 'gone';
  await page.route('**/assets/reports-tab-*.js', (route) => {
    if (state === 'gone') return route.fulfill({ status: 404, body: '' });
    return state === 'cut off' ? route.abort() : route.continue();
  });
  await dashboard.open('Reports');
  const tab = page.getByRole('tabpanel', { name: 'Reports' });
  await expect(tab.getByRole('alert')).toContainText(LOADING_FAILED);
  await expect(tab.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expectNoViolations(page);
  await dashboard.open('Log Trip');
  await expectHalfATrip(log, page);
  await dashboard.open('Reports');

  await test.step('without an answer it offers to try again only', async () => {
    state = 'cut off';
    await tab.getByRole('button', { name: 'Try again' }).click();
    await expect(tab.getByRole('button', { name: 'Reload' })).toBeHidden();
    await expect(tab.getByRole('alert')).toContainText('Please check your reception and try again.');
  });

  state = 'there';
  await tab.getByRole('button', { name: 'Try again' }).click();
  await expect(tab.getByRole('heading', { name: 'What is due?' })).toBeVisible();
});

test("Today's trips, whose code a lost network held back, come by themselves once it is back", {
  tag: ['@faults', '@phone'],
}, async ({ page, data, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await data.addTrip(await data.addDriver());
  const code = '**/assets/todays-trips-*.js';
  await page.route(code, (route) => route.abort('internetdisconnected'));
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByText("Today's trips could not be loaded.")).toBeVisible();
  await log.repeat.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await page.unroute(code);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: /^Edit trip: .* Toowong 4066/ })).toHaveCount(2);
});
