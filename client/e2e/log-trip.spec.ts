/** @feature trips */
import { brisbaneDay } from '@shared/periods';
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
    await expect(log.suburb).toHaveValue('Ascot, QLD');
    await data.storedTrips(0);
  });
});

test('a probable duplicate, a wrong postcode and a future date are pointed out and taken', {
  tag: ['@faults', '@firefox-long'],
}, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy, { datetime: new Date().toISOString() });
  const log = new LogTripPage(page);
  await log.open();

  await log.recentSuburb('Toowong').click();
  await expect(page.getByText(/^Same as a trip logged/)).toBeVisible();
  await log.showDetails();
  await page.getByLabel('Date').fill('2099-12-31');
  await expect(page.getByText('This is in the future.')).toBeVisible();
  await expect(page.getByText(/^Same as a trip logged/)).toBeHidden();
  await log.postcode.fill('4000');
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  const trips = await data.storedTrips(2);
  expect(trips[0]).toMatchObject({ suburb: 'Toowong', postcode: '4000' });
  expect(brisbaneDay(new Date(trips[0]?.datetime ?? ''))).toBe('2099-12-31');
});
