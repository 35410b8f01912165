/** @feature profile, pictures, codes */
import { describePictures } from './describe-pictures';
import { expect, test } from './fixtures';
import { PictureCard } from './pages/picture-card';
import { makePictureFiles } from './picture-files';

test.describe('pictures on disk', () => describePictures(test, ['svg']));

test.describe('a picture that cannot be', () => {
  test('is recognised by the server, which says why', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/api\/profile\/logo/);
    await signIn('/?tab=profile');
    const card = new PictureCard(page, 'Company Logo');
    const active = {
      name: 'active.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
    };
    const chooser = page.waitForEvent('filechooser');
    await card.card.getByRole('button', { name: 'Upload Logo' }).click();
    await (await chooser).setFiles(active);
    await card.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    const refusal = 'contains scripts or refers to other files';
    await expect(card.dialog.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(page.getByText(refusal)).toHaveCount(1);
  });

  test('is tried again after network faults, with the progress shown, and can be cancelled', {
    tag: '@faults',
  }, async ({ page, signIn, dashboard, expectedErrors }) => {
    expectedErrors.push(/files\/uploads/);
    const { files, remove } = await makePictureFiles();
    await signIn('/?tab=profile');
    let faults = 0;
    await page.route('**/files/uploads/**', (route) => {
      faults += 1;
      return faults <= 2 ? route.abort('connectionreset') : route.continue();
    });
    const card = new PictureCard(page, 'Profile Picture');
    await card.upload(files.png, 'Upload Picture');
    await expect(dashboard.toast('Profile picture updated successfully')).toBeVisible();
    expect(faults).toBe(3);

    await page.unroute('**/files/uploads/**');
    await page.route('**/files/uploads/**', () => {});
    await card.choose(files.png, 'Change Picture');
    await card.dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(card.dialog.getByRole('progressbar')).toBeVisible();
    await card.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.dialog).toBeHidden();
    await remove();
  });
});
