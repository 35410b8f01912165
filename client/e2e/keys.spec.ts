import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('the keys lead past the tabs, list themselves, and never lose the focus', async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  await data.addTrip(await data.addDriver());
  await signIn('/?tab=reports');
  await page.getByRole('heading', { name: 'Quarterly Report' }).waitFor();

  await test.step('the first stop of the Tab key skips header and tabs', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Reports' })).toBeFocused();
  });

  await test.step('a question mark lists the keys, but is a letter in a field', async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('Show these keys')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await dashboard.open('Trip History');
    const search = page.getByRole('tabpanel', { name: 'Trip History' }).getByLabel('Search');
    await search.fill('');
    await search.press('?');
    await expect(search).toHaveValue('?');
    await expect(keys).toBeHidden();
  });

  await test.step('another screen has the focus when what led to it is gone', async () => {
    await dashboard.open('Reports');
    await page.getByRole('link', { name: 'Fill TMR Form F5320' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page.getByLabel('Suburb', { exact: true })).toBeFocused();
  });
});
