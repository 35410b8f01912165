/** @feature auth, operator */
import { expect, test } from './fixtures';

test('a remembered device signs in by itself once the session is gone, until the data are cleared', {
  tag: '@firefox',
}, async ({ page, context, holder, signInByHand, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await signInByHand({ remember: true });

  await context.clearCookies({ name: 'triplog.sid' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('✓ Previous login details loaded')).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveValue(holder.companyName);
  await page.getByRole('button', { name: 'Clear Saved Data' }).click();
  await expect(page.getByLabel('Company Name')).toHaveValue('');
  await expect(page.getByLabel('Remember me on this device')).not.toBeChecked();
  await page.reload();
  await expect(page.getByLabel('BEA Number')).toHaveValue('');
});
