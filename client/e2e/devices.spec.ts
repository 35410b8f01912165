/** @feature devices */
import type { Browser, Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './axe';
import { expect, type Holder, test } from './fixtures';
import { DashboardPage } from './pages/dashboard-page';

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

/** Another browser, in which the holder is signed in: a phone, closed when the test ends. */
async function signInOnPhone(browser: Browser, baseURL: string | undefined, holder: Holder) {
  const context = await browser.newContext({ baseURL, userAgent: PHONE });
  const response = await context.request.post('/api/auth/login', {
    data: { ...holder, rememberMe: true },
    headers: { 'User-Agent': PHONE },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  return { page, close: () => context.close() };
}

const card = (page: Page) =>
  page.getByRole('tabpanel').locator('section', { hasText: 'Where you are signed in' });

test.describe('Where you are signed in', { tag: '@both' }, () => {
  test.beforeEach(({ signIn }) => signIn('/?tab=profile'));

  test('shows this device alone, and signs it out as Logout does', async ({ page, expectedErrors }) => {
    // what the dashboard still asks for while it is left
    expectedErrors.push(/401 \(Unauthorized\)/);
    const row = card(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('This device');
    await expect(row).toContainText('Network address 127.0.0.1');
    await expect(row).toContainText(/last used \d\d\/\d\d\/\d{4} \d\d:\d\d Brisbane time/);
    await expect(card(page).getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
    await card(page)
      .getByRole('button', { name: /^Sign out: .*this device/ })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' });
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  test('signs another device out, whose next call ends there', async ({
    page,
    browser,
    baseURL,
    holder,
    dashboard,
  }) => {
    const phone = await signInOnPhone(browser, baseURL, holder);
    await page.reload();
    await expect(card(page).getByRole('listitem')).toHaveCount(2);
    const row = card(page).getByRole('listitem').filter({ hasText: 'Chrome on Android' });
    await expect(row).toContainText(/Remembered until \d\d\/\d\d\/\d{4}/);
    await expectNoViolations(page);

    await row.getByRole('button', { name: /^Sign out: Chrome on Android/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Android?' });
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Sign out: Chrome on Android/ }).click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(dashboard.toast('Chrome on Android was signed out')).toBeVisible();
    await expect(card(page).getByRole('listitem')).toHaveCount(1);

    await new DashboardPage(phone.page).meetSessionEnd();
    await phone.close();
  });

  test('signs out everywhere else by keyboard', async ({ page, browser, baseURL, holder, dashboard }) => {
    const phones = [
      await signInOnPhone(browser, baseURL, holder),
      await signInOnPhone(browser, baseURL, holder),
    ];
    await page.reload();
    const everywhere = card(page).getByRole('button', { name: 'Sign out everywhere else' });
    await everywhere.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dashboard.toast('Signed out everywhere else')).toBeVisible();
    await expect(card(page).getByRole('listitem')).toHaveCount(1);
    await expect(card(page).getByText('No other device has signed in.')).toBeVisible();
    for (const phone of phones) {
      await new DashboardPage(phone.page).meetSessionEnd();
      await phone.close();
    }
  });

  test('fits 320 px, says what failed, and tries again', async ({
    page,
    browser,
    baseURL,
    holder,
    expectedErrors,
  }) => {
    expectedErrors.push(/api\/devices/);
    const phone = await signInOnPhone(browser, baseURL, holder);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.route('**/api/devices', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(card(page).getByText('The devices could not be loaded')).toBeVisible();
    await page.unroute('**/api/devices');
    await card(page).getByRole('button', { name: 'Try again' }).click();
    await expect(card(page).getByRole('listitem')).toHaveCount(2);
    await expectNoOverflow(page);
    await phone.close();
  });
});
