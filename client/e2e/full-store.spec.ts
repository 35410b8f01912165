/** @feature trips */
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
