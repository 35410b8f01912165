import { financialYearChoices } from '@shared/periods';
import type { AnnualData } from '@shared/reports/reports';
import { expectNoViolations } from '@test/axe';
import { NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const DATA = 'POST /api/reports/annual-data';
const FILLED = 'POST /api/reports/tmr-filled-form';
const failure = new Response(null, { status: 500 });

const withTrip: AnnualData = {
  ...emptyAnswers[DATA],
  suburbBreakdown: [{ suburb: 'Toowong', tripCount: 1 }],
  postcodeBreakdown: [{ postcode: '4066', tripCount: 1 }],
  placeBreakdown: [{ suburb: 'Toowong', postcode: '4066', tripCount: 1 }],
  totalTrips: 1,
};

test('a year without trips says so and leads back', async () => {
  await openApp('/tmr-form', { on: 'phone' });
  await expect(page.getByText('There are no trips for the current year')).toBeVisible();
  await expectNoViolations();
  const [, , twoBack = ''] = financialYearChoices(new Date(NOW));
  await expect(page.getByText('Year still running. Includes trips to date.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 2025-2026' }).click();
  await expect(page.getByText('There are no trips for 2025-2026')).toBeVisible();
  await expect(page.getByText('Year still running')).toBeHidden();
  await page.getByLabelText('Financial Year').selectOptions(twoBack);
  await expect(page.getByText(`There are no trips for ${twoBack}`)).toBeVisible();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect.poll(() => location.pathname).toBe('/');
});

test('a failure is shown, and can be tried again', async () => {
  expectedErrors.push(/500.*api\/reports/);
  const server = await openApp('/tmr-form', { answers: { [DATA]: failure } });
  await expect(toast('Failed to load TMR form data')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expectNoViolations();
  server.change({ [DATA]: withTrip, [FILLED]: failure });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Total trips processed')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('list', { name: 'Trips by suburb' }).getByText('Toowong').click();
  await expect(page.getByRole('checkbox', { name: 'Copied: Toowong, 1 trip' })).toBeChecked();
  await page.getByRole('button', { name: 'Download pre-filled PDF' }).click();
  await expect(toast('Failed to download filled PDF form')).toBeVisible();
  expect(server.sent(FILLED)).toEqual([{ financialYear: '2026-2027' }]);
});
