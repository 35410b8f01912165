/** @feature trips */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('a trip is edited by the rules of the form', { tag: ['@faults', '@firefox-long'] }, async ({
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
  await dialog.getByLabel('Booking Reference').fill('J-1');
  await dialog.getByLabel('Notes').fill('Two passengers');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(dashboard.toast('Trip updated successfully')).toBeVisible();

  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  for (const text of ['Ben Kowalski', '8 min', 'Two passengers']) {
    await expect(history.getByRole('table').getByText(text).first()).toBeVisible();
  }
  const { trips } = await data.trips();
  expect(trips, 'the seconds, which the form does not show, stay').toMatchObject([
    {
      id: trip.id,
      datetime: trip.datetime.toISOString(),
      driverAuthorityLicense: 'DA-2',
      waitingTime: 8,
      bookingReference: 'J-1',
    },
  ]);
  await history.getByRole('searchbox', { name: 'Search' }).fill('j-');
  await expect(history.getByText('Two passengers').first()).toBeVisible();
});

test('on a desk a trip opens next to the list, with its history', async ({ page, data, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await data.addTrips(await data.addDriver(), 2);
  await signIn('/?tab=history');
  const opener = page.getByRole('button', { name: /^Open trip: Toowong 4066/ });
  const panel = page.getByRole('region', { name: 'Toowong 4066' });
  const heading = panel.getByRole('heading', { name: 'Toowong 4066' });

  await opener.press('Enter');
  await expect(heading).toBeFocused();
  await panel.getByRole('button', { name: 'Edit' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Waiting Time (minutes)').fill('7');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(panel.getByText('Mary Smith changed the waiting time from 0 min to 7 min.')).toBeVisible();
  await expect(panel.getByText('7 min', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('cell', { name: '4007', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ascot 4007' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(heading).toBeFocused();
  await page.reload();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete trip', exact: true }).click();
  await expect(panel.getByText('Mary Smith deleted the trip.')).toBeVisible();
  await expect(panel.getByText(/^This trip was deleted\./)).toBeVisible();
  await expect(heading).toBeFocused();
});

test('filters, order and page are in the address', { tag: '@firefox-only' }, async ({
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
  await expect(dashboard.trips).toHaveCount(10);

  await history.getByRole('button', { name: 'Waiting Time' }).click();
  await expect(history.getByRole('columnheader', { name: 'Waiting Time' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
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

  await test.step('each filter is a chip, and all are cleared at once', async () => {
    await history.getByRole('button', { name: 'Financial year' }).click();
    await expect(page).toHaveURL(/startDate=\d{4}-07-01&endDate=\d{4}-06-30/);
    await history.getByRole('button', { name: 'Remove the filter Search: ascot' }).click();
    await expect(history.getByLabel('Search')).toHaveValue('');
    await expect(page).not.toHaveURL(/search/);
    await history.getByRole('button', { name: 'Clear filters' }).click();
    await expect(history.getByText('33 trips', { exact: true })).toBeVisible();
    await expect(history.getByRole('button', { name: 'Clear filters' })).toBeHidden();
  });
});
