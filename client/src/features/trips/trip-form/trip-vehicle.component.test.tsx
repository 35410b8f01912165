import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const usual = buildVehicle();
const spare = buildVehicle({ registration: '456DEF', description: 'Spare Camry' });
const amy = buildDriver({ vehicleId: usual.id });
const vehicle = page.getByLabelText('Vehicle', { exact: true });

test("a trip is in the driver's usual vehicle, or in another under details", async () => {
  const server = await openApp('/', {
    on: 'phone',
    answers: { ...storeTrips([amy], []), ...storeVehicles([usual, spare]) },
  });
  await expect(logTrip.submit).toBeVisible();
  await logTrip.showDetails();
  await expect(vehicle).toHaveDisplayValue('123ABC (usual)');
  await logTrip.suburb.fill('Toowong');
  await logTrip.postcode.fill('4066');
  await vehicle.selectOptions('456DEF, Spare Camry');
  await expectNoViolations();
  await logTrip.submit.click();
  await expect(toast(/logged/)).toBeVisible();
  await expect.poll(() => server.sent('POST /api/trips')).toMatchObject([{ vehicleId: spare.id }]);
  // it stays for the next trip, in view
  await expect(vehicle).toBeVisible();
  await expect(vehicle).toHaveValue(spare.id);
});

test('a driver who drove two vehicles lately is asked for the vehicle openly', async () => {
  const lately = [usual, spare].map(({ id }) => buildTrip(amy, { vehicleId: id }));
  await openApp('/', {
    on: 'phone',
    answers: { ...storeTrips([amy], lately), ...storeVehicles([usual, spare]) },
  });
  await expect(vehicle).toBeVisible();
  await expect(vehicle).toHaveDisplayValue('123ABC (usual)');
  // next to the driver: nothing moves when it comes
  const place = (field: Locator) => field.element().getBoundingClientRect();
  expect(place(vehicle).top).toBe(place(logTrip.driver).top);
  expect(place(vehicle).left).toBeGreaterThan(place(logTrip.driver).right);
});

test('a holder with one vehicle is not asked', async () => {
  await openApp('/', { answers: { ...storeTrips([amy], [buildTrip(amy)]), ...storeVehicles([usual]) } });
  await expect(logTrip.submit).toBeVisible();
  await logTrip.showDetails();
  await expect(page.getByLabelText('Duration (minutes)')).toBeVisible();
  await expect(vehicle).not.toBeInTheDocument();
});

test('a stored trip changes its vehicle, and has that of its new driver', async () => {
  const ben = buildDriver({ firstName: 'Ben', driverAuthorityLicense: 'DA-2', vehicleId: spare.id });
  const trip = buildTrip(amy, { vehicleId: usual.id, vehicleRegistration: '123ABC' });
  const server = await openApp('/?tab=history', {
    answers: { ...storeTrips([amy, ben], [trip]), ...storeVehicles([usual, spare]) },
  });
  await page.getByRole('button', { name: /^Edit trip/ }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Trip' });
  await expect(editing.getByLabelText('Vehicle', { exact: true })).toHaveDisplayValue('123ABC (usual)');
  await editing.getByLabelText('Driver', { exact: true }).selectOptions('Ben Young');
  await expect(editing.getByLabelText('Vehicle', { exact: true })).toHaveDisplayValue(
    '456DEF, Spare Camry (usual)',
  );
  await editing.getByRole('button', { name: 'Update Trip' }).click();
  await expect(toast('Trip updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/trips/:id')).toMatchObject([{ driverId: ben.id, vehicleId: spare.id }]);
});
