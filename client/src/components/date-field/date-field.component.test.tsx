import { expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { press } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const dialog = page.getByRole('dialog', { name: 'Add New Driver' });
const start = dialog.getByLabelText('Start Date');
const end = dialog.getByLabelText('End Date');
const month = page.getByRole('dialog', { name: 'Choose a day' });
const day = (name: string | RegExp) => month.getByRole('button', { name });

/** Opens the form of a driver, which begins with two dates. */
async function openForm(opened?: Parameters<typeof openApp>[1]) {
  await openApp('/drivers', opened);
  await page.getByRole('button', { name: 'Add Your First Driver' }).click();
  await expect(dialog).toBeVisible();
}

test('a date is typed as people write it', async () => {
  await openForm();
  await expect(start).toHaveValue('22/11/2026');
  for (const [typed, shown] of [
    ['yesterday', '21/11/2026'],
    ['Mon', '16/11/2026'],
    ['5/3', '05/03/2026'],
    ['Mon 16/11', '16/11/2026'],
  ] as const) {
    await start.fill(typed);
    await end.click();
    await expect(start).toHaveValue(shown);
  }
  await start.fill('11/22/2026');
  await end.click();
  await expect(start).toHaveAccessibleDescription('Please write the date as 31/12/2026');
  for (const [typed, why] of [
    ['31/11/26', 'November has 30 days'],
    ['29/2/2027', 'February 2027 has 28 days'],
    ['Fri 16/11', 'The date says Friday, but 16/11/2026 is a Monday'],
  ] as const) {
    await start.fill(typed);
    await end.click();
    await expect(start).toHaveAccessibleDescription(why);
  }
  await start.fill('22/10');
  await expect(start).not.toHaveAccessibleDescription(/31/);
});

test('a day is chosen from a month by keyboard', async () => {
  await openForm();
  await start.fill('22/10');
  await press('ArrowDown');
  await expect(day(/^Thursday, 22 October 2026, selected/)).toHaveFocus();
  await press('ArrowDown', 'PageUp');
  await expect(day('Tuesday, 29 September 2026')).toHaveFocus();
  await expectNoViolations();
  await press('Enter');
  await expect(start).toHaveValue('29/09/2026');
  await expect(start).toHaveFocus();
  await press('ArrowDown');
  await expect(day(/^Tuesday, 29 September 2026, selected/)).toHaveFocus();
  // before the browser has reported that it is closed
  for (const key of ['Escape', 'ArrowDown']) {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(pressed);
    await Promise.resolve();
  }
  await expect(day(/^Tuesday, 29 September 2026, selected/)).toHaveFocus();
  await press('Escape');
  await expect(month).toBeHidden();
  await expect(start).toHaveFocus();
});

test('a day is chosen from a month by mouse', async () => {
  await openForm();
  const open = dialog.getByRole('button', { name: 'Open calendar' }).nth(1);
  await expect(open).toHaveAccessibleDescription('End Date');
  await open.click();
  await month.getByRole('button', { name: 'Go to the Next Month' }).click();
  await day('Thursday, 31 December 2026').click();
  await expect(end).toHaveValue('31/12/2026');
  await open.click();
  await expect(month).toBeVisible();
  await open.click();
  await expect(month).toBeHidden();
});

test("a phone's own picker shows the date in Australian order", async () => {
  await openForm({ on: 'phone' });
  await start.fill('2026-11-20');
  await expect(dialog.getByText('20/11/2026')).toBeVisible();
});
