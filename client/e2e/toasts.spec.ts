import { expect, test } from './fixtures';

test('a toast stays while it is looked at, and goes when it is swiped far enough, by Escape or by itself', async ({
  page,
  signIn,
  dashboard,
}) => {
  await page.clock.install();
  await signIn();
  await dashboard.open('Settings');
  const add = page.getByRole('button', { name: 'Add Recipient' });
  const toast = dashboard.toast('Please enter a valid email address');

  await add.click();
  await toast.hover();
  await page.clock.fastForward(10_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 400);
  await page.clock.fastForward(4_000);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(1_000);
  await expect(toast).toBeHidden();

  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('There is no toast');
    await page.mouse.move(box.x + 10, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 10 + pixels, box.y + 5, { steps: 5 });
    await page.mouse.up();
  };
  await add.click();
  await toast.hover();
  await swipe(40);
  await expect(toast).toBeVisible();
  await swipe(60);
  await expect(toast).toBeHidden();

  await page.mouse.move(5, 400);
  await add.click();
  await page.keyboard.press('F8');
  // the toast itself, then its button
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

test('messages are shown, and can be closed, though the code of the toaster cannot be loaded', async ({
  page,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  await signIn();
  await dashboard.open('Settings');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  const alert = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await expect(alert).toContainText('Please enter a valid email address');
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeEmpty();
});
