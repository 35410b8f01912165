import { brisbaneDay } from '@shared/periods';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

test('Enter goes from the suburb to the waiting time, submits, and comes back', { tag: '@firefox' }, async ({
  page,
  data,
  dashboard,
}) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await expect(log.suburb).toBeFocused();
  await page.keyboard.type('toowong');
  await page.keyboard.press('Enter');
  await expect(log.waitingTime).toBeFocused();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await expect(log.suburb).toBeFocused();
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', waitingTime: 7 }]);
});

test('a double tap stores one trip', { tag: '@phone' }, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  await log.open();

  await log.repeat.click();
  await log.submit.dblclick();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await expect(page.getByText('Suburb is required')).toBeHidden();
  await data.storedTrips(2);

  await test.step('so do two submits at the same moment', async () => {
    await log.repeat.click();
    await log.submit.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(log.suburb).toHaveValue('');
    await data.storedTrips(3);
    await expect(page.getByText('Waiting to be sent')).toBeHidden();
    await data.storedTrips(3);
  });
});

test('a trip logged by mistake is taken back by Undo, and what was typed is there again', {
  tag: '@firefox',
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

test('a toast next to the button does not scroll the page under a press', async ({
  page,
  data,
  dashboard,
}) => {
  await data.addDriver();
  await page.setViewportSize({ width: 1280, height: 500 });
  const log = new LogTripPage(page);
  await log.open();
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('9');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  const moved = await log.submit.evaluate(async (button) => {
    window.scrollTo(0, button.getBoundingClientRect().bottom + window.scrollY - window.innerHeight + 30);
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    const before = window.scrollY;
    button.focus({ preventScroll: true });
    await nextFrame();
    await nextFrame();
    return before > 0 && window.scrollY - before;
  });
  expect(moved).toBe(0);
});

test('Repeat last trip does not move the page', { tag: '@phone' }, async ({ page, data }) => {
  await data.addTrip(await data.addDriver());
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.click();
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.submit).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the last trip that could not be loaded is loaded by Try again', async ({
  page,
  data,
  expectedErrors,
}) => {
  await data.addTrip(await data.addDriver());
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/api/trips?limit=10', (route) => route.abort());
  const log = new LogTripPage(page);
  await log.open();
  await expect(page.getByText('Your last trip could not be loaded.')).toBeVisible();
  await page.unroute('**/api/trips?limit=10');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(log.repeat).toContainText('Toowong 4066');
});

test('a probable duplicate, a wrong postcode and a future date are pointed out and taken', {
  tag: '@firefox',
}, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy, { datetime: new Date().toISOString() });
  const log = new LogTripPage(page);
  await log.open();

  await log.repeat.click();
  await expect(page.getByText('Probably logged already')).toBeVisible();
  await log.showDetails();
  await page.getByLabel('Date').fill('2099-12-31');
  await expect(page.getByText('This is in the future.')).toBeVisible();
  await expect(page.getByText('Probably logged already')).toBeHidden();
  await log.postcode.fill('4000');
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  const trips = await data.storedTrips(2);
  expect(trips[0]).toMatchObject({ suburb: 'Toowong', postcode: '4000' });
  expect(brisbaneDay(new Date(trips[0]?.datetime ?? ''))).toBe('2099-12-31');
});

test('a suburb that is not found is chosen among the names that are nearly the same', async ({
  page,
  data,
  dashboard,
}) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await dashboard.typeSuburb('Fortitude Vally');
  await page
    .getByRole('group', { name: 'Corrections' })
    .getByRole('button', { name: 'Use Fortitude Valley 4006' })
    .click();
  await expect(log.suburb).toHaveValue('Fortitude Valley');
  await expect(log.postcode).toHaveValue('4006');
  await expect(page.getByRole('group', { name: 'Corrections' })).toBeHidden();
});

test('a wrong field that is folded up comes into view with its error', { tag: '@phone' }, async ({
  page,
  data,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.click();
  await log.showDetails();
  await page.getByLabel('Duration (minutes)').fill('-1');
  await page.getByRole('button', { name: /Fewer details$/ }).click();
  await log.submit.click();
  await expect(page.getByText('Duration must be 0 or greater')).toBeVisible();
  await expect(page.getByLabel('Duration (minutes)')).toBeFocused();
});
