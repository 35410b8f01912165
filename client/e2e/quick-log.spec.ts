import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

test('the last trip again takes two taps', { tag: '@phone' }, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await data.addTrip(amy, { waitingTime: 12, duration: 25, notes: 'Gate 2' });
  const log = new LogTripPage(page);
  await log.open();

  await expect(log.repeat).toContainText('Toowong 4066');
  await expect(log.repeat).toContainText('Amy Young · 12 min wait · 25 min trip');
  await log.repeat.click();
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.waitingTime).toHaveValue('12');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();

  expect(await log.counts()).toEqual({ taps: 2, keys: 0 });
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

test('a trip from a recent suburb takes three taps', { tag: '@phone' }, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  await data.addTrip(amy, { suburb: 'St Lucia', postcode: '4067' });
  const log = new LogTripPage(page);
  await log.open();

  await log.recentSuburb('Toowong 4066').click();
  await page.getByRole('button', { name: '10 minutes' }).click();
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  expect(await log.counts()).toEqual({ taps: 3, keys: 0 });
  const trips = await data.storedTrips(3);
  expect(trips[0]).toMatchObject({ suburb: 'Toowong', postcode: '4066', waitingTime: 10 });
});

test('a trip from a suburb never logged takes at most six taps and six keys', { tag: '@phone' }, async ({
  page,
  data,
  dashboard,
}) => {
  await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  const log = new LogTripPage(page);
  await log.open();
  await expect(log.driver).toBeFocused();
  const ben = await log.driver.getByRole('option', { name: 'Ben Kowalski' }).getAttribute('value');

  // the platform's own list of drivers is two taps: open it, choose
  await log.driver.selectOption(ben);
  const ofDriver = 2;
  await log.suburb.click();
  await page.keyboard.type('indoo');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Indooroopilly QLD 4068', exact: true }).click();
  await page.getByRole('button', { name: '5 minutes', exact: true }).click();
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();

  const { taps, keys } = await log.counts();
  expect(taps + ofDriver).toBeLessThanOrEqual(6);
  expect(keys).toBeLessThanOrEqual(6);
  const trips = await data.storedTrips(1);
  expect(trips[0]).toMatchObject({ driverName: 'Ben Kowalski', suburb: 'Indooroopilly', waitingTime: 5 });

  await test.step('the driver stays, on this device also the next time', async () => {
    await expect(log.suburb).toBeFocused();
    await expect(log.suburb).toHaveValue('');
    await log.open();
    await expect(log.driver).toHaveValue(ben ?? '');
    await expect(log.suburb).toBeFocused();
  });
});

test('nothing that has the focus hides behind the button while the keyboard is open', {
  tag: '@phone',
}, async ({ page, data }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  await log.open();
  await log.showDetails();
  await page.setViewportSize({ width: 360, height: 420 }); // what a phone's keyboard leaves
  for (const label of [
    'Suburb',
    'Postcode',
    'Waiting Time (minutes)',
    'Date',
    'Time',
    'Duration (minutes)',
    'Booking Reference',
    'Notes',
  ]) {
    const field = page.getByLabel(label, { exact: true });
    await page.evaluate(() => window.scrollTo(0, 0));
    await field.focus();
    const isFree = await field.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 2, bottom - 2].every((y) => document.elementFromPoint(middle, y) === element);
    });
    expect(isFree, label).toBe(true);
  }
});

test('what fingers press is 44 px high', { tag: '@phone' }, async ({ page, data }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  await log.open();
  await log.recentSuburb('Toowong 4066').waitFor();
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const small = await page
    .getByRole('tabpanel')
    .evaluate((panel) =>
      [...panel.querySelectorAll<HTMLElement>('button, select, input:not([readonly])')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map(
          (element) =>
            `${element.ariaLabel ?? element.textContent} ${element.getBoundingClientRect().height}`,
        ),
    );
  expect(small).toEqual([]);
});
