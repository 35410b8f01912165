import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects nothing on the page to be wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(content, page.url()).toBeLessThanOrEqual(screen ?? 0);
}

/** Expects the page as it is to fit the screen, and axe to find no violation in either theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  await expectNoOverflow(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // axe stays in the page: its 600 kB are sent again only after a load
    const isThere = await page.evaluate(() => 'axe' in window);
    // the page has no frames, which the other mode needs a second page for
    const { violations, passes } = await new AxeBuilder({ page, axeSource: isThere ? ';' : undefined })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(passes.length).toBeGreaterThan(5);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${colorScheme} theme`).toEqual([]);
  }
}
