import { expect, test } from './fixtures';

test('a trip is edited by the rules of the form', { tag: '@firefox' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  const trip = await data.addTrip(amy, { datetime: '2026-07-31T23:59:58.000Z' });
  await signIn('/?tab=history');

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
  const { trips } = await data.trips();
  expect(trips, 'the seconds, which the form does not show, stay').toMatchObject([
    { id: trip.id, datetime: trip.datetime.toISOString(), driverAuthorityLicense: 'DA-2', waitingTime: 8 },
  ]);
});

test('a trip that is edited names its driver, though the drivers come late', async ({
  page,
  data,
  signIn,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  await signIn('/?tab=history');
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

test('on a tablet a trip can be edited and deleted without scrolling sideways', async ({
  page,
  data,
  signIn,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const amy = await data.addDriver('A-LONG-LICENCE-NUMBER-1234567890', 'Bartholomew', 'Featherstonehaugh');
  await data.addTrip(amy, { suburb: 'Seventeen Mile Rocks', postcode: '4073', duration: 45 });
  await signIn('/?tab=history');
  for (const name of [/^Edit trip:/, /^Delete trip:/]) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('the next page is read from its first trip', { tag: '@both' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  await data.addTrips(await data.addDriver(), 20);
  await signIn('/?tab=history');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('11–20 of 20')).toBeAttached();
  await expect(dashboard.trips.first()).toBeInViewport();
});

test('filters, order and page are in the address', { tag: ['@both', '@firefox'] }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addTrips(amy, 33);
  await signIn('/');
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
  await expect(dashboard.trips).toHaveCount(1);
  await expect(history.getByText('0 min', { exact: true })).toBeVisible();
  const address = page.url();

  await test.step('a reload shows the same', async () => {
    await page.reload();
    await expect(dashboard.trips).toHaveCount(1);
    await expect(history.getByText('11 trips match')).toBeVisible();
    await expect(history.getByLabel('Postcode')).toHaveValue('4066');
  });

  await test.step('another tab and back, too', async () => {
    await dashboard.open('Reports');
    await dashboard.open('Trip History');
    expect(page.url()).toBe(address);
    await expect(dashboard.trips).toHaveCount(1);
  });

  await test.step('back goes back through what was looked at', async () => {
    await page.goBack(); // Reports
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
    await page.goBack(); // Trip History, page 2
    await expect(dashboard.trips).toHaveCount(1);
    await page.goBack(); // page 1
    await expect(dashboard.trips).toHaveCount(10);
    await page.goBack(); // all postcodes
    await expect(history.getByText('33 trips', { exact: true })).toBeVisible();
  });

  await test.step('a link past the last page shows the last one, and how many there are', async () => {
    await page.goto('/?tab=history&search=ascot&page=99');
    await expect(history.getByText('11 trips match')).toBeVisible();
    await expect(dashboard.trips).toHaveCount(1);
    await expect(history.getByLabel('Search')).toHaveValue('ascot');
    await expect(page).toHaveURL(/page=2/);
  });
});
