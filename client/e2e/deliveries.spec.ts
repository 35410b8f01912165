/** @feature deliveries */
import { expect, test } from './fixtures';

test.beforeEach(({ signIn }) => signIn('/?tab=settings'));

test('the next emails follow the recipients, and mail without a server is said to be written to disk', {
  tag: '@faults',
}, async ({ page, dashboard, holder }) => {
  await expect(page.getByText('Emails are not being sent')).toBeVisible();
  const next = page
    .getByRole('table', { name: 'Next emails' })
    .or(page.getByRole('list', { name: 'Next emails' }));
  await expect(next).toContainText('No one');
  await expect(next).toContainText(holder.contactEmail);

  await page.getByLabel('Add recipient').fill('zoe@example.com');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect(dashboard.toast('Email recipient added successfully')).toBeVisible();
  await expect(next).toContainText('zoe@example.com');

  const reminders = page.getByLabel('Remind me a week before a report or a request');
  await expect(reminders).toBeChecked();
  await reminders.click();
  await expect(reminders).not.toBeChecked();
  await expect(dashboard.toast('Email settings updated successfully')).toBeVisible();
  await expect(next).not.toContainText(holder.contactEmail);
  await page.reload();
  await expect(reminders).not.toBeChecked();
});
