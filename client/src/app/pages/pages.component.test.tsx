import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildShift, buildTrip, buildVehicle, NOW } from '@test/data';
import { expect } from '@test/expect';
import type { Call } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeShifts, storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

/** Amy drives 123ABC, and drove the second car on a day; yesterday she worked, and now she does. */
function fleet() {
  const car = buildVehicle({ registration: '123ABC' });
  const second = buildVehicle({ registration: '222BBB', description: 'white Camry' });
  const amy = buildDriver({ vehicleId: car.id, authorisationExpires: '2027-03-31' });
  const trip = buildTrip(amy, { suburb: 'Ascot', postcode: '4007', vehicleId: car.id });
  const yesterday = { start: '2026-11-20T20:10:00.000Z', end: '2026-11-21T04:30:00.000Z' };
  const shifts = [
    buildShift(amy, { ...yesterday, vehicleId: car.id }),
    buildShift(amy, { start: '2026-11-22T00:00:00.000Z', end: null, vehicleId: car.id }),
  ];
  const pair = { driverId: amy.id, driverName: 'Amy Young', firstDay: '2026-10-01', lastDay: '2026-11-21' };
  const driven = [
    { ...pair, vehicleId: car.id, vehicleRegistration: '123ABC', days: 12, trips: 45, shifts: 2 },
    { ...pair, vehicleId: second.id, vehicleRegistration: '222BBB', days: 1, trips: 1, shifts: 0 },
  ];
  const event = {
    id: '1',
    at: NOW,
    entity: 'driver',
    entityId: amy.id,
    action: 'updated',
    subject: 'Amy Young',
    person: 'Mary Smith',
    changes: { authorisationExpires: { from: '2026-11-30', to: '2027-03-31' } },
    many: null,
  };
  const held = { id: null, from: '2025-01-01', to: null, recordedAt: NOW, person: 'Mary Smith' };
  const answers = {
    ...storeVehicles([car, second]),
    ...storeTrips([amy], [trip]),
    ...storeShifts([amy], shifts),
    'GET /api/drivers/driven': ({ query }: Call) =>
      driven.filter(({ vehicleId }) => vehicleId === (query.get('vehicleId') ?? vehicleId)),
    'GET /api/activity': { events: [event], total: 1 },
    'GET /api/drivers/:id/history': [
      { ...held, fact: 'name', value: { firstName: 'Amy', lastName: 'Young' } },
    ],
    'GET /api/vehicles/:id/history': [{ ...held, fact: 'registration', value: { registration: '222BBB' } }],
  };
  return { amy, car, second, answers };
}

for (const on of ['desk', 'phone'] as const)
  test(`a driver's page has trips, hours, vehicles and history on one screen, on a ${on}`, async () => {
    const { amy, second, answers } = fleet();
    const server = await openApp(`/drivers/${amy.id}`, { on, answers });
    await expect(page.getByRole('heading', { name: 'Amy Young' })).toBeVisible();
    expect(document.title).toBe('Amy Young · BEA Trip Logging');
    await expect(page.getByText('31/03/2027').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'All trips' })).toHaveAttribute(
      'href',
      `/?tab=history&driverId=${amy.id}`,
    );
    await expect(page.getByText('8 h 20 min').first()).toBeVisible();
    await expect(page.getByText('On shift since Sun 22/11/2026, 10:00')).toBeVisible();
    await expect(page.getByText('01/10/2026 to 21/11/2026 · 45 trips and 2 shifts on 12 days')).toBeVisible();
    await expect(page.getByRole('link', { name: '222BBB' })).toHaveAttribute(
      'href',
      `/vehicles/${second.id}`,
    );
    await expect(page.getByText('Name Amy Young since 01/01/2025')).toBeVisible();
    await expect(page.getByText(/changed Amy Young's authorisation expires from/)).toBeVisible();
    expect(server.calls.find(({ path }) => path === '/api/activity')?.query.get('about')).toBe(amy.id);
    await expectNoViolations();
    await expectNoOverflow();
  });

test("a driver's page edits, changes the vehicle, reports and removes, each in a word", async () => {
  const { amy, answers } = fleet();
  await openApp(`/drivers/${amy.id}`, { answers });
  for (const [button, title] of [
    ['Edit', 'Edit Driver'],
    ['Now drives …', 'Amy Young now drives …'],
    ['Report', 'Report for Amy Young'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .last()
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Edit trip: Ascot 4007' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Trip' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete driver' }).click();
  await expect(toast('Driver deleted successfully')).toBeVisible();
  await expect(page.getByText('No drivers registered yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Amy Young').first()).toBeVisible();
});

test("a vehicle's page has its drivers, licences and what is assumed; Renew licence says so in words", async () => {
  const { amy, car, answers } = fleet();
  const assumed = { ...car, availability: [{ from: '2025-07-01', to: null, isAssumed: true }] };
  await openApp(`/vehicles/${car.id}`, { answers: { ...answers, 'GET /api/vehicles': [assumed] } });
  await expect(page.getByRole('heading', { name: '123ABC' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Amy Young' }).first()).toHaveAttribute(
    'href',
    `/drivers/${amy.id}`,
  );
  await expect(page.getByText('1 fact is assumed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Confirm or correct' })).toHaveAttribute(
    'href',
    '/assumed-facts',
  );
  await expectNoViolations();
  await page.getByRole('button', { name: 'Renew licence' }).click();
  await expect(page.getByRole('dialog', { name: 'Renew licence' })).toBeVisible();
});

test('a removed driver of a vehicle is named without a link', async () => {
  const { car, answers } = fleet();
  const gus = { driverId: 'gus', driverName: 'Gus Gone', firstDay: '2026-10-01', lastDay: '2026-10-01' };
  const pair = { ...gus, vehicleId: car.id, vehicleRegistration: '123ABC', days: 1, trips: 1, shifts: 0 };
  await openApp(`/vehicles/${car.id}`, { answers: { ...answers, 'GET /api/drivers/driven': [pair] } });
  await expect(page.getByText('Gus Gone')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Amy Young' }).first()).toBeVisible();
  expect(page.getByRole('link', { name: 'Gus Gone' }).elements()).toEqual([]);
});

test("a driver's page lists a change once it is made", async () => {
  const { amy, answers } = fleet();
  const server = await openApp(`/drivers/${amy.id}`, { answers });
  await expect(page.getByText(/changed Amy Young's authorisation expires/)).toBeVisible();
  server.change({ 'GET /api/activity': { events: [], total: 0 } });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabelText('Authorisation Expires').fill('31/03/2028');
  await page.getByRole('button', { name: 'Update Driver' }).click();
  await expect(page.getByText('No changes are on record.')).toBeVisible();
});

test('a driver that is gone is said to be', async () => {
  const { answers } = fleet();
  await openApp('/drivers/nobody', { answers });
  await expect(page.getByText('There is no such driver')).toBeVisible();
});

test('the vehicles that a driver drove are counted again once a shift ends', async () => {
  const { amy, answers } = fleet();
  const server = await openApp(`/drivers/${amy.id}`, { answers });
  await expect(page.getByText(/45 trips and 2 shifts on 12 days/)).toBeVisible();
  const before = server.sent('GET /api/drivers/driven').length;
  await page.getByRole('button', { name: 'End shift' }).click();
  await expect(toast('Shift ended')).toBeVisible();
  await expect.poll(() => server.sent('GET /api/drivers/driven').length).toBeGreaterThan(before);
});
