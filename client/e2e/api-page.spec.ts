/** @feature api-page */
import { pdfText } from '../../server/test/documents/pdf-text';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { untilKept } from './pages/kept-app';

// blocking one prints a warning, and a warning fails these tests
test.use({ serviceWorkers: 'allow' });

const SECTIONS = ['A token', 'Log a trip', 'List trips', 'Import a file', 'Every call', 'Errors', 'Limits'];

test('the page about the API is read on any screen and on paper, and its commands are copied', async ({
  page,
  context,
  signIn,
  serverUrl,
}) => {
  await signIn('/');
  await untilKept(page);
  // the app on the device leaves it to the server
  const answer = await page.goto('/api');
  expect(answer?.fromServiceWorker()).toBe(false);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(SECTIONS);
  await expectNoViolations(page);

  const logTrip = page.getByRole('region', { name: 'Log a trip' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logTrip.getByRole('button', { name: 'Copy' }).click();
  await expect(logTrip.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await logTrip.locator('pre').first().textContent());
  expect(copied).toContain(`${serverUrl}/api/trips/by-reference/B-1042`);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoViolations(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Limits' }).click();
  await expect(page.getByRole('region', { name: 'Limits' })).toBeInViewport();

  const text = await pdfText(await page.pdf({ preferCSSPageSize: true }));
  for (const words of [...SECTIONS, 'Authorization: Bearer']) expect(text).toContain(words);
  expect(text).not.toMatch(/Open the app|Copy\b(?! the token)/);
});
