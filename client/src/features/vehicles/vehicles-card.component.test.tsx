import type { Vehicle } from '@shared/vehicles/vehicles';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeDrivers, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const adding = page.getByRole('dialog', { name: 'Add Vehicle' });
const editing = page.getByRole('dialog', { name: 'Edit Vehicle' });
const vehicles = page.getByRole('region', { name: 'Vehicles' });

/** So high that no toast covers the buttons of the last row. */
const HIGH = { width: 1280, height: 1000 };

const open = (stored: Vehicle[], on: 'desk' | 'phone' = 'desk') =>
  openApp('/drivers', { on: on === 'desk' ? HIGH : on, answers: storeVehicles(stored) });

test('a vehicle is added, changed, deleted and restored', async () => {
  const server = await open([]);
  await expect(page.getByText('No vehicles yet.')).toBeVisible();
  await expect(vehicles.getByRole('link', { name: 'From a spreadsheet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a Vehicle' }).click();
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  for (const message of ['Registration is required', 'Licence Number is required'])
    await expect(adding.getByText(message)).toBeVisible();
  await adding.getByLabelText('Registration').fill('123-abc');
  await adding.getByLabelText('Description').fill('White Camry');
  await adding.getByLabelText('Licence Number').fill('BHSL-1');
  await adding.getByLabelText('Expires').fill('2026-12-13');
  await adding.getByLabelText('Subcontracted').click();
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(toast('Vehicle added successfully')).toBeVisible();
  expect(server.sent('POST /api/vehicles')).toMatchObject([
    {
      registration: '123ABC',
      description: 'White Camry',
      availability: [{ from: '2026-11-22', to: null }],
      isSubcontracted: true,
      licences: [{ kind: 'booked-hire', number: 'BHSL-1', from: '2026-11-22', expires: '2026-12-13' }],
      notes: null,
    },
  ]);
  for (const text of ['White Camry', 'BHSL-1', 'Subcontracted', /^in 21 days$/])
    await expect(page.getByText(text)).toBeVisible();

  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  await editing.getByRole('button', { name: 'Add another period' }).click();
  const second = editing.getByRole('group', { name: 'Period 2' });
  await editing.getByLabelText('Available To').first().fill('2026-11-30');
  await second.getByLabelText('Available From').fill('2026-12-24');
  await editing.getByLabelText('Substitute taxi, no licence').click();
  await expect(editing.getByLabelText('Licence Number')).not.toBeInTheDocument();
  await editing.getByLabelText('Notes').fill('Spare key at the desk');
  await editing.getByRole('button', { name: 'Update Vehicle' }).click();
  await expect(toast('Vehicle updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/vehicles/:id')).toMatchObject([
    {
      availability: [
        { from: '2026-11-22', to: '2026-11-30' },
        { from: '2026-12-24', to: null },
      ],
      isSubstituteTaxi: true,
      licences: [],
      notes: 'Spare key at the desk',
      version: 1,
    },
  ]);
  await expect(page.getByText('Substitute taxi, no licence')).toBeVisible();

  await page.getByRole('button', { name: 'Delete vehicle: 123ABC' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this vehicle?',
  });
  await expect(question).toHaveTextContent('123ABC, White Camry');
  await question.getByRole('button', { name: 'End today' }).click();
  await expect(toast('Vehicle updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/vehicles/:id').at(-1)).toMatchObject({
    availability: [{ to: '2026-11-22' }],
  });
  await page.getByRole('button', { name: 'Delete vehicle: 123ABC' }).click();
  await expect(question.getByRole('button', { name: 'End today' })).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Delete vehicle' }).click();
  await expect(toast('Vehicle deleted successfully')).toBeVisible();
  await expect(page.getByText('No vehicles yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Vehicle restored')).toBeVisible();
  await expect(page.getByText('White Camry')).toBeVisible();
});

test('the list and the form of a vehicle are accessible', async () => {
  await open([buildVehicle({ isSubcontracted: true }), buildVehicle({ licences: [] })]);
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).first().click();
  await editing.getByRole('button', { name: 'Add another period' }).click();
  await editing.getByRole('button', { name: 'Add licence' }).click();
  await editing.getByLabelText('Registration').fill('456def');
  await editing.getByRole('button', { name: 'Update Vehicle' }).click();
  await expect(editing.getByText('Please choose one')).toBeVisible();
  await expectNoViolations();
});

test('a vehicle without a licence is a substitute taxi only where someone said so', async () => {
  const server = await open([buildVehicle({ licences: [] })], 'phone');
  await expect(page.getByText('Licence not known')).toBeVisible();
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  await expect(editing.getByText('Without a licence, reports say “Not known”.')).toBeVisible();
  await editing.getByLabelText('Substitute taxi, no licence').click();
  await expect(editing.getByText(/Not known/)).not.toBeInTheDocument();
  await editing.getByRole('button', { name: 'Update Vehicle' }).click();
  await expect(page.getByText('Substitute taxi, no licence')).toBeVisible();
  expect(server.sent('PUT /api/vehicles/:id')).toMatchObject([{ isSubstituteTaxi: true, licences: [] }]);
});

test('what is assumed is marked in the form until someone changes or confirms it', async () => {
  const from = '2025-07-01';
  const car = buildVehicle({
    availability: [{ from, to: null, isAssumed: true }],
    licences: [{ kind: 'taxi', number: '77', from, expires: null, isAssumed: true }],
  });
  const server = await open([car]);
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  await expect(editing.getByText(/^Assumed:/)).toHaveCount(2);
  await expectNoViolations();
  await editing.getByLabelText('Available From').fill('2025-08-01');
  await expect(editing.getByText(/^Assumed:/)).toHaveCount(1);
  await editing.getByRole('button', { name: 'They are right' }).click();
  await editing.getByRole('button', { name: 'Update Vehicle' }).click();
  await expect(toast('Vehicle updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/vehicles/:id')).toMatchObject([
    {
      availability: [{ from: '2025-08-01', isAssumed: false }],
      licences: [{ from, isAssumed: false }],
    },
  ]);
});

test('a vehicle names its drivers, and says when its licence has expired', async () => {
  const car = buildVehicle({
    licences: [{ kind: 'taxi', number: '77', from: '2025-01-01', expires: '2026-11-21' }],
  });
  const drivers = [
    buildDriver({ vehicleId: car.id }),
    buildDriver({ vehicleId: car.id, firstName: 'Ben' }),
    buildDriver({ vehicleId: car.id, firstName: 'Gone', isActive: false }),
  ];
  await openApp('/drivers', { answers: { ...storeDrivers(drivers), ...storeVehicles([car]) } });
  const row = vehicles.getByRole('row', { name: /123ABC/ });
  await expect(row).toHaveTextContent('Amy Young, Ben Young');
  await expect(row).not.toHaveTextContent('Gone');
  await expect(row.getByText('expired')).toBeVisible();
  await expect(row.getByText('Not available')).toHaveCount(0);
  await expectNoViolations();
});

test('a vehicle that is not available says so, and how soon its licence expires stands after the day', async () => {
  const car = buildVehicle({
    licences: [{ kind: 'taxi', number: '77', from: '2025-01-01', expires: '2026-12-13' }],
  });
  const sold = buildVehicle({
    registration: '9OLD',
    availableTo: '2026-06-30',
    availability: [{ from: '2025-01-01', to: '2026-06-30' }],
  });
  await openApp('/drivers', {
    answers: { ...storeDrivers([buildDriver({ vehicleId: car.id })]), ...storeVehicles([car, sold]) },
  });
  await expect(page.getByText('Not available')).toHaveCount(1);
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: '9OLD' })).toHaveTextContent(/Not available/);
  const soon = /13\/12\/2026 in 21 days/;
  await expect(rows.filter({ hasText: '123ABC' }).last()).toHaveTextContent(soon);
});

test('a licence is renewed in one step, from the day after the last one for twelve months', async () => {
  const car = buildVehicle({
    licences: [{ kind: 'limousine', number: '77', from: '2025-12-01', expires: '2026-11-30' }],
  });
  const server = await open([car]);
  await page.getByRole('button', { name: 'Renew licence: 123ABC' }).click();
  const renewing = page.getByRole('dialog', { name: 'Renew licence' });
  await expect(renewing).toHaveTextContent('123ABC · licence 77 expires 30/11/2026');
  await renewing.getByRole('button', { name: 'Renew licence' }).click();
  await expect(renewing.getByText('Licence Number is required')).toBeVisible();
  await renewing.getByLabelText('Licence Number').fill('78');
  await expectNoViolations();
  await renewing.getByRole('button', { name: 'Renew licence' }).click();
  await expect(toast('Licence renewed')).toBeVisible();
  expect(server.sent('POST /api/vehicles/:id/licences')).toMatchObject([
    { kind: 'limousine', number: '78', from: '2026-12-01', expires: '2027-11-30', version: 1 },
  ]);
});

test('another registration is a correction or a change from a day on', async () => {
  const server = await open([buildVehicle()]);
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  const update = editing.getByRole('button', { name: 'Update Vehicle' });
  await editing.getByLabelText('Registration').fill('456def');
  const question = editing.getByRole('group', {
    name: 'Why are you changing registration 123ABC to 456DEF?',
  });
  await update.click();
  await expect(question.getByText('Please choose one')).toBeVisible();
  await question.getByLabelText('New registration').click();
  await question.getByLabelText('Changed on').fill('2026-12-01');
  await expectNoViolations();
  await update.click();
  await expect(question.getByText('That date is in the future')).toBeVisible();
  await question.getByLabelText('Changed on').fill('2026-11-01');
  await update.click();
  await expect(toast('Vehicle updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Edit vehicle: 456DEF' }).click();
  await editing.getByLabelText('Registration').fill('789ghi');
  await editing.getByLabelText(/Typing mistake/).click();
  await update.click();
  await expect(page.getByRole('button', { name: 'Edit vehicle: 789GHI' })).toBeVisible();
  const [changed, corrected] = server.sent('PUT /api/vehicles/:id');
  expect(changed).toMatchObject({ registration: '456DEF', changedOn: '2026-11-01' });
  expect(corrected).not.toHaveProperty('changedOn');
});

test('a registration that another vehicle has is refused in words, at its field', async () => {
  expectedErrors.push(/409.*api\/vehicles/);
  const message = 'A vehicle with this registration is available at that time already';
  await openApp('/drivers', {
    answers: {
      ...storeVehicles([buildVehicle()]),
      'POST /api/vehicles': refuse(409, message, {
        code: 'conflict',
        details: [{ path: 'registration', message }],
      }),
    },
  });
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  await adding.getByLabelText('Registration').fill('123abc');
  await adding.getByLabelText('Licence Number').fill('BHSL-2');
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(adding.getByText(message)).toBeVisible();
  await expect(adding.getByLabelText('Licence Number')).toHaveValue('BHSL-2');
});

test('the history says what held until when, and an entry is removed', async () => {
  const car = buildVehicle();
  let entries = [
    {
      id: null,
      fact: 'registration',
      value: { registration: '123ABC' },
      from: '2026-07-01',
      to: null,
      recordedAt: null,
      person: null,
    },
    {
      id: 'fact-1',
      fact: 'registration',
      value: { registration: '999ZZZ' },
      from: null,
      to: '2026-06-30',
      recordedAt: '2026-07-02T00:00:00.000Z',
      person: 'Mary Smith',
    },
  ];
  const server = await openApp('/drivers', {
    on: 'phone',
    answers: {
      ...storeVehicles([car]),
      'GET /api/vehicles/:id/history': () => entries,
      'DELETE /api/vehicles/:id/history/:entry': ({ params }) => {
        entries = entries.filter(({ id }) => id !== params.entry);
      },
    },
  });
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  await editing.getByRole('button', { name: 'History' }).click();
  await expect(editing.getByText('Registration 123ABC since 01/07/2026')).toBeVisible();
  await expect(editing.getByText('Recorded 02/07/2026 10:00 by Mary Smith')).toBeVisible();
  await expectNoViolations();
  await editing
    .getByRole('button', { name: 'Remove from the history: Registration 999ZZZ until 30/06/2026' })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Remove this from the history?' });
  await expectNoViolations();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(toast('Removed from the history')).toBeVisible();
  await expect(editing.getByText(/999ZZZ/)).not.toBeInTheDocument();
  expect(server.calls.some(({ path }) => path === `/api/vehicles/${car.id}/history/fact-1`)).toBe(true);
});

test('a change that touches a lodged quarter says so', async () => {
  await openApp('/drivers', {
    answers: {
      ...storeVehicles([buildVehicle()]),
      'GET /api/lodgements': {
        lodgements: [
          {
            id: 'lodgement-1',
            period: 'Q1-2026',
            lodgedOn: '2026-10-01',
            method: 'portal',
            note: null,
            amendedBy: null,
          },
        ],
        registeredOn: '2025-01-01',
        activity: null,
      },
    },
  });
  await page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).click();
  await editing.getByLabelText('Registration').fill('456def');
  await expect(editing.getByText('Already lodged')).toBeVisible();
  await editing.getByLabelText('New registration').click();
  await expect(editing.getByText('Already lodged')).not.toBeInTheDocument();
});

test('vehicles that cannot be read are said to be missing, and are read again', async () => {
  expectedErrors.push(/500.*api\/vehicles/);
  const server = await openApp('/drivers', {
    answers: { 'GET /api/vehicles': refuse(500, 'Something went wrong', { code: 'internal' }) },
  });
  await expect(page.getByText('The vehicles could not be loaded')).toBeVisible();
  server.change({ 'GET /api/vehicles': [buildVehicle()] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('cell', { name: '123ABC', exact: true })).toBeVisible();
});

test('a driver with two cars: the second one is given when it is added, and each names who drove it', async () => {
  const [first, second] = [buildVehicle(), buildVehicle({ registration: '222BBB' })];
  const amy = buildDriver({ vehicleId: first.id });
  const seen = { firstDay: '2026-11-01', lastDay: '2026-11-21', days: 2, trips: 3, shifts: 0 };
  const driven = {
    driverId: amy.id,
    driverName: 'Amy Young',
    vehicleId: second.id,
    vehicleRegistration: '222BBB',
    ...seen,
  };
  const server = await openApp('/drivers', {
    answers: {
      ...storeDrivers([amy]),
      ...storeVehicles([first, second]),
      'GET /api/drivers/driven': [driven],
    },
  });
  await expect(vehicles.getByRole('row', { name: /222BBB/ })).toHaveTextContent('Amy Young (21/11/2026)');
  await expect(vehicles.getByRole('link', { name: '222BBB' })).toHaveAttribute(
    'href',
    `/vehicles/${second.id}`,
  );
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Vehicle' });
  await adding.getByLabelText('Registration').fill('333CCC');
  await adding.getByLabelText('Usual Driver').selectOptions('Amy Young');
  await adding.getByLabelText('Licence Number').fill('BHSL-3');
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  const changing = page.getByRole('dialog', { name: 'Amy Young now drives …' });
  await expect(changing.getByRole('option', { name: '333CCC', selected: true })).toBeInTheDocument();
  await changing.getByRole('button', { name: 'Change Vehicle' }).click();
  await expect(toast('Amy Young now drives 333CCC')).toBeVisible();
  expect(server.sent('POST /api/drivers/:id/vehicle')).toHaveLength(1);
});
