/** @feature trips */
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

test('the last trip again takes one tap', { tag: '@phone' }, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await data.addTrip(amy, { waitingTime: 12, duration: 25, notes: 'Gate 2' });
  const log = new LogTripPage(page);
  await log.open();

  await expect(log.repeat).toContainText('Toowong 4066');
  await expect(log.repeat).toContainText('Amy Young · 12 min wait · 25 min trip');
  await log.repeat.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();

  expect(await log.counts()).toEqual({ taps: 1, keys: 0 });
  const trips = await data.storedTrips(2);
  expect(trips[0]).toMatchObject({
    driverId: amy.id,
    suburb: 'Toowong',
    postcode: '4066',
    waitingTime: 12,
    duration: 25,
    notes: null,
  });
  expect(Math.abs(Date.parse(trips[0]?.datetime ?? '') - Date.now())).toBeLessThan(2 * 60 * 1000);
});
