import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

/** The colours of an element as they are drawn. */
const drawn = (element: Locator) =>
  element.evaluate((one) => {
    const { backgroundColor, color, borderBottomColor, fill, outlineStyle } = getComputedStyle(one);
    return { backgroundColor, color, borderBottomColor, fill, outlineStyle };
  });

test('where the system forces its colours, what is chosen, ticked and drawn is recognised', async ({
  page,
  data,
  dashboard,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await data.addTrips(await data.addDriver(), 3);
  const log = new LogTripPage(page);
  await log.open();
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return { backgroundColor, color };
  });
  const background = { backgroundColor: highlight.backgroundColor };

  expect(await drawn(log.submit)).toMatchObject(highlight);
  const [first, second] = [log.recentSuburb('Toowong'), log.recentSuburb('Ascot')];
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  expect(await drawn(first)).toMatchObject(highlight);
  expect(await drawn(second)).not.toMatchObject(background);
  const [none, ten] = ['0 minutes', '10 minutes'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  );
  await ten?.click();
  if (ten) expect(await drawn(ten)).toMatchObject(highlight);
  if (none) expect(await drawn(none)).not.toMatchObject(background);

  await dashboard.open('Trip History');
  await dashboard.trips.first().check();
  expect(await drawn(dashboard.trips.first())).toMatchObject(background);
  expect(await drawn(dashboard.trips.nth(1))).not.toMatchObject(background);
  const tab = (name: string) => drawn(page.getByRole('tab', { name }));
  expect((await tab('Trip History')).borderBottomColor).toBe(highlight.backgroundColor);
  expect((await tab('Drivers')).borderBottomColor).toBe('rgba(0, 0, 0, 0)');
  await page.keyboard.press('Tab');
  expect((await drawn(page.locator(':focus'))).outlineStyle).toBe('solid');

  await dashboard.open('Reports');
  await expect(page.getByRole('figure', { name: /^Trips by month/ })).toBeVisible();
  expect((await drawn(page.locator('rect.fill-brand').first())).fill).toBe(highlight.backgroundColor);
  expect(await drawn(page.locator('ol .bg-brand').first())).toMatchObject(background);

  await page.goto('/nowhere');
  expect(await drawn(page.getByRole('link', { name: 'Back to Dashboard' }))).toMatchObject(highlight);
});
