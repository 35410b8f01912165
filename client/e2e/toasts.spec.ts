/** @feature app */
import { expect, test } from './fixtures';

test('messages are shown, and can be closed, though the code of the toaster cannot be loaded', {
  tag: '@faults',
}, async ({ page, signIn, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  await signIn();
  await dashboard.open('Settings');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  const alert = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await expect(alert).toContainText('Please enter a valid email address');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeEmpty();
});
