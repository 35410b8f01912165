/** @feature drivers */
import { formatDate } from '@shared/periods';
import { expect, test } from './fixtures';

test('a driver is added, changed and deleted', { tag: '@firefox-long' }, async ({
  page,
  signIn,
  dashboard,
}) => {
  await signIn('/drivers');
  await expect(page.getByText('No drivers registered yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  const adding = page.getByRole('dialog', { name: 'Add New Driver' });
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  for (const message of ['Driver Authority License is required', 'Booked Hire Service License is required']) {
    await expect(adding.getByText(message)).toBeVisible();
  }
  await adding.getByLabel('Driver Authority License').fill('DA-1');
  await adding.getByLabel('Booked Hire Service License').fill('BHSL-1');
  await adding.getByLabel('Vehicle Registration').fill('1abc');
  await adding.getByLabel('First Name').fill('Amy');
  await adding.getByRole('button', { name: 'Create Driver' }).click();
  await expect(dashboard.toast('Driver created successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Delete driver: Amy' }).click();
  await page.getByRole('button', { name: 'End today' }).click();
  await expect(dashboard.toast('Driver updated successfully')).toBeVisible();
  await expect(page.getByText(formatDate(new Date())).nth(1)).toBeVisible();

  await page.getByRole('button', { name: 'Edit driver: Amy' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Driver' });
  await editing.getByLabel('Last Name').fill('Young');
  await editing.getByLabel('End Date').fill('2026-01-31');
  await editing.getByLabel('Start Date').fill('2025-02-01');
  await editing.getByRole('button', { name: 'Update Driver' }).click();
  await expect(dashboard.toast('Driver updated successfully')).toBeVisible();
  await expect(page.getByText('Inactive')).toBeVisible();
  await expect(page.getByText('31/01/2026')).toBeVisible();

  await page.getByRole('button', { name: 'Delete driver: Amy Young' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this driver?' });
  await expect(question).toContainText('Amy Young');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(dashboard.toast('Driver deleted successfully')).toBeVisible();
  await expect(page.getByText('No drivers registered yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Driver restored')).toBeVisible();
  await expect(page.getByText('31/01/2026')).toBeVisible();
});
