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
