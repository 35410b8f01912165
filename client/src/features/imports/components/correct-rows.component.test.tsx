import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver } from '@test/data';
import { expect } from '@test/expect';
import { buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { storeDrivers } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const previewOf = (suburb: string) =>
  buildPreview({
    columns: { date: 0, driver: 1, suburb: 2 },
    counts: { problem: 1 },
    rows: [
      {
        number: 2,
        status: 'problem',
        summary: suburb,
        remarks: [],
        cells: { driver: 'Amy Young', suburb, postcode: '4066' },
      },
    ],
  });

const choose = (name: string) =>
  page.getByLabelText('File', { exact: true }).upload(new File(['Date'], name, { type: 'text/csv' }));
const button = (name: string) => page.getByRole('button', { name });
const suburb = page.getByRole('textbox', { name: 'Suburb, row 2', exact: true });

test('rows that are being fixed give way to those of the next file only when someone says so', async () => {
  const previews = ['Toowong', 'Milton'].map(previewOf);
  await openApp('/import-trips', {
    on: 'phone',
    answers: { ...storeDrivers([buildDriver()]), 'POST /api/imports/preview': () => previews.shift() },
  });
  await choose('monday.csv');
  await button('Fix 1 row here').click();
  await suburb.fill('Auchenflower');
  await choose('tuesday.csv');
  await button('Fix 1 row here').click();
  await expect(page.getByText('Rows of monday.csv are still here')).toBeVisible();
  await expect(suburb).toHaveValue('Auchenflower');
  await expectNoViolations();
  await expectNoOverflow();
  await button('Take the rows of the file above').click();
  await expect(suburb).toHaveValue('Milton');
  await expect(page.getByText('Rows of monday.csv are still here')).not.toBeInTheDocument();
});
