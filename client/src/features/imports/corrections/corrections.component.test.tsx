import type { ImportPreview, ImportRow } from '@shared/imports/imports';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import type { Call } from '@test/fake-server';
import { buildImport, buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const differing = (number: number): ImportRow => ({
  number,
  status: 'differs',
  summary: '01/07/2026 11:05, Toowong 4066, Wei Chen',
  remarks: [],
  changes: [{ label: 'Waiting time', from: '5', to: '9' }],
});
const corrected = buildPreview({
  headings: [{ name: 'Date', example: '1/7/2026' }],
  columns: { date: 0 },
  counts: { ready: 20, differs: 3 },
  rows: [2, 3, 4].map(differing),
  gone: {
    count: 2,
    from: '2026-07-01',
    to: '2026-07-31',
    trips: [{ id: 'gone-1', datetime: '2026-07-03T01:00:00.000Z', summary: 'Ascot 4007, Wei Chen' }],
  },
});
const remembered = buildPreview({
  ...corrected,
  layout: { id: 'layout-1', name: 'TaxiCaller export', usedAt: '2026-10-20T01:00:00.000Z' },
  questions: [
    {
      name: 'blankWaits',
      text: 'What does a blank waiting time mean?',
      reason: '4 rows have none.',
      choices: [{ value: '0', label: 'No wait: 0 minutes' }],
    },
  ],
  answers: { blankWaits: '0' },
});

async function openFile(preview: ImportPreview, on: 'desk' | 'phone' = 'desk') {
  const asked: string[] = [];
  const imported: URLSearchParams[] = [];
  const forgotten: string[] = [];
  await openApp('/import-trips', {
    on,
    answers: {
      'POST /api/imports/preview': ({ query }: Call) => {
        asked.push(query.toString());
        return preview;
      },
      'POST /api/imports': ({ query }: Call) => {
        imported.push(query);
        return buildImport({ tripCount: 20, changeCount: Number(query.get('changeCount')) });
      },
      'DELETE /api/imports/layouts/:id': ({ params }: Call) => {
        forgotten.push(params.id ?? '');
        return undefined;
      },
    },
  });
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File(['Date'], 'old.csv', { type: 'text/csv' }));
  await expect(page.getByRole('heading', { name: 'old.csv' })).toBeVisible();
  return { asked, imported, forgotten };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

for (const on of ['desk', 'phone'] as const) {
  test(`trips that differ are shown field by field and updated, on a ${on}`, async () => {
    const { imported } = await openFile(corrected, on);
    const differences = page.getByRole('list', { name: 'What differs' });
    await expect(differences).toHaveCount(3);
    await expect(differences.first()).toHaveTextContent('Waiting time: 5 → becomes 9');
    await page.getByText('2 trips of earlier files are not in this one').click();
    await expect(page.getByText('Ascot 4007, Wei Chen')).toBeVisible();
    await expect(page.getByText('1 more trip, not shown.')).toBeVisible();
    const history = page.getByRole('link', { name: 'Trip History from 01/07/2026 to 31/07/2026' });
    await expect(history).toHaveAttribute('href', '/?tab=history&startDate=2026-07-01&endDate=2026-07-31');
    await expectNoViolations();
    await expectNoOverflow();
    await button('Import 20 trips and update 3').click();
    await expect(toast('20 trips imported, 3 corrected')).toBeVisible();
    expect(imported[0]?.get('changeCount')).toBe('3');
  });

  test(`a remembered layout can be looked at and forgotten, on a ${on}`, async () => {
    const { asked, forgotten } = await openFile(remembered, on);
    await expect(page.getByText('Read as last time (TaxiCaller export)')).toBeVisible();
    await expect(page.getByText('No wait: 0 minutes')).toBeHidden();
    await expect(page.getByLabelText('Column for Date')).not.toBeVisible();
    await button('Look').click();
    await expect(page.getByText('No wait: 0 minutes')).toBeVisible();
    await expect(page.getByLabelText('Column for Date')).toBeVisible();
    await expectNoViolations();
    await button('Forget').click();
    const question = page.getByRole('alertdialog', { name: 'Forget how these files are read?' });
    await expectNoViolations();
    await question.getByRole('button', { name: 'Forget' }).click();
    await expect(toast('Layout forgotten')).toBeVisible();
    expect(forgotten).toEqual(['layout-1']);
    await expect.poll(() => asked[1]).toBe('sheet=0&layout=ignore');
  });
}

test('trips that differ can be left as they are', async () => {
  const { imported } = await openFile(corrected);
  await page.getByRole('checkbox', { name: 'Update 3 trips that differ' }).click();
  await expect(page.getByText('3 rows that differ are left out.')).toBeVisible();
  await button('Import 20 trips').click();
  await expect.poll(() => imported[0]?.get('changeCount')).toBe('0');
});

test('a file that is read afresh is also imported without its layout', async () => {
  const { asked, imported } = await openFile(remembered);
  await button('Look').click();
  await button('Read it afresh').click();
  await expect.poll(() => asked[1]).toBe('sheet=0&layout=ignore');
  await button('Import 20 trips and update 3').click();
  await expect.poll(() => imported[0]?.get('layout')).toBe('ignore');
});

test('corrections alone are a reason to import', async () => {
  await openFile({ ...corrected, counts: { ...corrected.counts, ready: 0 } });
  await expect(button('Update 3 trips')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Update 3 trips that differ' }).click();
  await expect(button('Update 3 trips')).toBeHidden();
});
