/** @feature app */
import { expectNoViolations } from './axe';
import { test } from './fixtures';

const TABS = ['Log Trip', 'Drivers', 'Trip History', 'Reports', 'Settings', 'Profile'];

test('the login screen is accessible', { tag: '@both' }, async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('BEA Number').waitFor();
  await expectNoViolations(page);
});

test('every tab is accessible', { tag: '@both' }, async ({ page, data, signIn, dashboard }) => {
  await data.addDriver();
  await signIn();
  for (const tab of TABS) {
    await dashboard.open(tab);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectNoViolations(page);
  }
});
