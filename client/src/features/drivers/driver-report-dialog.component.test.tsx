import { expectNoViolations } from '@test/axe';
import { buildDriver } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeDrivers } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const dialog = page.getByRole('dialog', { name: 'Report for Amy Young' });
const file = ({ query }: Call) =>
  new Response('a', {
    headers: { 'Content-Type': query.get('format') === 'pdf' ? 'application/pdf' : 'text/csv' },
  });

test('the report of a driver is downloaded for a period or from a day to a day', async () => {
  const amy = buildDriver();
  const server = await openApp('/drivers', {
    on: 'phone',
    answers: {
      ...storeDrivers([amy]),
      'GET /api/reports/driver': file,
      'GET /api/reports/hours': file,
    },
  });
  const open = () => page.getByRole('button', { name: 'Report for Amy Young' }).click();
  const asked = (path: string) =>
    Object.fromEntries(server.calls.findLast((call) => call.path === path)?.query ?? []);
  const save = async (section: string, format: string) => {
    await dialog.getByRole('region', { name: section }).getByRole('button', { name: format }).click();
    await expect(toast('Report downloaded')).toBeVisible();
    await expect(dialog).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Close' }).click();
  };
  await open();
  await expectNoViolations();
  await save('Trips, waiting, areas and hours', 'PDF');
  const query = { driverId: amy.id, from: '2026-10-01', to: '2026-10-31', format: 'pdf' };
  expect(asked('/api/reports/driver')).toEqual(query);

  await open();
  await dialog.getByLabelText('Period').selectOptions('This quarter');
  await save('Hours only', 'CSV');
  const quarter = { from: '2026-10-01', to: '2026-12-31', format: 'csv' };
  expect(asked('/api/reports/hours')).toEqual({ ...query, ...quarter });

  await open();
  await dialog.getByLabelText('Period').selectOptions('Last financial year');
  await dialog.getByLabelText('Period').selectOptions('Own dates');
  await save('Hours only', 'PDF');
  const year = { from: '2025-07-01', to: '2026-06-30' };
  expect(asked('/api/reports/hours')).toEqual({ ...query, ...year });

  await open();
  await dialog.getByLabelText('To', { exact: true }).fill('2026-11-15');
  await expect(dialog.getByLabelText('Period')).toHaveValue('Own dates');
  await save('Trips, waiting, areas and hours', 'CSV');
  expect(asked('/api/reports/driver')).toEqual({ ...query, to: '2026-11-15', format: 'csv' });
});

test('days that cannot be reported on say why, and a refusal is shown', async () => {
  expectedErrors.push(/503.*api\/reports\/hours/);
  await openApp('/drivers', {
    answers: {
      ...storeDrivers([buildDriver()]),
      'GET /api/reports/hours': refuse(503, 'This document takes too long to make. Please try again later.'),
    },
  });
  await page.getByRole('button', { name: 'Report for Amy Young' }).click();
  const pdf = dialog.getByRole('region', { name: 'Hours only' }).getByRole('button', { name: 'PDF' });
  await pdf.click();
  await expect(toast('This document takes too long to make. Please try again later.')).toBeVisible();
  await dialog.getByLabelText('From', { exact: true }).fill('2024-01-01');
  await expect(dialog.getByText('At most 800 days at once')).toBeVisible();
  await expect(pdf).toBeDisabled();
  await dialog.getByLabelText('From', { exact: true }).fill('2026-11-01');
  await expect(dialog.getByText('The last day must not be before the first')).toBeVisible();
});
