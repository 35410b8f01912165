import type { RecentStatistics } from '@shared/reports/statistics';
import { buildDriver, buildTrip } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { openApp } from '@test/open-app';
import { openTab, toast, toasts } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const failure = new Response(null, { status: 500 });
const quarter = page.getByLabelText('Quarter', { exact: true });
const year = page.getByLabelText('Year', { exact: true });

test('without a period the download says what to choose, and another period keeps what was ticked', async () => {
  await openApp('/?tab=reports');
  const detailed = page.getByLabelText('Include the trip list');
  await detailed.click();
  for (const field of [quarter, year]) {
    await field.selectOptions('');
    await page.getByRole('button', { name: 'Download quarterly report' }).click();
    await expect(toast('Error')).toBeVisible();
    await expect(toast('Please select quarter and year')).toBeVisible();
    await toasts.getByRole('button', { name: 'Close' }).click();
    await year.selectOptions('2026');
    await quarter.selectOptions('Q1');
    await expect(page.getByRole('heading', { name: 'Quarterly report, Q1 (Jul–Sep 2026)' })).toBeVisible();
    await expect(detailed).toBeChecked();
  }
  const panel = page.getByRole('region', { name: 'What is due?' });
  await panel.getByLabelText('Report', { exact: true }).selectOptions('annual');
  await panel.getByLabelText('Financial Year').selectOptions('');
  await panel.getByRole('button', { name: 'Download annual report' }).click();
  await expect(toast('Please select financial year')).toBeVisible();
});

test('who waits for a document sees how many come first', async () => {
  const queue = { ahead: 2 as number | null };
  let answer = (_: Response) => {};
  const made = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  await openApp('/?tab=reports', {
    answers: { 'GET /api/work': () => queue, 'POST /api/reports/quarterly': () => made },
  });
  expectedErrors.push(/500.*api\/reports/);
  await page.getByRole('button', { name: 'Download quarterly report' }).click();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Waiting: 2 before you' })).toBeVisible();
  queue.ahead = null;
  await expect(page.getByRole('button', { name: 'Waiting: 2 before you' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
  answer(failure);
  await expect(toast('Failed to generate quarterly report')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeHidden();
});

test('a report that cannot be made says why', async () => {
  expectedErrors.push(/500.*api\/reports/);
  const server = await openApp('/?tab=reports', { answers: { 'POST /api/reports/annual': failure } });
  await page.getByRole('button', { name: 'Download annual report' }).click();
  await expect(toast('Failed to generate annual report')).toBeVisible();
  expect(server.sent('POST /api/reports/annual')).toEqual([{ financialYear: '2026-2027' }]);
});

test('what is due next stands on the dashboard, once there is anything to report', async () => {
  const lodgements = { ...emptyAnswers['GET /api/lodgements'], activity: { from: '2026-11-22', to: null } };
  const answers = { ...storeTrips([amy], []), 'GET /api/lodgements': lodgements };
  await openApp('/', { answers });
  const panel = page.getByRole('region', { name: 'What is due' });
  await expect(panel.getByText('Quarterly report, Q2 (Oct–Dec 2026)')).toBeVisible();
  await expect(panel.getByText(/Due \d\d\/\d\d\/\d{4}, in \d+ days/)).toBeVisible();
  await panel.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { name: 'What is due?' })).toBeVisible();
});

test('what happened is drawn, stands in tables, and each mark opens its trips', async () => {
  const trips = [
    buildTrip(amy, { waitingTime: 4 }),
    buildTrip(amy, { waitingTime: 5 }),
    buildTrip(amy, { waitingTime: 40, datetime: '2025-11-21T01:00:00.000Z' }),
  ];
  const figures = { tripCount: 2, avgWaitTime: 4.5, postcodes: 1, drivers: 1 };
  const recent: RecentStatistics = {
    ...emptyAnswers['GET /api/statistics/recent'],
    quarter: figures,
    waiting: [0, 2, 0, 0, 0, 0],
    drivers: [{ name: 'Amy Young', driverAuthorityLicense: 'DA-1', tripCount: 2, avgWaitTime: 4.5 }],
  };
  await openApp('/?tab=reports', {
    answers: {
      ...storeTrips([amy], trips),
      'GET /api/statistics': { totalTrips: 3, avgWaitTime: 16.3, uniquePostcodes: 1, activeDrivers: 1 },
      'GET /api/statistics/recent': recent,
      'GET /api/statistics/months': [
        { month: '2025-11', tripCount: 1, avgWaitTime: 40 },
        { month: '2026-11', tripCount: 2, avgWaitTime: 4.5 },
      ],
      'GET /api/top-locations': [{ suburb: 'Toowong', postcode: '4066', tripCount: 3 }],
    },
  });
  const months = page.getByRole('figure', { name: /^Trips by month: most in .*, 2$/ });
  await expect(months.getByRole('link')).toHaveCount(12);
  const waiting = page.getByRole('figure', { name: 'Trips by minutes waited: most waited 1–5, 2' });
  await expect(waiting.getByRole('link')).toHaveCount(6);
  await page.getByText('Figures as a table').first().click();
  const table = page.getByRole('table', { name: 'Trips and average wait by month' });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(table.getByRole('row').last()).toHaveTextContent(/\d{4}214\.5$/);
  await expect(page.getByRole('link', { name: 'Total Trips, this quarter: 2' })).toBeVisible();

  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  for (const mark of [
    months.getByRole('link').last(),
    page.getByRole('list', { name: 'Busiest drivers' }).getByRole('link'),
  ]) {
    await mark.click();
    await expect(history.getByText('2 trips match')).toBeVisible();
    await openTab('Reports');
  }
  await waiting.getByRole('link', { name: 'Trips that waited 6–10 min: 0, 0 %' }).click();
  await history.getByRole('button', { name: 'Remove the filter Waited 6–10 min' }).click();
  await expect(history.getByText('2 trips match')).toBeVisible();
  await openTab('Reports');
  await page.getByRole('list', { name: 'Top Locations' }).getByRole('link').click();
  await expect(history.getByText('3 trips match')).toBeVisible();
});
