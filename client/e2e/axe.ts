import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects nothing on the page to be wider than the screen, and nothing in an open dialog wider than the dialog. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const burst = async () => {
    const boxes = await page.evaluate(() => [
      { content: document.documentElement.scrollWidth, room: window.innerWidth },
      ...[...document.querySelectorAll('dialog[open]')].map(({ scrollWidth, clientWidth }) => ({
        content: scrollWidth,
        room: clientWidth,
      })),
    ]);
    return boxes.filter(({ content, room }) => content > room);
  };
  // a chart learns its width after the window has changed
  await expect
    .poll(burst, { message: `${page.url()} at ${page.viewportSize()?.width} px`, timeout: 2000 })
    .toEqual([]);
}

/** The rules that a theme can break: it changes colours and nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects the page as it is to fit the screen, and axe to find no violation in either theme.
 * @param options.targets whether what is pressed must be 24 px high or as far from the next
 */
export async function expectNoViolations(page: Page, { targets = true } = {}): Promise<void> {
  await expectNoOverflow(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // axe stays in the page: its 600 kB are sent again only after a load
    const isThere = await page.evaluate(() => 'axe' in window);
    // the page has no frames, which the other mode needs a second page for
    const { violations, passes } = await new AxeBuilder({ page, axeSource: isThere ? ';' : undefined })
      .setLegacyMode()
      .options({
        resultTypes: ['violations'],
        ...(colorScheme === 'dark'
          ? { runOnly: OF_COLOURS }
          : { rules: { 'target-size': { enabled: targets } } }),
      })
      .analyze();
    expect(passes.length).toBeGreaterThan(colorScheme === 'dark' ? 0 : 5);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${colorScheme} theme`).toEqual([]);
  }
}
