/** @feature trips */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/409 \(Conflict\)/);
});

test('a trip that someone else changed meanwhile is not overwritten before both were seen', async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
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
  const meanwhile = dialog.getByRole('status').filter({ hasText: 'Someone else changed this trip' });
  await expect(meanwhile.getByRole('row', { name: 'Waiting Time 12 8' })).toBeVisible();
  await expect(meanwhile.getByRole('row', { name: 'Notes At the ramp –' })).toBeVisible();
  await expect(meanwhile.getByRole('row')).toHaveCount(3);
  await expectNoViolations(page);
  expect((await data.trips()).trips).toMatchObject([{ waitingTime: 12, notes: 'At the ramp' }]);

  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(dashboard.toast('Trip updated successfully')).toBeVisible();
  expect((await data.trips()).trips).toMatchObject([{ waitingTime: 8, notes: null }]);
});
