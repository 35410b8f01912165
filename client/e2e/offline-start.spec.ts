/** @feature app-shell, trips */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** Cuts the app off its server. The page itself still comes, as it does from a service worker. */
async function cutOff(page: Page) {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.addInitScript(() => {
    const state = { onLine: true };
    Object.defineProperty(navigator, 'onLine', { get: () => state.onLine });
    window.addEventListener('online', () => Object.assign(state, { onLine: true }), true);
    window.addEventListener('offline', () => Object.assign(state, { onLine: false }), true);
    window.dispatchEvent(new Event('offline'));
  });
  return async () => {
    await page.unroute('**/api/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const unreachable = (page: Page) => page.getByRole('heading', { name: 'Trip Log cannot reach its server' });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /401 \(Unauthorized\)/);
});

test('a sign-in that is not remembered outlives its tab, and ends in every tab with the logout in one', {
  tag: '@faults',
}, async ({ page, context, signIn }) => {
  await signIn();
  const reconnect = await cutOff(page);
  await page.reload();
  await expect(logout(page)).toBeVisible();
  await reconnect();
  await page.close();

  // as a phone does that has dropped the tab
  const later = await context.newPage();
  const reconnectLater = await cutOff(later);
  await later.goto('/');
  await expect(logout(later)).toBeVisible();
  await reconnectLater();

  const other = await context.newPage();
  await other.goto('/');
  await logout(other).click();
  await expect(signInButton(other)).toBeVisible();
  await cutOff(later);
  await later.reload();
  await expect(unreachable(later)).toBeVisible();
});
