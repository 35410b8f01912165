import { readFile } from 'node:fs/promises';
import { unzip } from '../../server/test/documents/zip';
import { expect, test } from './fixtures';

test.beforeEach(({ signIn }) => signIn('/?tab=settings'));

test('recipients are added by button and by Enter, changed as ticked, and removed after a question', {
  tag: '@firefox',
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

test('an address that is none, or is there already, is refused in words', async ({
  page,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/api\/email-settings/);
  const input = page.getByLabel('Add recipient');
  await input.click();
  await input.press('Enter');
  await expect(dashboard.toast('Please enter a valid email address')).toBeVisible();
  await input.fill('boss@');
  await input.press('Enter');
  await expect(dashboard.toast('Invalid email address')).toBeVisible();
  await input.fill('boss@example.com');
  await input.press('Enter');
  await expect(dashboard.toast('Email recipient added successfully')).toBeVisible();
  await input.fill('BOSS@example.com');
  await input.press('Enter');
  await expect(dashboard.toast('This email address is already a recipient')).toBeVisible();
  await expect(input).toHaveValue('BOSS@example.com');
});

test('a tick that the server refuses is taken back', async ({ page, dashboard, expectedErrors }) => {
  expectedErrors.push(/api\/email-settings/);
  await page.getByLabel('Add recipient').fill('boss@example.com');
  await page.getByLabel('Add recipient').press('Enter');
  await page.route('**/api/email-settings/*', (route) => route.fulfill({ status: 500, body: '' }));
  const annual = page.getByRole('group', { name: 'boss@example.com' }).getByLabel('Annual');
  await annual.click();
  await expect(dashboard.toast('Failed to update email settings')).toBeVisible();
  await expect(annual).toBeChecked();
});

test('delivery preferences have their defaults and are kept when saved', async ({ page, dashboard }) => {
  const quarterly = page.getByLabel('Send quarterly reports automatically');
  const annual = page.getByLabel('Send annual reports automatically');
  const detailed = page.getByLabel('Include detailed trip breakdown');
  await expect(quarterly).toBeChecked();
  await expect(annual).toBeChecked();
  await expect(detailed).not.toBeChecked();
  await annual.click();
  await expect(annual).not.toBeChecked();
  await detailed.click();
  await expect(detailed).toBeChecked();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(dashboard.toast('Email settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(quarterly).toBeChecked();
  await expect(annual).not.toBeChecked();
  await expect(detailed).toBeChecked();
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

test('the activity says who changed what and when, and is searched', async ({ page, dashboard }) => {
  await page.getByLabel('Include detailed trip breakdown').check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(dashboard.toast('Email settings updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Show activity' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Settings' });
  const turnedOn = panel.getByText('Mary Smith turned on “Include detailed trip breakdown”.');
  const created = panel.getByText('Mary Smith created this profile.');
  await expect(turnedOn).toBeVisible();
  await expect(created).toBeVisible();
  await page.getByLabel('Search activity').fill('profile');
  await expect(turnedOn).toBeHidden();
  await expect(created).toBeVisible();
  await page.getByLabel('Search activity').fill('nothing like this');
  await expect(panel.getByText('Nothing matches this search.')).toBeVisible();
});
