import { type Locator, page, userEvent } from 'vitest/browser';

/** The list of toasts. */
export const toasts = page.getByRole('region', { name: /Notifications/ });

/** A toast with this text. */
export const toast = (text: string | RegExp): Locator => toasts.getByText(text);

/** Opens a tab: by the tab itself on the desktop, by the dropdown on a phone. */
export async function openTab(tab: string): Promise<void> {
  const section = page.getByRole('combobox', { name: 'Section' });
  if (window.innerWidth < 640) await section.selectOptions(tab);
  else await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** Presses keys one after the other: 'Enter', 'Control+k', 'a'. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const held = key.split('+');
    const last = held.pop() ?? '';
    const down = held.map((one) => `{${one}>}`).join('');
    const up = held.map((one) => `{/${one}}`).join('');
    await userEvent.keyboard(`${down}{${last}}${up}`);
  }
}
