import type { WaitingFile } from '@shared/imports/waiting-files';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { buildImport, buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { describe, test } from 'vitest';
import { page } from 'vitest/browser';

const buildWaiting = (overrides: Partial<WaitingFile> = {}): WaitingFile => ({
  id: 'waiting-1',
  fileName: 'today.csv',
  layout: 'TaxiCaller export',
  rows: 3,
  reasons: ['1 driver that you do not have: Bob Stone', 'Row 5: Waiting time "ages" cannot be read'],
  token: 'Dispatch',
  createdAt: NOW,
  ...overrides,
});

/** Opens the Import screen with these files, which are kept as the server keeps them. @param rest what an import leaves waiting */
async function openImport(files: WaitingFile[], on: 'desk' | 'phone' = 'desk', rest: WaitingFile[] = []) {
  const sent: { read: string[]; imported: URLSearchParams[] } = { read: [], imported: [] };
  const remove = (id: string | null | undefined) => {
    const at = files.findIndex((one) => one.id === id);
    if (at >= 0) files.splice(at, 1);
  };
  await openApp('/import-trips', {
    on,
    answers: {
      'GET /api/imports/waiting': () => files,
      'GET /api/imports/waiting/:id/file': ({ params }: Call) => {
        sent.read.push(params.id ?? '');
        return files.some(({ id }) => id === params.id)
          ? new Response('Date,Driver', { headers: { 'Content-Type': 'text/csv' } })
          : refuse(404, 'Waiting file not found');
      },
      'DELETE /api/imports/waiting/:id': ({ params }: Call) => remove(params.id),
      'POST /api/imports/preview': () => buildPreview({ counts: { ready: 3 } }),
      'POST /api/imports': ({ query }: Call) => {
        sent.imported.push(query);
        remove(query.get('waiting'));
        files.push(...rest);
        return buildImport({ tripCount: 3 });
      },
    },
  });
  return sent;
}

const list = page.getByRole('list', { name: 'Files that wait for answers' });
const button = (name: string) => page.getByRole('button', { name });

describe.each(['desk', 'phone'] as const)('on a %s', (on) => {
  test('a waiting file says who sent it, how many rows wait, and why', async () => {
    const long = buildWaiting({
      id: 'waiting-2',
      fileName: `${'long'.repeat(60)}.csv`,
      reasons: ['a', 'b', 'c', 'd'],
    });
    await openImport([buildWaiting(), long], on);
    await expect(page.getByRole('heading', { name: '2 files wait for answers' })).toBeVisible();
    await expect(list).toHaveTextContent(
      /today\.csv\s*3 rows, sent by Dispatch \(token\) on .*, read as TaxiCaller export/,
    );
    await expect(page.getByText('1 driver that you do not have: Bob Stone')).toBeVisible();
    await expect(page.getByText('Why it waits (4 reasons)')).toBeVisible();
    await expectNoOverflow();
    await expectNoViolations();
  });
});

test('without a waiting file nothing is said of them', async () => {
  await openImport([]);
  await expect(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible();
  expect(page.getByText(/for answers/).elements()).toEqual([]);
});

test('a waiting file is opened as if it was chosen, and gone with its import', async () => {
  const sent = await openImport([buildWaiting()]);
  await button('Open: today.csv').click();
  await expect(page.getByRole('heading', { name: 'today.csv' })).toBeVisible();
  expect(sent.read).toEqual(['waiting-1']);
  await button('Import 3 trips').click();
  await expect(toast(/3 trips/)).toBeVisible();
  expect(sent.imported.map((query) => [query.get('fileName'), query.get('waiting')])).toEqual([
    ['today.csv', 'waiting-1'],
  ]);
  await expect(list).not.toBeInTheDocument();
});

test('its rows that could not be stored wait on after its import', async () => {
  const files = [buildWaiting()];
  await openImport(files, 'desk', [{ ...buildWaiting(), rows: 1, reasons: ['Row 5: No suburb'] }]);
  await button('Open: today.csv').click();
  await button('Import 3 trips').click();
  await expect(toast(/3 trips/)).toBeVisible();
  await expect(list).toHaveTextContent(/^today\.csv\s*1 row, .*Row 5: No suburb$/);
});

test('one is discarded after a question', async () => {
  await openImport([buildWaiting(), buildWaiting({ id: 'waiting-2', fileName: 'other.csv' })]);
  await button('Discard: today.csv').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveTextContent('Its 3 rows that wait are not stored');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(toast('File discarded')).toBeVisible();
  await expect(list).toHaveTextContent(/^other\.csv/);
});

test('one that is open can be discarded too, and is then not shown any more', async () => {
  await openImport([buildWaiting()]);
  await button('Open: today.csv').click();
  await expect(button('Import 3 trips')).toBeVisible();
  await button('Discard: today.csv').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible();
  await expect(button('Import 3 trips')).not.toBeInTheDocument();
});

test('one that is gone meanwhile says so, and leaves the list', async () => {
  expectedErrors.push(/api\/imports\/waiting/);
  const files = [buildWaiting()];
  await openImport(files);
  await expect(list).toBeVisible();
  files.length = 0;
  await button('Open: today.csv').click();
  await expect(page.getByText('Waiting file not found.')).toBeVisible();
  await expect(list).not.toBeInTheDocument();
});
