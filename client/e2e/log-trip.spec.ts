/** @feature trips, places, places */
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

test('a trip logged by mistake is taken back by Undo, and what was typed is there again', {
  tag: '@firefox-long',
}, async ({ page, data, dashboard }) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('9');
  await log.showDetails();
  await page.getByLabel('Booking Reference').fill('J-1');
  await page.getByLabel('Notes').fill('Gate 2');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await expect(log.suburb).toHaveValue('');
  await data.storedTrips(1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await data.storedTrips(0);
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.postcode).toHaveValue('4066');
  await expect(log.waitingTime).toHaveValue('9');
  await expect(page.getByLabel('Booking Reference')).toHaveValue('J-1');
  await expect(page.getByLabel('Notes')).toHaveValue('Gate 2');

  await log.waitingTime.fill('12');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', waitingTime: 12 }]);

  await test.step('unless the next trip was begun', async () => {
    await log.suburb.fill('Ascot');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
    await expect(log.suburb).toHaveValue('Ascot');
    await data.storedTrips(0);
  });
});
