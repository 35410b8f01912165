/** @feature demo */
import { expect, test } from './fixtures';
import { startServer } from './server';

test('a stranger tries Trip Log with one click, and leaves nothing behind', async ({ page }) => {
  const server = await startServer({ DEMO: 'yes' });
  try {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Try it' }).click();
    const bar = page.getByRole('region', { name: 'Demo' });
    await expect(bar).toContainText('This is a demo with made-up trips. It is removed at ');
    await expect(page.getByRole('button', { name: /^Repeat last trip/ })).toBeVisible();
    await page.getByRole('tab', { name: /Reports/ }).click();
    await expect(bar).toBeVisible();
    await page.reload();
    await expect(bar).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave the demo?' })).toBeVisible();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect((await page.request.get(`${server.url}/api/auth/me`)).status()).toBe(401);
  } finally {
    await server.stop();
  }
});
