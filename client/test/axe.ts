import { run } from 'axe-core';
import { expect } from 'vitest';
import { setTheme } from './emulate';

/** Expects nothing on the page to be wider than the window, and nothing in an open dialog wider than the dialog. */
export async function expectNoOverflow(): Promise<void> {
  const burst = () =>
    [
      { content: document.documentElement.scrollWidth, room: window.innerWidth },
      ...[...document.querySelectorAll('dialog[open]')].map(({ scrollWidth, clientWidth }) => ({
        content: scrollWidth,
        room: clientWidth,
      })),
    ].filter(({ content, room }) => content > room);
  // a chart learns its width after the window has changed
  await expect.poll(burst, { message: `${location.href} at ${window.innerWidth} px` }).toEqual([]);
}

/** The rules that a theme can break: it changes colours and nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects the page as it is to fit the window, and axe to find no violation in either theme.
 * @param options.targets whether what is pressed must be 24 px high or as far from the next
 */
export async function expectNoViolations({ targets = true } = {}): Promise<void> {
  await expectNoOverflow();
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(theme);
    const { violations, passes } = await run({
      resultTypes: ['violations'],
      ...(theme === 'dark' ? { runOnly: OF_COLOURS } : { rules: { 'target-size': { enabled: targets } } }),
    });
    expect(passes.length).toBeGreaterThan(theme === 'dark' ? 0 : 5);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `${theme} theme`).toEqual([]);
  }
}
