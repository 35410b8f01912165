/** @feature trips */
import type { Page } from '@playwright/test';
import { beaHolders } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import { plainPicture } from '../../server/test/documents/pictures';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { watchShifts } from './shifts';

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

for (const { what, size, tag } of [
  { what: 'a wide logo', size: [320, 60], tag: [] },
  { what: 'a square logo', size: [88, 88], tag: ['@phone'] },
  { what: 'a logo that is gone', size: null, tag: ['@phone'] },
] satisfies { what: string; size: [number, number] | null; tag: string[] }[]) {
  test(`nothing moves when ${what} arrives late`, { tag: ['@faults', ...tag] }, async ({
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

test('nothing moves when the logo of the login screen arrives late', { tag: ['@faults', '@phone'] }, async ({
  page,
}) => {
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

test('header and switch take at most 96 px of a phone', { tag: '@phone' }, async ({
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
  await signIn();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 568 });
    const main = await page.getByRole('main').boundingBox();
    expect(main?.y).toBeLessThanOrEqual(96);
    await expect(page.getByRole('banner').getByText(/^BEA-/).filter({ visible: true })).toBeInViewport({
      ratio: 1,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
