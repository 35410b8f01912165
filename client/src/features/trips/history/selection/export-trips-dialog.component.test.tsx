import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { unreachable } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();

test('an export that fails says so, and one that is stopped says nothing', async () => {
  expectedErrors.push(/api\/export\/trips/);
  const server = await openApp('/?tab=history', {
    answers: { ...storeTrips([amy], [buildTrip(amy)]), 'GET /api/export/trips': unreachable },
  });
  const dialog = page.getByRole('dialog', { name: 'Export trips' });
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('button', { name: 'CSV file' }).click();
  await expect(toast(/cannot be reached/)).toBeVisible();

  server.change({ 'GET /api/export/trips': new Response('broken', { status: 500 }) });
  await dialog.getByRole('button', { name: 'CSV file' }).click();
  await expect(toast('Failed to export trips')).toBeVisible();

  server.hold('GET /api/export/trips');
  await dialog.getByRole('button', { name: 'Excel file' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Exporting trips' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('button', { name: 'Excel file' })).toBeVisible();
});
