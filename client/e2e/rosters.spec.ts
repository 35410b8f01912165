/** @feature rosters */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { csvFile } from './import-files';

test('a sheet of drivers adds and corrects, and is taken back', async ({ page, data, signIn, dashboard }) => {
  await data.addDriver('DA-4711');
  await signIn('/?tab=drivers');
  await page.getByRole('link', { name: 'From a spreadsheet' }).first().click();
  const file = csvFile(
    'staff.csv',
    'First name,Last name,Driver Authority License,Vehicle registration,Start date,Authorisation expires',
    'Amy,Young,DA-4711,,,31/12/2030',
    'Ben,Lee,DA-4712,,01/07/2026,',
  );
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'staff.csv' })).toBeVisible();
  const correction = page.getByRole('radio', { name: /^Correction/ });
  if (await correction.isVisible()) await correction.check();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add 1 driver and change 1' }).click();
  await expect(dashboard.toast('1 driver added, 1 changed')).toBeVisible();
  await expect(page.getByText('Ben Lee').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Import undone')).toBeVisible();
  await expect(page.getByText('Ben Lee')).toHaveCount(0);
});
