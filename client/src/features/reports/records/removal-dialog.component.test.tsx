import type { RemovalPreview, RemoveRecords } from '@shared/reports/removal';
import { expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const dialog = page.getByRole('dialog', { name: 'Remove old records' });
const remove = dialog.getByRole('button', { name: 'Remove for good' });

const preview: RemovalPreview = {
  before: '2024-11-22',
  latest: '2024-11-22',
  counts: { trips: 1200, shifts: 1 },
  deletedTrips: 3,
  oldestDay: '2023-07-01',
  openRequests: 0,
  stays: { lodgements: 5, documents: 21, drivers: 3, vehicles: 2 },
};

async function open(answers: Answers, on: 'desk' | 'phone' = 'desk') {
  const server = await openApp('/reports/records', {
    on,
    answers: {
      'GET /api/records/removal': preview,
      'GET /api/records': () => new Response('PK', { headers: { 'Content-Type': 'application/zip' } }),
      ...answers,
    },
  });
  await page.getByRole('button', { name: 'Remove old records' }).click();
  return server;
}

test('old records are removed after a count and a download, in as many requests as it takes', async () => {
  let left = preview.counts;
  const server = await open(
    {
      'POST /api/records/removal': ({ body }: Call<RemoveRecords>) => {
        expect(body).toEqual({ before: '2024-11-22', expected: left });
        const removed = left.trips > 1000 ? { trips: 1000, shifts: 0 } : left;
        left = { trips: left.trips - removed.trips, shifts: left.shifts - removed.shifts };
        return { removed, left };
      },
    },
    'phone',
  );
  await expect(dialog.getByText('1,200 trips and 1 shift before 22/11/2024')).toBeVisible();
  await expect(dialog).toHaveTextContent(
    'The oldest is from 01/07/2023. 3 of the trips are already deleted.',
  );
  await expect(dialog).toHaveTextContent('5 lodgements, 21 documents, 3 drivers, 2 vehicles');
  await expectNoViolations();
  await expect(remove).toBeDisabled();
  await dialog.getByRole('button', { name: 'Download these records' }).click();
  await expect(toast('Records downloaded successfully')).toBeVisible();
  const [download] = server.calls.filter(({ path }) => path === '/api/records');
  expect(download?.query.toString()).toBe('startDate=2023-07-01&endDate=2024-11-21');
  await remove.click();
  await expect(toast('Removed 1,200 trips and 1 shift')).toBeVisible();
  await expect(dialog).not.toBeInTheDocument();
  expect(server.sent('POST /api/records/removal')).toHaveLength(2);
});

test('a tick that the records are kept does in place of the download; other counts are shown again', async () => {
  expectedErrors.push(/409.*removal/);
  const message = 'Old records were added or removed meanwhile. Please look at the counts again.';
  const server = await open({ 'POST /api/records/removal': refuse(409, message, { code: 'conflict' }) });
  await dialog.getByLabelText('These records are kept outside Trip Log').click();
  server.change({ 'GET /api/records/removal': { ...preview, counts: { trips: 7, shifts: 0 } } });
  await remove.click();
  await expect(toast(message)).toBeVisible();
  await expect(dialog.getByText('7 trips and 0 shifts before 22/11/2024')).toBeVisible();
});

test('another day is counted again; where there is nothing, or TMR waits, nothing can be removed', async () => {
  expectedErrors.push(/400.*removal/);
  const server = await open({});
  server.change({ 'GET /api/records/removal': refuse(400, 'Records of the last 2 years stay') });
  const day = dialog.getByLabelText('Keep records from');
  await day.fill('2026-01-01');
  await expect(dialog.getByText('Records of the last 2 years stay')).toBeVisible();
  server.change({ 'GET /api/records/removal': { ...preview, before: '2023-01-01', openRequests: 1 } });
  await day.fill('2023-01-01');
  await expect(dialog.getByText('TMR is waiting for an answer')).toBeVisible();
  await expect(remove).toBeHidden();
  await expect(dialog.getByRole('link', { name: 'Go to the requests' })).toBeVisible();
  await expectNoViolations();
  const nothing = { before: '2022-01-01', counts: { trips: 0, shifts: 0 }, oldestDay: null };
  server.change({ 'GET /api/records/removal': { ...preview, ...nothing } });
  await day.fill('2022-01-01');
  await expect(dialog.getByText('No records before 01/01/2022.')).toBeVisible();
});
