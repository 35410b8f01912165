/** @feature trips, profile */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/409 \(Conflict\)/);
});

test('a trip that someone else changed meanwhile is not overwritten before both were seen', {
  tag: '@both',
}, async ({ page, data, signIn, dashboard }) => {
  const trip = await data.addTrip(await data.addDriver());
  await signIn('/?tab=history');
  await page.getByRole('button', { name: /^Edit trip: Toowong 4066/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Waiting Time (minutes)').fill('8');

  const { id, driverId, driverAuthorityLicense, suburb, postcode, duration, datetime } = trip;
  const theirs = { driverId, driverAuthorityLicense, suburb, postcode, duration, datetime, waitingTime: 12 };
  const saved = await page.request.put(`/api/trips/${id}`, { data: { ...theirs, notes: 'At the ramp' } });
  expect(saved.status(), await saved.text()).toBe(200);

  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  const meanwhile = dialog.getByRole('status').filter({ hasText: 'Someone changed this trip meanwhile' });
  await expect(meanwhile.getByRole('row', { name: 'Waiting Time 12 8' })).toBeVisible();
  await expect(meanwhile.getByRole('row', { name: 'Notes At the ramp –' })).toBeVisible();
  await expect(meanwhile.getByRole('row')).toHaveCount(3);
  await expectNoViolations(page);
  expect((await data.trips()).trips).toMatchObject([{ waitingTime: 12, notes: 'At the ramp' }]);

  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(dashboard.toast('Trip updated successfully')).toBeVisible();
  expect((await data.trips()).trips).toMatchObject([{ waitingTime: 8, notes: null }]);
});

test('a driver that someone else changed meanwhile stays as it is stored', async ({ page, data, signIn }) => {
  const { id } = await data.addDriver();
  await signIn('/?tab=drivers');
  await page.getByRole('button', { name: /^Edit .*Amy Young/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Driver' });
  await dialog.getByLabel('Last Name').fill('Old');

  const theirs = {
    driverAuthorityLicense: 'DA-1',
    bookedHireServiceLicense: 'BHSL-1',
    vehicleRegistrationNumber: '123ABC',
    firstName: 'Amy',
    lastName: 'New',
    startDate: '2025-01-01T00:00:00.000Z',
  };
  const saved = await page.request.put(`/api/drivers/${id}`, { data: theirs });
  expect(saved.status(), await saved.text()).toBe(200);

  await dialog.getByRole('button', { name: 'Update Driver' }).click();
  await expect(dialog.getByRole('row', { name: 'Last Name New Old' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Amy New').filter({ visible: true }).first()).toBeVisible();
});

test('a profile that someone else changed meanwhile shows both, and then what is stored', async ({
  page,
  holder,
  signIn,
}) => {
  await signIn('/?tab=profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Trading Name').fill('Mine');

  const { holderName, companyName, contactEmail, contactPhone } = holder;
  const theirs = { holderName, companyName, contactEmail, contactPhone, tradingName: 'Theirs' };
  const saved = await page.request.put('/api/profile', { data: theirs });
  expect(saved.status(), await saved.text()).toBe(200);

  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('row', { name: 'Trading Name Theirs Mine' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Theirs' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
});
