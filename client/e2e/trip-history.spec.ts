/** @feature trips */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('on a desk a trip opens next to the list, with its history', async ({ page, data, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await data.addTrips(await data.addDriver(), 2);
  await signIn('/?tab=history');
  const opener = page.getByRole('button', { name: /^Open trip: Toowong 4066/ });
  const panel = page.getByRole('region', { name: 'Toowong 4066' });
  const heading = panel.getByRole('heading', { name: 'Toowong 4066' });

  await opener.press('Enter');
  await expect(heading).toBeFocused();
  await panel.getByRole('button', { name: 'Edit' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Waiting Time (minutes)').fill('7');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(panel.getByText('Mary Smith changed the waiting time from 0 min to 7 min.')).toBeVisible();
  await expect(panel.getByText('7 min', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  await page.emulateMedia({ media: 'print' });
  await expect(opener).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('cell', { name: '4007', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ascot 4007' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(heading).toBeFocused();
  await page.reload();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete trip', exact: true }).click();
  await expect(panel.getByText('Mary Smith deleted the trip.')).toBeVisible();
  await expect(panel.getByText(/^This trip was deleted\./)).toBeVisible();
  await expect(heading).toBeFocused();
});
