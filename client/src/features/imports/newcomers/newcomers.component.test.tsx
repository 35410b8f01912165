import type { ImportPreview } from '@shared/imports/imports';
import type { NewcomerAnswers, NewDriver, NewVehicle } from '@shared/imports/newcomers';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import type { Call } from '@test/fake-server';
import { buildImport, buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const FIRST_TRIP = '2026-07-01';
const amy = buildDriver({ firstName: 'Amy', lastName: 'Nguyen', driverAuthorityLicense: '400012' });
const camry = buildVehicle({ registration: '900XYZ', description: 'white Camry' });

const newDriver = (index: number, overrides: Partial<NewDriver> = {}): NewDriver => ({
  key: `driver ${index}`,
  written: `Driver Number${index}`,
  rows: 20,
  firstTrip: FIRST_TRIP,
  answer: null,
  id: null,
  problem: null,
  firstName: 'Driver',
  lastName: `Number${index}`,
  driverAuthorityLicense: `${500_000 + index}`,
  startDate: FIRST_TRIP,
  registration: '100AAA',
  near: [],
  removedOn: null,
  ...overrides,
});
const newVehicle = (registration: string | null, overrides: Partial<NewVehicle> = {}): NewVehicle => ({
  key: registration ?? overrides.callSign ?? '',
  written: registration ?? overrides.callSign ?? '',
  rows: 30,
  firstTrip: FIRST_TRIP,
  answer: null,
  id: null,
  problem: null,
  registration,
  callSign: null,
  licence: null,
  kind: 'booked-hire',
  isSubstituteTaxi: false,
  availableFrom: FIRST_TRIP,
  near: [],
  ...overrides,
});
const nameless = newDriver(99, {
  key: 'a ng',
  written: 'A. Ng',
  firstName: 'A.',
  lastName: 'Ng',
  driverAuthorityLicense: '',
  problem: 'Driver Authority License is required',
  rows: 7,
  near: [{ id: amy.id, name: 'Amy Nguyen', driverAuthorityLicense: '400012' }],
});
const t101 = newVehicle(null, { callSign: 'T101', problem: 'Say which car T101 is', rows: 14 });

const complete = buildPreview({
  columns: { date: 0 },
  headings: [{ name: 'Date', example: '1/7/2026' }],
  counts: { ready: 600 },
  newcomers: {
    drivers: Array.from({ length: 30 }, (_, index) => newDriver(index + 1)),
    vehicles: [newVehicle('100AAA', { licence: 'BHS-1' }), newVehicle('200BBB')],
  },
});

type Sent = { newcomers: NewcomerAnswers; file: string };

async function openFile(on: 'desk' | 'phone', ...previews: ImportPreview[]) {
  const checked: unknown[] = [];
  const imported: Call<Sent>[] = [];
  await openApp('/import-trips', {
    on,
    answers: {
      ...storeTrips([amy], []),
      'GET /api/vehicles': [camry],
      'POST /api/imports/preview': ({ body }: Call) => {
        checked.push(body);
        return previews[Math.min(checked.length, previews.length) - 1] ?? complete;
      },
      'POST /api/imports': (call: Call<Sent>) => {
        imported.push(call);
        return buildImport({ tripCount: 600, driverCount: 30, vehicleCount: 2 });
      },
    },
  });
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File(['Date'], 'old.csv', { type: 'text/csv' }));
  await expect(page.getByRole('heading', { name: 'old.csv' })).toBeVisible();
  return { checked, imported };
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const ADD_ALL = 'Add 30 drivers and 2 vehicles, and import 600 trips';

for (const on of ['desk', 'phone'] as const) {
  test(`a complete file is added and imported by one press, on a ${on}`, async () => {
    const { imported } = await openFile(on, complete);
    await expect(
      page.getByRole('heading', { name: '30 drivers and 2 vehicles are new. Add them?' }),
    ).toBeVisible();
    await expect(page.getByText('Number10', { exact: false }).first()).toBeInTheDocument();
    await expectNoViolations();
    await expectNoOverflow();
    await button('Show all 30').click();
    await button(ADD_ALL).click();
    await expect(toast('600 trips, 30 drivers, 2 vehicles imported')).toBeVisible();
    const { body, query } = imported[0] ?? {};
    expect(query?.get('tripCount')).toBe('600');
    expect(atob(body?.file ?? '')).toBe('Date');
    expect(Object.keys(body?.newcomers.drivers ?? {})).toHaveLength(30);
    expect(body?.newcomers.drivers['driver 1']).toEqual({
      as: 'new',
      firstName: 'Driver',
      lastName: 'Number1',
      driverAuthorityLicense: '500001',
      startDate: FIRST_TRIP,
      registration: '100AAA',
    });
    expect(body?.newcomers.vehicles['200BBB']).toMatchObject({
      as: 'new',
      registration: '200BBB',
      licence: '',
    });
  });

  test(`what is missing comes first, and a near name is taken by one press, on a ${on}`, async () => {
    const open = {
      ...complete,
      counts: { ...complete.counts, ready: 593, problem: 7 },
      newcomers: { drivers: [...complete.newcomers.drivers, nameless], vehicles: [] },
    };
    const known = { ...nameless, answer: 'known', id: amy.id, problem: null } as const;
    const { checked } = await openFile(on, open, {
      ...open,
      counts: complete.counts,
      newcomers: { drivers: [...complete.newcomers.drivers, known], vehicles: [] },
    });
    await expect(page.getByText('1 driver needs an answer')).toBeVisible();
    const first = page.getByLabelText('First name').nth(0);
    await expect(first).toHaveValue('A.');
    await expectNoViolations();
    await button('Answer for 1 driver').click();
    await expect(page.getByLabelText('Driver Authority License').nth(0)).toHaveFocus();
    await button('Is it Amy Nguyen (400012)?').click();
    await expect(page.getByLabelText(/What to do/).nth(0)).toHaveFocus();
    await button('Check the rows again').click();
    await expect(button('Add 30 drivers, and import 600 trips')).toBeVisible();
    expect(checked[1]).toMatchObject({
      newcomers: { drivers: { 'a ng': { as: 'known', id: amy.id } }, vehicles: {} },
    });
  });
}

test('a name is corrected where it lies and goes with the import; a number is checked first', async () => {
  const { imported, checked } = await openFile('desk', complete);
  await page.getByLabelText('First name, Driver Number1', { exact: true }).fill('Dora');
  await expect(button(ADD_ALL)).toBeVisible();
  await page.getByLabelText('Driver Authority License, Driver Number2', { exact: true }).fill('999');
  await expect(page.getByText('Your changes count once the rows are checked again.')).toBeVisible();
  await button('Check the rows again').click();
  await expect
    .poll(() => checked[1])
    .toMatchObject({
      newcomers: {
        drivers: { 'driver 1': { firstName: 'Dora' }, 'driver 2': { driverAuthorityLicense: '999' } },
      },
    });
  await page.getByLabelText('Last name, Driver Number3', { exact: true }).fill('Three');
  await button(ADD_ALL).click();
  await expect
    .poll(() => imported[0]?.body.newcomers.drivers['driver 3'])
    .toMatchObject({ lastName: 'Three' });
});

test('a first day is marked as proposed until it is another', async () => {
  const { imported } = await openFile('desk', {
    ...complete,
    newcomers: { drivers: [newDriver(1)], vehicles: [] },
  });
  const day = page.getByLabelText('First day, Driver Number1', { exact: true });
  await expect(day).toHaveAccessibleDescription('Proposed: first trip');
  await day.fill('1/2/2025');
  await expect(day).not.toHaveAccessibleDescription(/Proposed/);
  await button('Add 1 driver, and import 600 trips').click();
  await expect
    .poll(() => imported[0]?.body.newcomers.drivers['driver 1'])
    .toMatchObject({ startDate: '2025-02-01' });
});

for (const [chosen, answer] of [
  ['It is 900XYZ, white Camry', { as: 'known', id: camry.id }],
  ['It is 100AAA, new in this file', { as: 'new', registration: '100AAA' }],
  ['Leave it out', { as: 'left-out' }],
] as const)
  test(`a fleet number is asked about once: ${chosen}`, async () => {
    const { checked } = await openFile('desk', {
      ...complete,
      newcomers: { drivers: [], vehicles: [newVehicle('100AAA'), t101] },
    });
    await expect(button('Answer for 1 vehicle')).toBeVisible();
    await page.getByLabelText('T101: which car is it?, T101').selectOptions(chosen);
    await button('Check the rows again').click();
    await expect.poll(() => checked[1]).toMatchObject({ newcomers: { vehicles: { T101: answer } } });
  });

test('a fleet number can be a new car, which needs its registration', async () => {
  const { checked } = await openFile('desk', { ...complete, newcomers: { drivers: [], vehicles: [t101] } });
  await page.getByLabelText('T101: which car is it?, T101').selectOptions('A new car');
  await expect(page.getByText('Registration is required')).toBeVisible();
  await expectNoViolations();
  await page.getByLabelText('Registration, T101', { exact: true }).fill('300CCC');
  await page.getByLabelText('Kind of licence, T101', { exact: true }).selectOptions('Taxi Service');
  await button('Check the rows again').click();
  await expect
    .poll(() => checked[1])
    .toMatchObject({
      newcomers: { vehicles: { T101: { as: 'new', registration: '300CCC', kind: 'taxi' } } },
    });
});

test('those without an answer are left out together', async () => {
  const { checked } = await openFile('desk', {
    ...complete,
    newcomers: { drivers: [nameless, { ...nameless, key: 'b', written: 'B. Ng', near: [] }], vehicles: [] },
  });
  await button('Leave out the 2 without an answer').click();
  await expect(page.getByText('“B. Ng” is left out, and so are the rows.')).toBeVisible();
  await button('Check the rows again').click();
  await expect
    .poll(() => checked[1])
    .toMatchObject({
      newcomers: { drivers: { 'a ng': { as: 'left-out' }, b: { as: 'left-out' } } },
    });
});
