/** @feature auth, app */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

// blocking one prints a warning, and a warning fails these tests
test.use({ serviceWorkers: 'allow' });

/** Opens a path, waits until the network is quiet, and returns what was asked for, and the warnings. */
async function load(page: Page, path: string) {
  const asked: string[] = [];
  const warnings: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(new URL(request.url()).origin, '')));
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  return { asked, warnings };
}

test('who is signed in gets code and data, each once', async ({ page, data }) => {
  await data.addTrip(await data.addDriver());
  const { asked, warnings } = await load(page, '/');
  await expect(page.getByRole('button', { name: /^Repeat last trip/ })).toBeVisible();
  // the page itself asks who is signed in, at the app's own address
  expect(asked).toContain('/api/auth/me?handling=lenient');
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(warnings).toEqual([]);
});
