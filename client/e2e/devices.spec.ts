/** @feature devices */
import type { Browser, Page } from '@playwright/test';
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

test('another device is signed out, whose next call ends there', async ({
  page,
  signIn,
  browser,
  baseURL,
  holder,
  dashboard,
}) => {
  const phone = await signInOnPhone(browser, baseURL, holder);
  await signIn('/?tab=profile');
  await expect(card(page).getByRole('listitem')).toHaveCount(2);
  const row = card(page).getByRole('listitem').filter({ hasText: 'Chrome on Android' });
  await expect(row).toContainText(/remembered until \d\d\/\d\d\/\d{4}/);

  await row.getByRole('button', { name: /^Sign out: Chrome on Android/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Android?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Sign out: Chrome on Android/ }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(dashboard.toast('Chrome on Android was signed out')).toBeVisible();
  await expect(card(page).getByRole('listitem')).toHaveCount(1);

  await new DashboardPage(phone.page).meetSessionEnd();
  await phone.close();
});
