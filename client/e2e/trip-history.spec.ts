import type { Page } from '@playwright/test';
import type { Driver } from '@shared/drivers';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { addDriver, addTrip, storedTrips } from './trip-data';

const SUBURBS = [
  ['Toowong', '4066'],
  ['Ascot', '4007'],
  ['St Lucia', '4067'],
] as const;

/** Stores trips of three suburbs in turn, a day apart, that waited 0, 1, 2 … minutes; the newest waited 0. */
async function addTrips(page: Page, driver: Driver, count: number) {
  for (let index = 0; index < count; index += 1) {
    const [suburb, postcode] = SUBURBS[index % 3] ?? SUBURBS[0];
    const datetime = new Date(Date.now() - (index * 24 + 1) * 60 * 60 * 1000).toISOString();
    await addTrip(page, driver, { suburb, postcode, waitingTime: index, datetime });
  }
}

const row = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Trip History' }).getByRole('checkbox', { name: /^Select trip:/ });

test('a trip is edited by the rules of the form', async ({ page, signIn, dashboard }) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addDriver(page, 'DA-2', 'Ben', 'Kowalski');
  const trip = await addTrip(page, amy, { datetime: '2026-07-31T23:59:58.000Z' });
  await page.goto('/?tab=history');

  await page.getByRole('button', { name: 'Edit trip: Toowong 4066, 01/08/2026 09:59' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Postcode').fill('40');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(dialog.getByText('Postcode must be 4 digits')).toBeVisible();
  await dialog.getByLabel('Postcode').fill('4000');
  await expect(dialog.getByText('This is not a postcode of the suburb.')).toBeVisible();
  await dialog.getByLabel('Postcode').fill('4066');
  await dialog.getByLabel('Driver', { exact: true }).selectOption({ label: 'Ben Kowalski' });
  await dialog.getByLabel('Waiting Time (minutes)').fill('8');
  await dialog.getByLabel('Notes').fill('Two passengers');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(dashboard.toast('Trip updated successfully')).toBeVisible();

  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  for (const text of ['Ben Kowalski', '8 min', 'Two passengers']) {
    await expect(history.getByText(text).first()).toBeVisible();
  }
  const { trips } = await storedTrips(page);
  expect(trips, 'the seconds, which the form does not show, stay').toMatchObject([
    { id: trip.id, datetime: trip.datetime, driverAuthorityLicense: 'DA-2', waitingTime: 8 },
  ]);
});

test('a trip that is edited names its driver, though the drivers come late', async ({ page, signIn }) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrip(page, amy);
  await page.goto('/?tab=history');
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/drivers', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Edit trip:/ }).click();
  const driver = page.getByRole('dialog', { name: 'Edit Trip' }).getByLabel('Driver', { exact: true });
  await expect(driver.getByText('Loading drivers...')).toBeAttached();
  answer();
  await expect(driver.getByText('Amy Young')).toBeAttached();
  await expect(driver).toHaveValue(amy.id);
});

test('on a tablet a trip can be edited and deleted without scrolling sideways', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn();
  const amy = await addDriver(page, 'A-LONG-LICENCE-NUMBER-1234567890', 'Bartholomew', 'Featherstonehaugh');
  await addTrip(page, amy, { suburb: 'Seventeen Mile Rocks', postcode: '4073', duration: 45 });
  await page.goto('/?tab=history');
  for (const name of [/^Edit trip:/, /^Delete trip:/]) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('the next page is read from its first trip', async ({ page, signIn }) => {
  await signIn();
  await addTrips(page, await addDriver(page, 'DA-1', 'Amy', 'Young'), 20);
  await page.goto('/?tab=history');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('11–20 of 20')).toBeAttached();
  await expect(row(page).first()).toBeInViewport();
});

test('a deleted trip comes back by Undo, and later from Recently deleted', async ({
  page,
  signIn,
  dashboard,
}) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrip(page, amy);
  await page.goto('/?tab=history');
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this trip?' });

  await page.getByRole('button', { name: /^Delete trip: Toowong 4066/ }).click();
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Trip restored')).toBeVisible();
  await expect(row(page)).toHaveCount(1);

  await page.getByRole('button', { name: /^Delete trip: Toowong 4066/ }).click();
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  await dialog.getByRole('button', { name: /^Restore trip: Toowong 4066/ }).click();
  await expect(dialog.getByText('No trips were deleted lately')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(row(page)).toHaveCount(1);
  expect((await storedTrips(page)).total).toBe(1);
});

test('the trips of a page are deleted together, and come back together', async ({
  page,
  signIn,
  dashboard,
}) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrips(page, amy, 12);
  await page.goto('/?tab=history');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });

  await history.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await row(page).first().uncheck();
  await expect(history.getByText('9 trips selected')).toBeVisible();
  await history.getByRole('button', { name: 'Delete 9 trips' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 9 trips?' });
  await question.getByRole('button', { name: 'Delete 9 trips' }).click();
  await expect(dashboard.toast('9 trips deleted successfully')).toBeVisible();
  await expect(row(page)).toHaveCount(3);
  await expect(history.getByText('3 trips', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('9 trips restored')).toBeVisible();
  await expect(history.getByText('12 trips', { exact: true })).toBeVisible();
});

test('filters, order and page are in the address', async ({ page, signIn, dashboard }) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrips(page, amy, 33);
  await page.reload();
  await dashboard.open('Trip History');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  await expect(history.getByText('33 trips', { exact: true })).toBeVisible();

  if (dashboard.isPhone) {
    await history.getByLabel('Sort by').selectOption({ label: 'Longest wait first' });
    await history.getByRole('button', { name: 'Filters' }).click();
  } else {
    await history.getByRole('button', { name: 'Waiting Time' }).click();
    await expect(history.getByRole('columnheader', { name: 'Waiting Time' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  }
  await history.getByLabel('Postcode').selectOption('4066');
  await expect(history.getByText('11 trips match')).toBeVisible();
  await expect(history.getByText('30 min').first()).toBeVisible();
  await history.getByRole('button', { name: 'Next' }).click();
  await expect(row(page)).toHaveCount(1);
  await expect(history.getByText('0 min', { exact: true })).toBeVisible();
  const address = page.url();

  await test.step('a reload shows the same', async () => {
    await page.reload();
    await expect(row(page)).toHaveCount(1);
    await expect(history.getByText('11 trips match')).toBeVisible();
    await expect(history.getByLabel('Postcode')).toHaveValue('4066');
  });

  await test.step('another tab and back, too', async () => {
    await dashboard.open('Reports');
    await dashboard.open('Trip History');
    expect(page.url()).toBe(address);
    await expect(row(page)).toHaveCount(1);
  });

  await test.step('back goes back through what was looked at', async () => {
    await page.goBack(); // Reports
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.goBack(); // Trip History, page 2
    await expect(row(page)).toHaveCount(1);
    await page.goBack(); // page 1
    await expect(row(page)).toHaveCount(10);
    await page.goBack(); // all postcodes
    await expect(history.getByText('33 trips', { exact: true })).toBeVisible();
  });

  await test.step('a link past the last page shows the last one, and how many there are', async () => {
    await page.goto('/?tab=history&search=ascot&page=99');
    await expect(history.getByText('11 trips match')).toBeVisible();
    await expect(row(page)).toHaveCount(1);
    await expect(history.getByLabel('Search')).toHaveValue('ascot');
    await expect(page).toHaveURL(/page=2/);
  });
});

test('the keyboard alone logs a trip and deletes it', async ({ page, signIn, dashboard }) => {
  test.skip(dashboard.isPhone, 'the phone has no keyboard to tab with');
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrip(page, amy, { suburb: 'Ascot', postcode: '4007' });
  await page.reload();
  const focusedLabel = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    });
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await focusedLabel();
      if (typeof name === 'string' ? label === name : name.test(label)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };

  await expect(page.getByLabel('Suburb', { exact: true })).toBeFocused();
  await page.keyboard.type('toowong');
  await tabTo('15 minutes');
  await page.keyboard.press('Space');
  await tabTo('Notes');
  await page.keyboard.type('By keyboard');
  await tabTo(/^Log Trip/);
  await page.keyboard.press('Enter');
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();

  await page.keyboard.press('Shift+Tab'); // from the suburb back to the driver, and out of the form
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Log Trip' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Trip History' })).toBeVisible();
  await expect(row(page)).toHaveCount(2);
  await tabTo(/^Delete trip: Toowong 4066/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await expect(row(page)).toHaveCount(1);

  await page.keyboard.press('F8');
  await tabTo('Undo');
  await page.keyboard.press('Enter');
  await expect(row(page)).toHaveCount(2);
});

test('the months are drawn, and stand in a table', async ({ page, signIn, dashboard }) => {
  await signIn();
  const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
  await addTrip(page, amy, { waitingTime: 4 });
  await addTrip(page, amy, { waitingTime: 5 });
  await page.reload();
  await dashboard.open('Reports');
  await expect(page.getByRole('img', { name: /^Trips by month: most in .*, 2$/ })).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^Average wait by month: longest in .*, 4.5 minutes$/ }),
  ).toBeVisible();
  await page.getByText('Figures as a table').click();
  const months = page.getByRole('table', { name: 'Trips and average wait by month' });
  await expect(months.getByRole('row')).toHaveCount(14);
  await expect(months.getByRole('row').last()).toContainText(/\d{4}24\.5$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no state of a trip's screens violates an axe rule in the ${colorScheme} theme`, async ({
    page,
    signIn,
    dashboard,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await signIn();
    const amy = await addDriver(page, 'DA-1', 'Amy', 'Young');
    await addTrips(page, amy, 3);
    await addTrip(page, amy, { datetime: new Date().toISOString(), notes: 'Gate 2' });
    const log = new LogTripPage(page);
    await log.open();
    await log.repeat.click();
    await log.postcode.fill('4000');
    await expect(page.getByText('Probably logged already')).toBeVisible();
    await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
    await log.showDetails();
    await expectNoViolations(page);

    await dashboard.open('Trip History');
    await row(page).first().check();
    await expectNoViolations(page);
    await page
      .getByRole('button', { name: /^Edit trip/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Edit Trip' }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete 1 trip', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Delete trip' }).click();
    await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    await page.getByRole('button', { name: /^Restore trip/ }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');

    await dashboard.open('Reports');
    await page.getByText('Figures as a table').click();
    await expectNoViolations(page);
  });
}
