import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen violates an axe rule in the ${colorScheme} theme`, async ({ page, signIn, dashboard }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByLabel('BEA Number').waitFor();
    await expectNoViolations(page);
    await signIn();
    await dashboard.addDriver({ licence: 'DA-1', firstName: 'Amy', lastName: 'Young' });
    for (const tab of ['Log Trip', 'Drivers', 'Trip History', 'Reports', 'Settings', 'Profile']) {
      await dashboard.open(tab);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await expectNoViolations(page);
    }
  });
}

test('nothing is wider than the screen at 320 px', async ({ page, signIn, dashboard }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  await dashboard.addDriver({ licence: 'DA-1', firstName: 'Amy', lastName: 'Young' });
  for (const tab of ['Log Trip', 'Drivers', 'Trip History', 'Reports', 'Settings', 'Profile']) {
    await dashboard.open(tab);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const [content, screen] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    expect(content, tab).toBeLessThanOrEqual(screen ?? 0);
  }
});
