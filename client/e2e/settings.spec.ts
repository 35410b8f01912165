/** @feature deliveries, activity, records, calendar */
import { readFile } from 'node:fs/promises';
import { unzip } from '../../server/test/documents/zip';
import { expect, test } from './fixtures';

test.beforeEach(({ signIn }) => signIn('/?tab=settings'));

test('recipients are added by button and by Enter, changed as ticked, and removed after a question', {
  tag: '@firefox-long',
}, async ({ page, dashboard }) => {
  await expect(page.getByText('No one gets reports by email yet.')).toBeVisible();
  const input = page.getByLabel('Add recipient');
  await input.fill('zoe@example.com');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect(dashboard.toast('Email recipient added successfully')).toBeVisible();
  await input.fill('amy@example.com');
  await input.press('Enter');
  const list = page.getByRole('list', { name: 'Email recipients' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('amy@example.com');

  const amy = list.getByRole('group', { name: 'amy@example.com' });
  await expect(amy.getByLabel('Quarterly')).toBeChecked();
  await amy.getByLabel('Quarterly').click();
  await expect(amy.getByLabel('Quarterly')).not.toBeChecked();
  await expect(dashboard.toast('Email settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(amy.getByLabel('Quarterly')).not.toBeChecked();
  await expect(amy.getByLabel('Annual')).toBeChecked();

  await page.getByRole('button', { name: 'Remove recipient: amy@example.com' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to remove this email recipient?',
  });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove recipient: amy@example.com' }).click();
  await question.getByRole('button', { name: 'Remove recipient' }).click();
  await expect(dashboard.toast('Email recipient removed successfully')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Email recipient restored')).toBeVisible();
  await expect(amy.getByLabel('Quarterly')).not.toBeChecked();
});

test('everything can be exported', async ({ page, holder }) => {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export everything' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^trip-log-export-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzip(await readFile(await file.path()));
  expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({ beaNumber: holder.beaNumber });
  expect(Object.keys(files)).toContain('trips.csv');
});
