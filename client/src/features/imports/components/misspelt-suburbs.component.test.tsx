import { expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import type { Call } from '@test/fake-server';
import { buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const preview = buildPreview({
  columns: { suburb: 0 },
  counts: { ready: 14 },
  suburbs: {
    misspelt: [{ typed: 'Towong', rows: 14, offered: ['Toowong 4066', 'Toowoomba 4350'] }],
    corrected: { Ascott: 'Ascot 4007' },
  },
});

test('a misspelt suburb is corrected in all its rows by one press', async () => {
  const asked: unknown[] = [];
  await openApp('/import-trips', {
    on: 'phone',
    answers: {
      'POST /api/imports/preview': ({ query }: Call) => {
        asked.push(JSON.parse(query.get('suburbs') ?? 'null'));
        return preview;
      },
    },
  });
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File(['Date'], 'old.csv', { type: 'text/csv' }));
  await expect(page.getByText('Towong in 14 rows: did you mean')).toBeVisible();
  const toowong = page.getByRole('button', { name: 'Toowong 4066 in place of Towong' });
  await toowong.click();
  await expect(toowong).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolations();
  await toowong.click();
  await expect(page.getByRole('button', { name: 'Import 14 trips' })).toBeVisible();
  await toowong.click();
  await page.getByRole('button', { name: 'Check the rows again' }).click();
  await expect.poll(() => asked[1]).toEqual({ Ascott: 'Ascot 4007', Towong: 'Toowong 4066' });
});
