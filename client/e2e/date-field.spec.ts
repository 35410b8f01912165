import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.use({ locale: 'en-US' });

test('a date is typed as people write it, or chosen from a month', async ({ page, signIn }) => {
  await page.clock.setFixedTime(new Date('2026-11-22T02:00:00Z'));
  await signIn('/drivers');
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Driver' });
  const start = dialog.getByLabel('Start Date');
  const end = dialog.getByLabel('End Date');
  const month = page.getByRole('dialog', { name: 'Choose a day' });
  await expect(start).toHaveValue('22/11/2026');

  for (const [typed, shown] of [
    ['yesterday', '21/11/2026'],
    ['Mon', '16/11/2026'],
    ['5/3', '05/03/2026'],
  ] as const) {
    await start.fill(typed);
    await end.focus();
    await expect(start).toHaveValue(shown);
  }
  await start.fill('11/22/2026');
  await end.focus();
  await expect(start).toHaveAccessibleDescription('Please write the date as 31/12/2026');
  await start.fill('22/10');
  await expect(start).not.toHaveAccessibleDescription(/31/);

  await test.step('by keyboard', async () => {
    await start.press('ArrowDown');
    await expect(month.getByRole('button', { name: /^Thursday, 22 October 2026, selected/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('PageUp');
    await expect(month.getByRole('button', { name: 'Tuesday, 29 September 2026' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(start).toHaveValue('29/09/2026');
    await expect(start).toBeFocused();
    await start.press('ArrowDown');
    await expect(month.getByRole('button', { name: /^Tuesday, 29 September 2026, selected/ })).toBeFocused();
    // before the browser has told that it is closed
    await page.evaluate(async () => {
      for (const key of ['Escape', 'ArrowDown']) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
        await Promise.resolve();
      }
    });
    await expect(month.getByRole('button', { name: /^Tuesday, 29 September 2026, selected/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(month).toBeHidden();
    await expect(start).toBeFocused();
  });

  await test.step('by mouse', async () => {
    const open = dialog.getByRole('button', { name: 'Open calendar' }).last();
    await expect(open).toHaveAccessibleDescription('End Date');
    await open.click();
    await month.getByRole('button', { name: 'Go to the Next Month' }).click();
    await month.getByRole('button', { name: 'Thursday, 31 December 2026' }).click();
    await expect(end).toHaveValue('31/12/2026');
    await open.click();
    await expect(month).toBeVisible();
    await open.click();
    await expect(month).toBeHidden();
  });
});

test("a phone's own picker shows the date in Australian order", { tag: '@phone' }, async ({
  page,
  signIn,
}) => {
  await signIn('/drivers');
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Driver' });
  await dialog.getByLabel('Start Date').fill('2026-11-22');
  await expect(dialog.getByText('22/11/2026')).toBeVisible();
});
