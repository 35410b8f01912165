/** @feature imports */
import type { Page } from '@playwright/test';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { expectNoOverflow } from './axe';
import { expect, test } from './fixtures';

const TRIPS = 8;

/** The most keys that a trip on paper may take. */
const MOST_KEYS = 25;

const yesterday = addDays(brisbaneDay(new Date()), -1);

const cell = (page: Page, field: string, row: number) =>
  page.getByRole('textbox', { name: `${field}, row ${row}`, exact: true });

/** Presses keys one by one, and counts them: letters as they stand, others by name. */
function keyboardOf(page: Page) {
  let keys = 0;
  return {
    count: () => keys,
    async type(text: string) {
      keys += text.length;
      await page.keyboard.type(text);
    },
    async press(key: string, times = 1) {
      for (let index = 0; index < times; index += 1) await page.keyboard.press(key);
      keys += times;
    },
  };
}

/** Whether a click on its middle would reach it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}

test('trips are keyed from paper, fixed in place, stored once, and taken back as one', async ({
  page,
  data,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED.*api\/imports/);
  await data.addDriver('DA-1', 'Amy', 'Young');
  await data.addDriver('DA-2', 'Ben', 'Okafor');
  // so low that the grid goes on below its window
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn('/');
  await page.getByRole('link', { name: 'Log several' }).click();
  await expect(page.getByRole('heading', { name: 'Log several' })).toBeVisible();
  await expect(cell(page, 'Driver', 1)).toBeFocused();
  const keyboard = keyboardOf(page);

  await test.step('a trip is a dozen keys or so', async () => {
    for (let row = 1; row <= TRIPS; row += 1) {
      // Ben takes over in the middle of the day
      if (row === 5) await keyboard.press('Shift+Tab', 2);
      if (row === 1 || row === 5) {
        await keyboard.type(row === 1 ? 'am' : 'be');
        await keyboard.press('Tab');
        if (row === 1) await keyboard.type('yesterday');
        await keyboard.press('Tab');
      }
      await keyboard.type(row === 7 ? '2561' : `${9 + Math.floor(row / 4)}${(row % 4) + 1}5`);
      await keyboard.press('Tab');
      // the first letters of a place are enough once it stands in the grid
      await keyboard.type(['st lucia', 'toowong'][row - 1] ?? (row % 2 === 0 ? 'too' : 'st l'));
      await keyboard.press('Tab', 2);
      await keyboard.type(String(row % 9));
      await keyboard.press('Enter');
    }
    await expect(cell(page, 'Driver', TRIPS)).toHaveValue('Ben Okafor');
    await expect(cell(page, 'Date', TRIPS)).toHaveValue(formatDay(yesterday));
    await expect(cell(page, 'Suburb', 1)).toHaveValue('St Lucia');
    await expect(cell(page, 'Postcode', 1)).toHaveValue('4067');
    await expect(cell(page, 'Time', 2)).toHaveValue('09:35');
    await expect(cell(page, 'Time', TRIPS + 1)).toBeFocused();
    expect(
      await cell(page, 'Time', TRIPS + 1).evaluate(isOnTop),
      'the bar below covers no cell that is typed in',
    ).toBe(true);
  });

  await test.step('a fault leads to its cell, and nothing is stored before it is fixed', async () => {
    await keyboard.press('Control+Enter');
    await expect(cell(page, 'Time', 7)).toBeFocused();
    await expect(cell(page, 'Time', 7)).toHaveAccessibleDescription('Write it as 14:05 or 1405');
    await expect(page.getByRole('alert').filter({ hasText: '1 thing to fix' })).toBeVisible();
    await expectNoOverflow(page);
    await keyboard.type('1015');
  });

  await test.step('what was typed outlives a reload', async () => {
    await page.reload();
    await expect(page.getByText('What you typed before is here again.')).toBeVisible();
    await expect(cell(page, 'Time', 7)).toHaveValue(/10:?15/);
  });

  await test.step('all are stored, once', async () => {
    await cell(page, 'Driver', TRIPS + 1).focus();
    await page.route('**/api/imports/typed', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await keyboard.press('Control+Enter');
    await expect(dashboard.toast(/Nothing was lost/)).toBeVisible();
    await page.unroute('**/api/imports/typed');
    await keyboard.press('Control+Enter');
    await expect(dashboard.toast(`${TRIPS} trips logged`)).toBeVisible();
    expect(keyboard.count() / TRIPS).toBeLessThanOrEqual(MOST_KEYS);
    const [last] = await data.storedTrips(TRIPS);
    expect(last).toMatchObject({
      driverName: 'Ben Okafor',
      suburb: 'Toowong',
      postcode: '4066',
      waitingTime: TRIPS,
    });
    await expect(cell(page, 'Driver', 1)).toHaveValue('');
  });

  await test.step('and taken back', async () => {
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(dashboard.toast(`${TRIPS} trips removed`)).toBeVisible();
    await data.storedTrips(0);
    await expect(cell(page, 'Suburb', TRIPS)).toHaveValue('Toowong');
  });
});
