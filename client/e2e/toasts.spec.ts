import type { Locator } from '@playwright/test';
import { expect, fillLogin, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

/** Waits until a toast covers nothing of an element. */
async function expectFree(toast: Locator, element: Locator) {
  const covered = async () => {
    const [over, under] = [await toast.boundingBox(), await element.boundingBox()];
    if (!over || !under) throw new Error('The toast or what it may not cover is missing');
    const width = Math.min(over.x + over.width, under.x + under.width) - Math.max(over.x, under.x);
    const height = Math.min(over.y + over.height, under.y + under.height) - Math.max(over.y, under.y);
    return width > 0 && height > 0;
  };
  await expect.poll(covered).toBe(false);
}

for (const [what, size] of [
  ['on a phone', { width: 360, height: 740 }],
  ['on a small phone', { width: 320, height: 568 }],
  ['at 400 % zoom', { width: 320, height: 256 }],
] as const)
  test(`a toast covers neither the focused field nor switch and button, and Undo leads back into the form, ${what}`, {
    tag: '@phone',
  }, async ({ page, data, dashboard }) => {
    await page.setViewportSize(size);
    await data.addTrip(await data.addDriver());
    const log = new LogTripPage(page);
    await log.open();
    await log.repeat.click();
    await log.submit.click();
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
    await expect(log.suburb).toBeFocused();
    await expectFree(toast, log.suburb);
    // where the screen is too low, the button is not kept in view
    if (size.height > 500) await expectFree(toast, log.submit);

    await page.evaluate(() => window.scrollTo(0, 0));
    await log.driver.focus();
    await expectFree(toast, log.driver);
    const sections = page.getByRole('combobox', { name: 'Section' });
    await sections.focus();
    await expectFree(toast, sections);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(log.suburb).toBeFocused();
    await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
    await expect(log.suburb).toBeFocused();
    await expectFree(toast, log.suburb);
  });

test('a toast covers no actions on the selected trips', { tag: '@both' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  await data.addTrips(await data.addDriver(), 12);
  await signIn('/?tab=history');
  await page
    .getByRole('button', { name: /^Delete trip: / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trip' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await dashboard.trips.nth(1).check();
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expectFree(toast, page.getByRole('region', { name: 'Selected trips' }));
  await expectFree(toast, dashboard.trips.nth(1));
});

test('a toast ends with the session that it is of', async ({
  page,
  context,
  data,
  holder,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await data.addTrips(await data.addDriver(), 2);
  const undo = page.getByRole('button', { name: 'Undo' });
  async function deleteTrip() {
    await signIn('/?tab=history');
    await page
      .getByRole('button', { name: /^Delete trip: / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trip' }).click();
    await expect(undo).toBeVisible();
  }
  await test.step('when it is lost', async () => {
    await deleteTrip();
    await context.clearCookies();
    await dashboard.meetSessionEnd();
    expect(await undo.count()).toBe(0);
  });
  await context.request.post('/api/auth/login', { data: holder });
  await test.step('with the sign-out, before someone else signs in', async () => {
    await deleteTrip();
    await page.getByRole('button', { name: 'Logout' }).click();
    await fillLogin(page, { ...holder, beaNumber: `${holder.beaNumber}-B` });
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText(`${holder.beaNumber}-B`).filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('region', { name: /Notifications/ }).waitFor({ state: 'attached' });
    expect(await undo.count()).toBe(0);
  });
});

test('what went well is announced politely, a failure at once', async ({ page, signIn, dashboard }) => {
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role=status][aria-live]'))
        if (status.textContent) announced.push(`${status.ariaLive}: ${status.textContent}`);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const announced = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  await signIn();
  await dashboard.open('Settings');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^assertive: .*Please enter a valid/));
  await page.getByLabel('Add recipient').fill('ann@example.com');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect.poll(announced).toContainEqual(expect.stringMatching(/^polite: .*Email recipient added/));
});

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
