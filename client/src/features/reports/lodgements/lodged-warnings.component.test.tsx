import type { TripImport } from '@shared/imports/imports';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildLodgement, buildTrip, NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { buildImport, buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { askToDeleteTrip, toast, toasts } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const lodged = buildLodgement();
/** A day of the quarter that is lodged. */
const day = '2026-07-11';
const datetime = `${day}T01:00:00.000Z`;

const warning = (trips = '') =>
  `Quarterly report, Q1 (Jul–Sep 2026)${trips} is marked as lodged. This changes what it says.`;
/** It was amended: what it says is warned of once. */
const amended = buildLodgement({ amendedBy: lodged.id });
const withLodgement = () => ({
  ...storeTrips([{ ...amy }], [buildTrip(amy, { datetime })]),
  'GET /api/lodgements': {
    ...emptyAnswers['GET /api/lodgements'],
    lodgements: [lodged, amended],
  },
});

test('a driver that changes a lodged quarter is warned of', async () => {
  await openApp('/drivers', { on: 'phone', answers: withLodgement() });
  await page.getByRole('button', { name: 'Edit driver: Amy Young' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Driver' });
  await editing.getByLabelText('End Date').fill('2026-11-22');
  await editing.getByLabelText('Active').click();
  await expect(editing.getByText('Already lodged')).toBeHidden();
  await editing.getByLabelText('End Date').fill(day);
  await expect(editing.getByText(warning())).toBeVisible();
  await editing.getByLabelText('End Date').fill('');
  await expect(editing.getByText('Already lodged')).toBeHidden();
  await editing.getByLabelText('Last Name').fill('Old');
  await expect(editing.getByText(warning())).toBeVisible();
  await editing.getByLabelText(/Typing mistake/).click();
  await expectNoViolations();
  await editing.getByRole('button', { name: 'Update Driver' }).click();
  await expect(toast('Driver updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Add Driver' }).click();
  const adding = page.getByRole('dialog', { name: 'Add New Driver' });
  await adding.getByLabelText('Driver Authority License').fill('DA-2');
  await adding.getByLabelText('Booked Hire Service License').fill('BHSL-2');
  await adding.getByLabelText('Vehicle Registration').fill('2abc');
  await expect(adding.getByText('Already lodged')).toBeHidden();
  await adding.getByLabelText('Start Date').fill(day);
  await expect(adding.getByText(warning())).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a restored trip that changes a lodged quarter is warned of', async () => {
  await openApp('/?tab=history', { on: 'phone', answers: withLodgement() });
  await askToDeleteTrip();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveTextContent('Already lodged');
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const deleted = page.getByRole('list', { name: 'Deleted trips' });
  await expect(deleted.getByText(warning())).toBeVisible();
  await expectNoViolations();
  await deleted.getByRole('button', { name: /^Restore trip: / }).click();
  await expect(toast('Trip restored')).toBeVisible();
});

test('an import that changes a lodged quarter is warned of, and so is its undo', async () => {
  const touched = [{ period: lodged.period, trips: 2 }];
  const preview = buildPreview({
    headings: [{ name: 'Date', example: `${day} 14:00` }],
    columns: { date: 0 },
    counts: { ready: 3 },
    lodged: touched,
    rows: [2, 3, 4].map((number) => ({
      number,
      status: 'ready',
      summary: `${day} 14:00, Amy Young, Toowong 4066, 1 min`,
      remarks: [],
    })),
  });
  const imports: TripImport[] = [];
  const done = buildImport({ tripCount: 3 });
  await openApp('/import-trips', {
    on: 'phone',
    answers: {
      ...withLodgement(),
      'POST /api/imports/preview': preview,
      'GET /api/imports': () => imports,
      'POST /api/imports': () => {
        imports.push(done);
        return done;
      },
      'GET /api/imports/:id/lodged': touched,
      'POST /api/imports/:id/undo': () => {
        imports.splice(0, 1, { ...done, undoneAt: NOW });
        return { ...imports[0], kept: [] };
      },
    },
  });
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File(['Date'], 'old.csv', { type: 'text/csv' }));
  await expect(page.getByText(warning(' (2 trips)'))).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Import 3 trips' }).click();
  await expect(toast('3 trips imported')).toBeVisible();
  await toasts.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo import: old.csv' }).click();
  await expect(page.getByRole('alertdialog').getByText(warning(' (2 trips)'))).toBeVisible();
  await page.getByRole('button', { name: 'Undo import', exact: true }).click();
  await expect(toast('Import undone')).toBeVisible();
});
