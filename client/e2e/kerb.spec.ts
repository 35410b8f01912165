import type { Page } from '@playwright/test';
import { beaHolders } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import { plainPicture } from '../../server/test/documents/pictures';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { watchShifts } from './shifts';

const MINUTE_MS = 60_000;
const LOGO = '/objects/logos/kerb/company-document.png';

/** Answers the logo's address with a picture, or with a 404, once `come` is called. */
async function slowLogo(page: Page, size: [number, number] | null) {
  let come = () => {};
  const asked = new Promise<void>((resolve) => {
    come = resolve;
  });
  const body = size ? await plainPicture(...size) : undefined;
  await page.route(/company-(header|login)\.webp/, async (route) => {
    await asked;
    await (body ? route.fulfill({ body, contentType: 'image/png' }) : route.fulfill({ status: 404 }));
  });
  return come;
}

for (const { what, size } of [
  { what: 'a wide logo', size: [320, 60] },
  { what: 'a square logo', size: [88, 88] },
  { what: 'a logo that is gone', size: null },
] satisfies { what: string; size: [number, number] | null }[]) {
  test(`nothing moves when ${what} arrives late`, { tag: '@both' }, async ({
    page,
    db,
    data,
    holderId,
    expectedErrors,
  }) => {
    if (!size) expectedErrors.push(/404/);
    await data.addTrip(await data.addDriver());
    await db.update(beaHolders).set({ logoUrl: LOGO }).where(eq(beaHolders.id, holderId));
    const shifts = await watchShifts(page);
    const come = await slowLogo(page, size);
    const log = new LogTripPage(page);
    await log.open();
    await expect(log.repeat).toContainText('Toowong');
    const title = page.getByRole('heading', { name: 'BEA Trip Logging' });
    const before = await title.boundingBox();
    come();
    const logo = page.getByRole('banner').getByRole('img', { name: size ? 'Company Logo' : 'Trip Log' });
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await title.boundingBox()).toEqual(before);
    expect(await shifts()).toEqual([]);
  });
}

test('nothing moves when the logo of the login screen arrives late', { tag: '@both' }, async ({ page }) => {
  await page.addInitScript((logo) => {
    localStorage.setItem('loginRememberMe', 'true');
    localStorage.setItem('loginLogoUrl', logo);
  }, LOGO);
  const shifts = await watchShifts(page);
  const come = await slowLogo(page, [320, 60]);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  come();
  const logo = page.getByRole('img', { name: 'Company Logo' });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await shifts()).toEqual([]);
});

for (const width of [320, 360])
  test(`header and switch take at most 96 px of a screen of ${width}`, { tag: '@phone' }, async ({
    page,
    db,
    holderId,
    signIn,
  }) => {
    await db
      .update(beaHolders)
      .set({ logoUrl: LOGO, holderName: 'Maximiliana Featherstonehaugh-Cholmondeley' })
      .where(eq(beaHolders.id, holderId));
    const come = await slowLogo(page, [320, 60]);
    come();
    await page.setViewportSize({ width, height: 568 });
    await signIn();
    const main = await page.getByRole('main').boundingBox();
    expect(main?.y).toBeLessThanOrEqual(96);
    await expect(page.getByRole('banner').getByText(/^BEA-/).filter({ visible: true })).toBeInViewport({
      ratio: 1,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

/** An iPhone's keyboard in portrait, with the bar above its keys. */
const KEYBOARD = 260;

for (const [what, keyboard] of [
  ['the button', 0],
  ['the keyboard', KEYBOARD],
] as const)
  test(`${what} and the list of matches leave half of a small phone's screen to the fields`, {
    tag: '@phone',
  }, async ({ page, data, dashboard }) => {
    const height = 568 - keyboard;
    await page.setViewportSize({ width: 320, height });
    await data.addTrip(await data.addDriver());
    const log = new LogTripPage(page);
    await log.open();
    const covered = (selector: string) =>
      page.evaluate(
        (chosen) =>
          [...document.querySelectorAll(chosen)].reduce((sum, element) => {
            const { top, bottom } = element.getBoundingClientRect();
            const isPinned =
              element.matches('[role=listbox]') || getComputedStyle(element).position === 'sticky';
            return sum + (isPinned ? Math.max(Math.min(bottom, innerHeight) - Math.max(top, 0), 0) : 0);
          }, 0),
        selector,
      );

    // without the list they leave half of the whole screen, with it half of what the keyboard leaves
    expect(keyboard + (await covered('form [data-keep-clear]'))).toBeLessThanOrEqual(568 / 2);
    await dashboard.typeSuburb('richmond');
    await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 0.9 });
    expect(await covered('form [data-keep-clear]')).toBeLessThanOrEqual(height / 2);
    await expect(log.suburb).toBeInViewport({ ratio: 1 });
    await expect(log.suburb).toBeFocused();
  });

test('the waiting time is measured from Arrived to Under way, also while the app is closed', {
  tag: '@phone',
}, async ({ page, context, data }) => {
  await page.clock.install();
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  const timer = page.getByRole('timer', { name: 'Waiting' });
  await page.getByRole('button', { name: 'Arrived' }).click();
  await expect(timer).toHaveText(/^0:0\d$/);
  await page.clock.fastForward(5 * MINUTE_MS);
  await expect(timer).toHaveText(/^5:0\d$/);
  await page.reload();
  await expect(timer).toHaveText(/^5:\d\d$/);
  await page.close();

  const again = await context.newPage();
  const reopened = new LogTripPage(again);
  await reopened.open();
  await expect(again.getByRole('timer', { name: 'Waiting' })).toHaveText(/^5:\d\d$/);
  await again.clock.fastForward(7 * MINUTE_MS);
  await again.getByRole('button', { name: 'Under way' }).click();
  await expect(reopened.waitingTime).toHaveValue('12');
  await expect(again.getByRole('button', { name: 'Arrived' })).toBeFocused();
  await expect(again.getByRole('timer')).toBeHidden();
  await again.reload();
  await expect(reopened.waitingTime).toHaveValue('12');
  await expect(again.getByRole('button', { name: 'Arrived' })).toBeVisible();
});

test('a waiting time that is cancelled changes nothing', { tag: '@phone' }, async ({ page, data }) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await log.waitingTime.fill('4');
  const arrived = page.getByRole('button', { name: 'Arrived' });
  await arrived.dblclick();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the waiting time' }).click();
  await expect(arrived).toBeFocused();
  await expect(log.waitingTime).toHaveValue('4');
  await page.reload();
  await expect(arrived).toBeVisible();
});

test('a suburb of the own trips is found without a pause, and without the table', { tag: '@phone' }, async ({
  page,
  data,
  expectedErrors,
}) => {
  expectedErrors.push(/localities/);
  await page.route('**/localities*', (route) => route.abort());
  await data.addTrip(await data.addDriver(), { suburb: 'Richlands', postcode: '4077' });
  const log = new LogTripPage(page);
  await log.open();
  await log.recentSuburb('Richlands 4077').waitFor();
  await log.suburb.pressSequentially('rich');
  await expect(log.postcode).toHaveValue('4077', { timeout: 1500 });
  await expect(page.getByText('Richlands 4077, from your trips')).toBeVisible();
  await expect(log.suburb).toHaveValue('rich');
  await log.suburb.press('m');
  await expect(log.postcode).toHaveValue('');
  await log.suburb.press('Backspace');
  await expect(log.postcode).toHaveValue('4077');
  await log.suburb.press('Enter');
  await expect(log.suburb).toHaveValue('Richlands');
  await expect(log.waitingTime).toBeFocused();
});

test('several suburbs of the own trips stand first in the list', { tag: '@phone' }, async ({
  page,
  data,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy, { suburb: 'Richlands', postcode: '4077' });
  const lately = new Date(Date.now() - MINUTE_MS).toISOString();
  await data.addTrip(amy, { suburb: 'Richmond, VIC', postcode: '3121', datetime: lately });
  const log = new LogTripPage(page);
  await log.open();
  await log.recentSuburb('Richlands 4077').waitFor();
  await log.suburb.pressSequentially('rich');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText([/^Richmond, VIC/, /^Richlands/], { timeout: 1500 });
  await log.suburb.press('ArrowDown');
  // after the pause those of the table follow, and the choice stays where it was
  await expect(options.nth(2)).toBeVisible();
  await expect(options.first()).toContainText('Richmond, VIC');
  await log.suburb.press('Enter');
  await expect(log.suburb).toHaveValue('Richlands');
  await expect(log.postcode).toHaveValue('4077');
});

test('a postcode that does not belong to the suburb is put right by one tap', { tag: '@phone' }, async ({
  page,
  data,
  dashboard,
}) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await dashboard.typeSuburb('toowong');
  await expect(log.postcode).toHaveValue('4066');
  await log.postcode.fill('4000');
  await page.getByRole('button', { name: 'Use 4066', exact: true }).click();
  await expect(log.postcode).toHaveValue('4066');
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeHidden();

  await dashboard.typeSuburb('richmond, vic');
  await log.postcode.fill('4000');
  await page.getByRole('button', { name: 'Use 3121 (VIC)' }).press('Enter');
  await expect(log.suburb).toHaveValue('Richmond, VIC');
  await expect(log.postcode).toHaveValue('3121');
  await expect(log.postcode).toBeFocused();
});
