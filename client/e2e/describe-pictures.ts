import { expect, type Locator } from '@playwright/test';
import { readPdf } from '../../server/test/documents/pdf-reader';
import type { test as base } from './fixtures';
import { PictureCard } from './pages/picture-card';
import { makePictureFiles, type PictureFiles } from './picture-files';

const isDrawn = (image: Locator) =>
  expect
    .poll(() => image.evaluate((node: HTMLImageElement) => node.complete && node.naturalWidth > 0))
    .toBe(true);

type Kind = 'png' | 'jpg' | 'svg';

/** What a person sees of pictures, whichever store they go to. @param kinds of logos */
export function describePictures(test: typeof base, kinds: readonly Kind[]): void {
  let files: PictureFiles;
  let remove: () => Promise<void>;

  test.beforeAll(async () => {
    ({ files, remove } = await makePictureFiles());
  });
  test.afterAll(() => remove());

  for (const kind of kinds) {
    test(`a ${kind} becomes the logo in the header, on reports and on the sign-in screen`, async ({
      page,
      holder,
      signInByHand,
      dashboard,
    }) => {
      await signInByHand({ remember: true });
      await dashboard.open('Settings');
      const card = new PictureCard(page, 'Company Logo');
      await card.upload(files[kind], 'Upload Logo');
      await expect(dashboard.toast('Logo uploaded successfully')).toBeVisible();
      const inHeader = page.getByRole('banner').getByRole('img', { name: 'Company Logo' });
      await isDrawn(inHeader);

      const report = await page.request.post('/api/reports/quarterly', {
        data: { quarter: 'Q1', year: 2026 },
      });
      const { pages } = await readPdf(await report.body());
      expect(pages[0]?.tags).toContain('Figure "Company Logo"');
      expect((await report.body()).toString('latin1')).toContain('/Subtype /Image');

      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByLabel('BEA Number')).toHaveValue(holder.beaNumber);
      await isDrawn(page.getByRole('img', { name: 'Company Logo' }));
      await page.getByRole('button', { name: 'Clear Saved Data' }).click();
      await expect(page.getByRole('img', { name: 'Trip Log' })).toBeVisible();
    });
  }

  test('a profile picture is cropped to a square, shown in the header and taken away', async ({
    page,
    signIn,
    dashboard,
  }) => {
    await signIn();
    await page.getByRole('button', { name: 'Open profile' }).click();
    const card = new PictureCard(page, 'Profile Picture');
    await card.choose(files.jpg, 'Upload Picture');
    await isDrawn(card.dialog.getByRole('img', { name: 'Preview' }));
    await expect(card.dialog.getByRole('radio', { name: 'Crop to a square' })).toBeChecked();
    await card.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dashboard.toast('Profile picture updated successfully')).toBeVisible();
    const current = card.card.getByRole('img', { name: 'Current profile' });
    await isDrawn(current);
    const inHeader = page.getByRole('button', { name: 'Open profile' }).locator('img');
    await isDrawn(inHeader);

    const address = (await inHeader.getAttribute('src')) ?? '';
    expect((await page.request.get(address)).status()).toBe(200);
    const stranger = await page.context().browser()?.newContext();
    expect((await stranger?.request.get(new URL(address, page.url()).href))?.status()).toBe(401);
    await stranger?.close();

    await card.card.getByRole('button', { name: 'Remove Picture' }).click();
    await expect(dashboard.toast('Profile picture removed successfully')).toBeVisible();
    await expect(inHeader).toHaveCount(0);
    await expect(card.card.getByRole('button', { name: 'Upload Picture' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dashboard.toast('Profile picture restored')).toBeVisible();
    await isDrawn(inHeader);
  });
}
