import type { RosterPreview, RosterRow } from '@shared/imports/rosters';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, NOW } from '@test/data';
import { expect } from '@test/expect';
import { type Call, refuse } from '@test/fake-server';
import { buildImport } from '@test/imports';
import { openApp } from '@test/open-app';
import { openTab, toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const row = (overrides: Partial<RosterRow>): RosterRow => ({
  number: 2,
  status: 'new',
  name: 'Bea New',
  changes: [{ label: 'Driver Authority License', from: '–', to: '400002' }],
  remarks: [],
  ...overrides,
});
const amy = row({
  number: 3,
  status: 'differs',
  name: 'Amy Young',
  changes: [{ label: 'Driver Authority License', from: '400001', to: '400011' }],
});
const cy = row({
  number: 4,
  status: 'problem',
  name: 'Cy Dee',
  remarks: ['Cy Dee has 400003. Is it the same person?'],
  same: { name: 'Cy Dee', driverAuthorityLicense: '400003', answer: null },
});

const buildPreview = (overrides: Partial<RosterPreview> = {}): RosterPreview => ({
  of: 'drivers',
  sheets: [],
  sheet: 0,
  refusal: null,
  notes: [],
  headings: ['Name', 'DA', 'Colour'].map((name) => ({ name, example: 'x' })),
  columns: { name: 0, driverAuthorityLicense: 1 },
  unread: [2],
  missing: [],
  questions: [],
  answers: {},
  layout: null,
  counts: { new: 1, differs: 1, same: 0, problem: 1 },
  toDate: 1,
  withoutStart: 0,
  gone: { count: 1, names: ['Dan Gone'] },
  lodged: [],
  rows: [cy, row({}), amy],
  ...overrides,
});

const file = new File(['Name,DA'], 'staff.csv', { type: 'text/csv' });
const previewed = ({ query }: Call) => buildPreview({ answers: JSON.parse(query.get('answers') ?? '{}') });

for (const on of ['phone', 'desk'] as const)
  test(`a sheet is looked over, answered for, stored and taken back, on a ${on}`, async () => {
    const imported = buildImport({ of: 'drivers', driverCount: 1, changeCount: 1, tripCount: 0 });
    const server = await openApp('/drivers', {
      on,
      answers: {
        'GET /api/drivers': [buildDriver()],
        'POST /api/drivers/sheet/preview': previewed,
        'POST /api/drivers/sheet': imported,
        'POST /api/imports/:id/undo': { ...imported, kept: [] },
      },
    });
    await page.getByRole('link', { name: 'From a spreadsheet' }).first().click();
    await page.getByLabelText('File', { exact: true }).upload(file);

    await expect(page.getByText('1 new driver · 1 differs · 1 question')).toBeVisible();
    await expect(page.getByText('Driver Authority License: 400001 → 400011')).toBeVisible();
    await expect(page.getByText('Not read: Colour.')).toBeVisible();
    await page.getByText('1 driver is not in this sheet').click();
    await expect(page.getByText('Dan Gone')).toBeVisible();
    const add = page.getByRole('button', { name: 'Add 1 driver and change 1' });
    await expect(add).toBeDisabled();
    await expect(page.getByText('Say first whether it is a correction or a change.')).toBeVisible();
    await expectNoViolations();
    await expectNoOverflow();

    const asked = page.getByRole('group', {
      name: '1 driver differs: is that a correction, or a change from a day?',
    });
    await asked.getByRole('radio', { name: /^Change/ }).click();
    await expect(page.getByLabelText('First day')).toBeVisible();
    await asked.getByRole('radio', { name: /^Correction/ }).click();
    await page.getByRole('radio', { name: 'Yes, with another number' }).click();
    await expect(add).toBeEnabled();
    await add.click();

    await expect(toast('1 driver added, 1 changed')).toBeVisible();
    const stored = server.calls.find(({ path }) => path === '/api/drivers/sheet');
    expect(Object.fromEntries(stored?.query ?? [])).toMatchObject({
      of: 'drivers',
      fileName: 'staff.csv',
      newCount: '1',
      changeCount: '1',
      answers: JSON.stringify({ changedOn: null, same: { 4: true } }),
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast('Import undone')).toBeVisible();
  });

test('a sheet that is not stored yet survives a look at another screen, and is asked about before the page closes', async () => {
  const server = await openApp('/drivers/import', {
    answers: { 'POST /api/drivers/sheet/preview': previewed },
  });
  await page.getByLabelText('File', { exact: true }).upload(file);
  await page.getByRole('radio', { name: /^Correction/ }).click();
  await expect(page.getByText('1 row without an answer is left out.')).toBeVisible();
  await openTab('Trip History');
  history.back();
  await expect(page.getByRole('heading', { name: 'staff.csv' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Correction/ })).toBeChecked();
  expect(server.calls.filter(({ path }) => path.endsWith('/preview'))).toHaveLength(2);
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
});

test('a sheet is read as the last one with its headings, until that is forgotten', async () => {
  const layout = { id: 'staff', name: 'Staff list', usedAt: NOW };
  const server = await openApp('/drivers/import', {
    answers: {
      'POST /api/drivers/sheet/preview': (call: Call) => ({
        ...previewed(call),
        layout: call.query.get('layout') === 'ignore' ? null : layout,
      }),
      'DELETE /api/imports/layouts/:id': () => undefined,
    },
  });
  await page.getByLabelText('File', { exact: true }).upload(file);
  await expect(page.getByText('Read as last time (Staff list)')).toBeVisible();
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByLabelText('Column for Driver Authority License')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await expect(toast('Layout forgotten')).toBeVisible();
  await expect(page.getByText('Read as last time')).toHaveCount(0);
  await page.getByRole('radio', { name: /^Correction/ }).click();
  await expect(page.getByText('1 row without an answer is left out.')).toBeVisible();
  expect(server.calls.at(-1)?.query.get('layout'), 'and stays read afresh').toBe('ignore');
});

test('what cannot be read is said, and another file can be chosen', async () => {
  const server = await openApp('/drivers/import', {
    answers: { 'POST /api/drivers/sheet/preview': () => refuse(400, 'The file is empty') },
  });
  await page.getByLabelText('File', { exact: true }).upload(file);
  await expect(page.getByRole('alert')).toHaveTextContent('This file cannot be readThe file is empty.');
  server.change({
    'POST /api/drivers/sheet/preview': buildPreview({ of: null, rows: [], unread: [], toDate: 0 }),
  });
  await page.getByLabelText('File', { exact: true }).upload(file);
  await expect(page.getByLabelText('Rows of the sheet are')).toHaveValue('');
});
