import { expect, test } from './fixtures';

test('a deleted trip comes back by Undo, and later from Recently deleted', { tag: '@both' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  await signIn('/?tab=history');
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this trip?' });

  await page.getByRole('button', { name: /^Delete trip: Toowong 4066/ }).click();
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Trip restored')).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);

  await page.getByRole('button', { name: /^Delete trip: Toowong 4066/ }).click();
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(page.getByText('No trips found')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently deleted' });
  await dialog.getByRole('button', { name: /^Restore trip: Toowong 4066/ }).click();
  await expect(dialog.getByText('No trips were deleted lately')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dashboard.trips).toHaveCount(1);
  expect((await data.trips()).total).toBe(1);
});

test('the trips of a page are deleted together, and come back together', async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addTrips(amy, 12);
  await signIn('/?tab=history');
  const history = page.getByRole('tabpanel', { name: 'Trip History' });

  await history.getByLabel('Rows a page').selectOption('25');
  await expect(dashboard.trips).toHaveCount(12);
  await history.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await dashboard.trips.first().uncheck();
  await expect(history.getByText('11 trips selected')).toBeVisible();
  await history.getByRole('button', { name: 'Delete 11 trips' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete these 11 trips?' });
  await question.getByRole('button', { name: 'Delete 11 trips' }).click();
  await expect(dashboard.toast('11 trips deleted successfully')).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);
  await expect(history.getByText('1 trip', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('11 trips restored')).toBeVisible();
  await expect(history.getByText('12 trips', { exact: true })).toBeVisible();
});

test('the keyboard alone logs a trip and deletes it', async ({ page, data, signIn, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrip(amy, { suburb: 'Ascot', postcode: '4007' });
  await signIn();
  const focusedLabel = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    });
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const label = await focusedLabel();
      if (typeof name === 'string' ? label === name : name.test(label)) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };

  await expect(page.getByLabel('Suburb', { exact: true })).toBeFocused();
  await page.keyboard.type('toowong');
  await tabTo('15 minutes');
  await page.keyboard.press('Space');
  await tabTo('Notes');
  await page.keyboard.type('By keyboard');
  await tabTo(/^Log Trip/);
  // a trip that still waits is shown above the list
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/trips'),
  );
  await page.keyboard.press('Enter');
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await sent;

  // from the suburb back to the driver, and out of the form, past Log several
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Log Trip' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Trip History' })).toBeVisible();
  await expect(dashboard.trips).toHaveCount(2);
  await tabTo(/^Delete trip: Toowong 4066/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);

  await page.keyboard.press('F8');
  await tabTo('Undo');
  await page.keyboard.press('Enter');
  await expect(dashboard.trips).toHaveCount(2);
});
