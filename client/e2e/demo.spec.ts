/** @feature demo */
import { expect, test } from './fixtures';
import { startServer } from './server';

for (const { on, tag } of [
  { on: 'a computer', tag: [] },
  { on: 'a phone', tag: ['@phone'] },
])
  test(`a stranger tries Trip Log with one click on ${on}, and leaves nothing behind`, { tag }, async ({
    page,
    dashboard,
  }) => {
    const server = await startServer({ DEMO: 'yes' });
    try {
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Try it' }).click();
      const bar = page.getByRole('region', { name: 'Demo' });
      await expect(bar).toContainText('This is a demo with made-up trips. It is removed at ');
      await expect(page.getByText('2,000', { exact: true }).first()).toBeVisible();
      await dashboard.open('Log Trip');
      await expect(page.getByRole('button', { name: /^Repeat last trip/ })).toBeVisible();
      await expect(bar).toBeVisible();
      await page.reload();
      await expect(bar).toBeVisible();

      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Leave the demo?' })).toBeVisible();
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
      expect((await page.request.get(`${server.url}/api/auth/me`)).status()).toBe(401);
    } finally {
      await server.stop();
    }
  });
