import type { Login } from '@shared/holders';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';

/** The list of toasts. */
export const toasts = page.getByRole('region', { name: /Notifications/ });

/** A toast with this text. */
export const toast = (text: string | RegExp): Locator => toasts.getByText(text);

/** Opens a tab: by the tab itself on the desktop, by the dropdown on a phone. */
export async function openTab(tab: string): Promise<void> {
  const section = page.getByRole('combobox', { name: 'Section' });
  // a tab may say how much waits in it
  if (window.innerWidth < 640) {
    const option = section.getByRole('option', { name: new RegExp(`^${tab}( \\(|$)`) });
    await section.selectOptions(option);
  } else await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** Asks to delete the first trip of Trip History; a phone has the button in the trip's dialog. */
export async function askToDeleteTrip(): Promise<void> {
  const button = (name: RegExp) => page.getByRole('button', { name }).first();
  if (window.innerWidth >= 640) return button(/^Delete trip: /).click();
  await button(/^Edit trip: /).click();
  await page.getByRole('dialog', { name: 'Edit Trip' }).getByRole('button', { name: 'Delete' }).click();
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

/** The offset of the tests' frame in the window, from which the mouse is counted. */
const frame = () => window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };

/** Sends what a mouse does, near the left top of where an element is now. */
function mouseOn(element: Locator) {
  const { x, y } = element.element().getBoundingClientRect();
  const from = { x: frame().x + x + 10, y: frame().y + y + 5 };
  return (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', by = 0) =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      x: from.x + by,
      y: from.y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    });
}

/** Presses the mouse on an element, moves it to the right by so many pixels, and lets it go. */
export async function drag(element: Locator, pixels: number): Promise<void> {
  const mouse = mouseOn(element);
  await mouse('mousePressed');
  for (let step = 1; step <= 5; step += 1) await mouse('mouseMoved', (pixels * step) / 5);
  await mouse('mouseReleased', pixels);
}

/** Pastes a text where the focus is, as a browser does. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const isTaken = !document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
  if (!isTaken) document.execCommand('insertText', false, text);
}

/** Types the details of a holder into the login screen. */
export async function fillLogin({
  beaNumber,
  holderName,
  companyName,
  contactEmail,
  contactPhone,
}: Omit<Login, 'rememberMe'>): Promise<void> {
  await page.getByLabelText('BEA Number').fill(beaNumber);
  await page.getByLabelText('Your Full Name').fill(holderName);
  await page.getByLabelText('Company Name').fill(companyName);
  await page.getByLabelText('Contact Email').fill(contactEmail);
  await page.getByLabelText('Contact Phone').fill(contactPhone);
}
