/** @feature vehicles, drivers, dated, dated */
import { DAY_MS } from '@shared/durations';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

test("a driver's car is renewed, re-plated and kept in its history, and a trip is logged in the spare one", async ({
  page,
  signIn,
  dashboard,
  data,
}) => {
  const today = brisbaneDay(new Date());
  await signIn('/drivers');
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  const driver = page.getByRole('dialog', { name: 'Add New Driver' });
  await driver.getByLabel('Driver Authority License').fill('DA-1');
  await driver.getByLabel('Booked Hire Service License').fill('BHSL-1');
  await driver.getByLabel('Vehicle Registration').fill('123-abc');
  await driver.getByLabel('First Name').fill('Amy');
  await driver.getByRole('button', { name: 'Create Driver' }).click();
  await expect(dashboard.toast('Driver created successfully')).toBeVisible();

  const vehicles = page.getByRole('table', { name: 'Vehicles' });
  await expect(vehicles.getByRole('row', { name: /123ABC/ })).toContainText('Amy');
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Vehicle' });
  await adding.getByLabel('Registration').fill('789xyz');
  await adding.getByLabel('Description').fill('Spare Camry');
  await adding.getByLabel('Substitute taxi, no licence').check();
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(vehicles.getByRole('row', { name: /789XYZ/ })).toContainText('Substitute taxi, no licence');

  await page.getByRole('button', { name: 'Renew licence: 123ABC' }).click();
  const renewing = page.getByRole('dialog', { name: 'Renew licence' });
  await renewing.getByLabel('Licence Number').fill('BHSL-2');
  await renewing.getByRole('button', { name: 'Renew licence' }).click();
  await expect(dashboard.toast('Licence renewed')).toBeVisible();
  await expect(vehicles.getByRole('row', { name: /123ABC/ })).toContainText('BHSL-2');

  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Vehicle' });
  await editing.getByLabel('Registration').fill('456def');
  // it was entered today, so a typing error is what is meant first
  await expect(editing.getByRole('radio', { name: /Typing mistake/ })).toBeChecked();
  await editing.getByRole('radio', { name: /New registration/ }).check();
  await editing.getByRole('button', { name: 'Update Vehicle' }).click();
  await expect(dashboard.toast('Vehicle updated successfully')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Drivers' })).toContainText('456DEF');
  await page.getByRole('button', { name: 'Edit vehicle: 456DEF' }).click();
  await editing.getByRole('button', { name: 'History' }).click();
  await expect(editing.getByText(`Registration 123ABC until ${formatDay(addDays(today, -1))}`)).toBeVisible();
  await editing.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('tab', { name: 'Log Trip' }).click();
  await page.getByLabel('Suburb', { exact: true }).fill('Toowong');
  await page.getByLabel('Postcode', { exact: true }).fill('4066');
  await new LogTripPage(page).showDetails();
  await page.getByLabel('Vehicle', { exact: true }).selectOption('789XYZ, Spare Camry');
  await page.getByRole('button', { name: 'Log Trip', exact: true }).click();
  await expect(dashboard.toast('Trip logged successfully')).toBeVisible();
  // the list has what is stored when it is opened
  await data.storedTrips(1);
  await page.getByRole('tab', { name: 'Trip History' }).click();
  await page.getByRole('button', { name: /^Open trip: Toowong/ }).click();
  await expect(page.getByRole('region', { name: /Toowong/ })).toContainText('789XYZ');
});

test('a driver changes cars, told late: the trips since then move with it, and Undo takes it all back', async ({
  page,
  signIn,
  dashboard,
  data,
}) => {
  const amy = await data.addDriver();
  for (const index of [0, 1, 3])
    await data.addTrip(amy, { datetime: new Date(Date.now() - index * DAY_MS).toISOString() });
  const plates = async () => (await data.trips()).trips.map(({ vehicleRegistration }) => vehicleRegistration);
  await signIn('/drivers');
  await page.getByRole('link', { name: 'Amy Young' }).first().click();
  await page.getByRole('button', { name: 'Now drives …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Amy Young now drives …' });
  await dialog.getByLabel('Vehicle', { exact: true }).selectOption('Another vehicle');
  await dialog.getByLabel('Registration').fill('456-def');
  await dialog.getByLabel('Booked Hire Service License').fill('BHSL-2');
  await dialog.getByLabel('First day').fill(formatDay(addDays(brisbaneDay(new Date()), -2)));
  await dialog.getByRole('radio', { name: 'Yes, driven in 456DEF' }).check();
  await dialog.getByRole('button', { name: 'Change Vehicle' }).click();
  await expect(dashboard.toast('Amy Young now drives 456DEF')).toBeVisible();
  expect(await plates()).toEqual(['456DEF', '456DEF', '123ABC']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Change undone')).toBeVisible();
  expect(await plates()).toEqual(['123ABC', '123ABC', '123ABC']);
  await page.getByRole('link', { name: 'Back to Drivers' }).click();
  await expect(page.getByRole('table', { name: 'Vehicles' })).not.toContainText('456DEF');
});
