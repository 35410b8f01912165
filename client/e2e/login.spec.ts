/** @feature auth, operator */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** Waits until the page has nothing left to do: what it would start by itself has been asked for. */
const untilIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

test('a remembered device signs in by itself once the session is gone, until the data are cleared', {
  tag: '@firefox',
}, async ({ page, context, holder, signInByHand, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await signInByHand({ remember: true });

  await context.clearCookies({ name: 'triplog.sid' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('✓ Previous login details loaded')).toBeVisible();
  await expect(page.getByLabel('Company Name')).toHaveValue(holder.companyName);
  await page.getByRole('button', { name: 'Clear Saved Data' }).click();
  await expect(page.getByLabel('Company Name')).toHaveValue('');
  await expect(page.getByLabel('Remember me on this device')).not.toBeChecked();
  await page.reload();
  await expect(page.getByLabel('BEA Number')).toHaveValue('');
});

test('anyone who signs out stays out, though a request of theirs is refused meanwhile', async ({
  page,
  signInByHand,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await signInByHand({ remember: true });
  await dashboard.open('Reports');
  const form = page.getByRole('link', { name: 'Fill TMR Form F5320' });
  await expect(form).toBeVisible();
  const asked: string[] = [];
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch();
    // the session has ended, and the app does not know it yet
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await dashboard.open('Trip History');
    await dashboard.open('Reports');
    await form.click();
    await (await refused).finished();
    await untilIdle(page);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await untilIdle(page);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(asked.filter((request) => request.includes(' /api/'))).toEqual(['POST /api/reports/annual-data']);
});
