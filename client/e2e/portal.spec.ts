/** @feature reports */
import type { Page } from '@playwright/test';
import { type PortalData, portalCells } from '@shared/reports/reports';
import { buildQuarter } from '@test/portal-quarter';
import { expect, test } from './fixtures';

/** The parts that the portal asks for, in its order. */
const ORDER = ['drivers', 'vehicles', 'areas'];

/** The texts of the portal's fields, row by row; '' for an end that there is not. */
const fieldsOf = ({ parts }: PortalData): string[] =>
  ORDER.flatMap((id) => parts.filter((part) => part.id === id).flatMap(portalCells)).flat();

/** A stand-in for the portal's form, which no test may reach: a field for each cell. */
async function openPortal(portal: Page, count: number): Promise<void> {
  await portal.setViewportSize({ width: 640, height: 800 });
  await portal.setContent(`<title>Portal</title>${'<input aria-label="Field">'.repeat(count)}`);
  await portal.getByLabel('Field').first().focus();
}

test('a quarter of 30 drivers, 20 vehicles and 5 areas is keyed into another window', {
  tag: ['@faults', '@long'],
}, async ({ page, context, signIn, baseURL }) => {
  test.slow();
  const { origin } = new URL(baseURL ?? '');
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const quarter = buildQuarter({ drivers: 30, vehicles: 20, areas: 5 });
  await page.route('**/api/reports/portal-data?*', (route) => route.fulfill({ json: quarter }));
  await page.setViewportSize({ width: 640, height: 800 });
  const fields = fieldsOf(quarter);
  const cells = fields.filter((text) => text !== '').length;
  const portal = await context.newPage();
  await openPortal(portal, fields.length);

  await page.bringToFront();
  await signIn('/portal');
  await expect(page.getByRole('button', { name: 'Driver authorisation: 10000001' })).toBeFocused();
  let keys = 0;
  const press = async (on: Page, key: string) => {
    await on.keyboard.press(key);
    keys += 1;
  };
  /** Alt+Tab, of which a browser gets no event. */
  const switchTo = async (window: Page) => {
    await window.bringToFront();
    keys += 1;
  };
  const begun = performance.now();
  let copied = 0;
  for (const text of fields) {
    if (text !== '') {
      await press(page, 'Enter');
      copied += 1;
      await expect(
        page.getByText(copied === cells ? `All ${cells} cells copied` : `${copied} of ${cells} cells copied`),
      ).toBeVisible();
      await switchTo(portal);
      await press(portal, 'ControlOrMeta+v');
      await press(portal, 'Tab');
      await switchTo(page);
    } else await press(portal, 'Tab');
  }
  const seconds = (performance.now() - begun) / 1000;
  test.info().annotations.push({
    type: 'keyed',
    description: `${fields.length} fields, ${cells} cells: ${keys} keys, ${seconds.toFixed(0)} s`,
  });
  const keyed = await portal
    .getByLabel('Field')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(keyed).toEqual(fields);
});
