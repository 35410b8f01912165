import type { CarChange } from '@shared/driver-vehicle';
import { expectNoViolations } from '@test/axe';
import { buildCarChange, buildDriver, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeDrivers, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const dialog = page.getByRole('dialog', { name: 'Amy Young now drives …' });
const submit = dialog.getByRole('button', { name: 'Change Vehicle' });

async function open(change: Partial<CarChange> = {}, on: 'desk' | 'phone' = 'desk') {
  const car = buildVehicle({ description: 'White Camry' });
  const licences = [{ kind: 'booked-hire' as const, number: 'BHSL-2', from: '2025-01-01', expires: null }];
  const other = buildVehicle({ registration: '456DEF', description: 'Grey Kluger', licences });
  const amy = buildDriver({ vehicleId: car.id });
  const server = await openApp(`/drivers/${amy.id}`, {
    ...(on === 'phone' && { on }),
    answers: {
      ...storeDrivers([amy]),
      ...storeVehicles([car, other]),
      'GET /api/drivers/:id/vehicle': buildCarChange({
        former: { vehicleId: car.id, registration: '123ABC' },
        trips: 14,
        shifts: 3,
        ...change,
      }),
    },
  });
  await page.getByRole('button', { name: 'Now drives …' }).click();
  return { server, car, other };
}

test('a driver gets another vehicle from a day on, and what was driven since is moved', async () => {
  const { server, other } = await open({}, 'phone');
  await submit.click();
  await expect(dialog.getByText('Please choose a vehicle')).toBeVisible();
  await dialog.getByLabelText('Vehicle').selectOptions('456DEF, Grey Kluger');
  await dialog.getByLabelText('First day').fill('2026-11-10');
  const question = dialog.getByRole('group', {
    name: '14 trips and 3 shifts since 10/11/2026 are in 123ABC. Move them?',
  });
  await question.getByLabelText('Yes, driven in 456DEF').click();
  await dialog.getByRole('group', { name: 'Is 123ABC still in use?' }).getByLabelText('No').click();
  await expect(dialog.getByLabelText('Its last day')).toHaveValue('2026-11-09');
  await expectNoViolations();
  await submit.click();
  await expect(toast('Amy Young now drives 456DEF')).toBeVisible();
  await expect(page.getByText('14 trips and 3 shifts moved.')).toBeVisible();
  expect(server.sent('POST /api/drivers/:id/vehicle')).toEqual([
    { vehicleId: other.id, from: '2026-11-10', moves: true, formerEndsOn: '2026-11-09', version: 1 },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Change undone')).toBeVisible();
});

test('a vehicle that is not in the list is made, with its licence', async () => {
  const { server } = await open({ trips: 0, shifts: 0 });
  await dialog.getByLabelText('Vehicle', { exact: true }).selectOptions('Another vehicle');
  await dialog.getByLabelText('Registration').fill('789-ghi');
  await submit.click();
  await expect(dialog.getByText('Booked Hire Service License is required')).toBeVisible();
  await dialog.getByLabelText('Booked Hire Service License').fill('BHSL-7');
  await dialog.getByLabelText('Available since').fill('01/11/2026');
  await submit.click();
  await expect(toast('Amy Young now drives 789GHI')).toBeVisible();
  expect(server.sent('POST /api/drivers/:id/vehicle')).toEqual([
    {
      registration: '789GHI',
      licence: 'BHSL-7',
      vehicleAvailableFrom: '2026-11-01',
      from: '2026-11-22',
      moves: false,
      version: 1,
    },
  ]);
});

test('between two changes it says until when the new one holds', async () => {
  await open({ until: '2026-11-15', trips: 1, shifts: 0 });
  await dialog.getByLabelText('Vehicle').selectOptions('456DEF, Grey Kluger');
  await dialog.getByLabelText('First day').fill('10/11/2026');
  await expect(dialog.getByText(/This holds until 15\/11\/2026/)).toBeVisible();
  await expect(
    dialog.getByRole('group', { name: '1 trip since 10/11/2026 until 15/11/2026 is in 123ABC. Move it?' }),
  ).toBeVisible();
  await dialog.getByLabelText('First day').fill('23/11/2026');
  await submit.click();
  await expect(dialog.getByText('That date is in the future')).toBeVisible();
});

test('what is saved at once waits for the question about trips, and for another try where that fails', async () => {
  expectedErrors.push(/500.*vehicle/);
  const { server } = await open();
  const asking = 'GET /api/drivers/:id/vehicle';
  const change = buildCarChange({
    former: { vehicleId: 'car', registration: '123ABC' },
    trips: 14,
    shifts: 3,
  });
  server.change({ [asking]: refuse(500, 'The server is busy') });
  await dialog.getByLabelText('Vehicle').selectOptions('456DEF, Grey Kluger');
  await dialog.getByLabelText('First day').fill('2026-11-10');
  await submit.click();
  await expect(toast('Error')).toBeVisible();
  await expect(page.getByText('The server is busy')).toBeVisible();
  server.change({ [asking]: change });
  const release = server.hold(asking);
  await submit.click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  const question = dialog.getByRole('group', { name: /^14 trips and 3 shifts since 10\/11\/2026/ });
  await expect(question.getByText('Please choose one')).toBeVisible();
  expect(server.sent('POST /api/drivers/:id/vehicle')).toEqual([]);
  await question.getByLabelText('No, driven in 123ABC').click();
  await submit.click();
  await expect(toast('Amy Young now drives 456DEF')).toBeVisible();
});

test('what someone else changed meanwhile is shown next to the vehicle', async () => {
  expectedErrors.push(/409/);
  const { server, car } = await open({ trips: 0, shifts: 0 });
  const stored = { ...buildDriver({ vehicleId: car.id }), firstName: 'Ann', vehicleId: 'other', version: 2 };
  server.change({
    'POST /api/drivers/:id/vehicle': refuse(409, 'Someone else changed this driver', {
      code: 'changed-meanwhile',
      stored,
      sent: { vehicleRegistrationNumber: '456DEF' },
    }),
  });
  await dialog.getByLabelText('Vehicle').selectOptions('456DEF, Grey Kluger');
  await submit.click();
  await expect(dialog.getByRole('row', { name: 'First Name Ann Not changed' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Vehicle Registration Number 123ABC 456DEF' })).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveLength(3);
});
