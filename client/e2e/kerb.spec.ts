/** @feature trips */
import { beaHolders } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import { plainPicture } from '../../server/test/documents/pictures';
import { expect, test } from './fixtures';

const LOGO = '/objects/logos/kerb/company-document.png';

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
  const body = await plainPicture(320, 60);
  await page.route(/company-(header|login)\.webp/, (route) =>
    route.fulfill({ body, contentType: 'image/png' }),
  );
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
