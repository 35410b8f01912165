import type { Vehicle } from '@shared/vehicles/vehicles';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeDrivers, storeTrips, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const adding = page.getByRole('dialog', { name: 'Add Vehicle' });
const editing = page.getByRole('dialog', { name: 'Edit Vehicle' });
const update = editing.getByRole('button', { name: 'Update Vehicle' });
const sinceEver = { callSign: 'T101', from: null, to: null };
const first = () => buildVehicle({ registration: '111AAA', callSigns: [sinceEver] });
const second = () =>
  buildVehicle({ registration: '222BBB', callSigns: [{ ...sinceEver, callSign: 'T102' }] });

const open = (stored: Vehicle[], on: 'desk' | 'phone' = 'desk', answers = {}) =>
  openApp('/drivers', {
    on: on === 'desk' ? { width: 1280, height: 1000 } : on,
    answers: { ...storeVehicles(stored), ...answers },
  });
const edit = async (registration: string) => {
  await page.getByRole('button', { name: `Edit vehicle: ${registration}` }).click();
  return editing.getByLabelText('Call sign');
};

test('a new vehicle has its call sign since ever, unless it was another’s', async () => {
  const server = await open([first()]);
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  await adding.getByLabelText('Registration').fill('333CCC');
  await adding.getByLabelText('Licence Number').fill('BHSL-3');
  await adding.getByLabelText('Call sign').fill('--');
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(adding.getByText('A call sign needs a letter or a digit')).toBeVisible();
  await adding.getByLabelText('Call sign').fill('t-101');
  await expect(
    adding.getByText('T101 is the call sign of 111AAA. It ends there the day before 22/11/2026.'),
  ).toBeVisible();
  await adding.getByLabelText('First day as t-101').fill('2026-11-10');
  await adding.getByLabelText('Call sign').fill('T103');
  await expect(adding.getByLabelText(/^First day as/)).not.toBeInTheDocument();
  await adding.getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(toast('Vehicle added successfully')).toBeVisible();
  expect(server.sent('POST /api/vehicles')).toMatchObject([
    { newCallSign: { callSign: 'T103', from: null } },
  ]);
  await expect(page.getByText('T103')).toBeVisible();
});

for (const on of ['desk', 'phone'] as const)
  test(`another call sign is a typing mistake or a new one from a day on, on a ${on}`, async () => {
    const server = await open([first(), second()], on);
    await (await edit('222BBB')).fill('t101');
    const question = editing.getByRole('group', { name: 'Why are you changing call sign T102 to t101?' });
    await update.click();
    await expect(question.getByText('Please choose one')).toBeVisible();
    await question.getByLabelText('New call sign').click();
    await question.getByLabelText('Changed on').fill('2026-11-01');
    await expect(
      editing.getByText('T101 is the call sign of 111AAA. It ends there the day before 01/11/2026.'),
    ).toBeVisible();
    await expectNoViolations();
    await expectNoOverflow();
    await update.click();
    await expect(toast('Vehicle updated successfully')).toBeVisible();
    await (await edit('222BBB')).fill('T104');
    await editing.getByLabelText(/Typing mistake/).click();
    await update.click();
    await expect(page.getByText('T104')).toBeVisible();
    const [changed, corrected] = server.sent('PUT /api/vehicles/:id');
    expect(changed).toMatchObject({ newCallSign: { callSign: 't101', from: '2026-11-01' } });
    expect(changed).not.toHaveProperty('callSigns');
    expect(corrected).toMatchObject({ callSigns: [{ callSign: 'T104', from: '2026-11-01', to: null }] });
    expect(corrected).not.toHaveProperty('newCallSign');
  });

test('a removed call sign never was, or ends on a day; one that is as it was is not sent', async () => {
  const since = { callSign: 'T101', from: '2026-10-01', to: null };
  const server = await open([buildVehicle({ callSigns: [since] })]);
  await (await edit('123ABC')).fill('');
  await editing.getByLabelText('No call sign any more').click();
  await editing.getByLabelText('First day without it').fill('2026-10-01');
  await update.click();
  await expect(editing.getByText('It has T101 since 01/10/2026')).toBeVisible();
  await editing.getByLabelText('First day without it').fill('2026-11-01');
  await update.click();
  await expect(toast('Vehicle updated successfully')).toBeVisible();
  const field = await edit('123ABC');
  await expect(field).toHaveValue('');
  await editing.getByLabelText('Notes').fill('Spare key');
  await update.click();
  await expect(editing).not.toBeInTheDocument();
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Edit vehicle: 123ABC' }).element());
  const [ended, other] = server.sent('PUT /api/vehicles/:id');
  expect(ended).toMatchObject({ callSigns: [{ ...since, to: '2026-10-31' }] });
  expect(other).not.toHaveProperty('callSigns');
  expect(other).not.toHaveProperty('newCallSign');
});

test('one that cannot be given is refused in words, at its field', async () => {
  expectedErrors.push(/409.*api\/vehicles/);
  const message = 'T101 is the call sign of 111AAA since 01/11/2026. Choose a later day';
  const details = [{ path: 'newCallSign', message }];
  const taken = refuse(409, message, { code: 'conflict', details });
  await open([first(), second()], 'desk', { 'PUT /api/vehicles/:id': taken });
  await (await edit('222BBB')).fill('T101');
  await editing.getByLabelText('New call sign').click();
  await update.click();
  await expect(editing.getByText(message)).toBeVisible();
});

test('the palette finds a vehicle by its call sign, and lists and its page show it', async () => {
  const amy = buildDriver();
  const answers = { ...storeTrips([amy], [buildTrip(amy)]), ...storeVehicles([first(), second()]) };
  await openApp('/?tab=history', { on: 'desk', answers });
  await page.getByLabelText('Vehicle').selectOptions('222BBB, T102');
  await press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
  await palette.getByRole('combobox').fill('t101');
  await palette.getByRole('option', { name: /111AAA, T101/ }).click();
  await expect(page.getByRole('heading', { name: /^111AAA, T101/ })).toBeVisible();
  await expect(page.getByText('Call sign', { exact: true })).toBeVisible();
});

for (const key of ['Tab', 'Enter'])
  test(`a driver’s form takes a typed call sign for the car that has it, by ${key}`, async () => {
    const [amy, car] = [buildDriver(), second()];
    await openApp('/drivers', {
      on: 'desk',
      answers: { ...storeDrivers([amy]), ...storeVehicles([first(), car]) },
    });
    await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Driver' });
    const field = dialog.getByLabelText('Vehicle Registration');
    await field.fill('t 102');
    await press(key);
    await expect(field).toHaveValue('222BBB');
    await expect(
      dialog.getByRole('group', { name: 'Why are you changing vehicle 123ABC to 222BBB?' }),
    ).toBeVisible();
  });
