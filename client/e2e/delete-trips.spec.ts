/** @feature trips */
import { expect, test } from './fixtures';

test('a deleted trip comes back by Undo, and later from Recently deleted', { tag: '@phone' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  await signIn('/?tab=history');
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this trip?' });

  await dashboard.askToDeleteTrip('Toowong 4066');
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Trip restored')).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);

  await dashboard.askToDeleteTrip('Toowong 4066');
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  await dialog.getByRole('button', { name: /^Restore trip: Toowong 4066/ }).click();
  await expect(dialog.getByText('No trips deleted in the last 30 days')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dashboard.trips).toHaveCount(1);
  expect((await data.trips()).total).toBe(1);
});
