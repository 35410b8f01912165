import type { Page } from '@playwright/test';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { expectNoOverflow, expectNoViolations } from './axe';
import { expect, test } from './fixtures';

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

test('twenty trips are keyed from paper, fixed in place, stored once, and taken back as one', {
  tag: '@both',
}, async ({ page, data, signIn, dashboard, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED.*api\/imports/);
  await data.addDriver('DA-1', 'Amy', 'Young');
  await data.addDriver('DA-2', 'Ben', 'Okafor');
  await signIn(dashboard.isPhone ? '/log-several' : '/');
  if (!dashboard.isPhone) await page.getByRole('link', { name: 'Log several' }).click();
  await expect(page.getByRole('heading', { name: 'Log several' })).toBeVisible();
  await cell(page, 'Driver', 1).focus();
  const keyboard = keyboardOf(page);

  await test.step('a trip is a dozen keys or so', async () => {
    for (let row = 1; row <= 20; row += 1) {
      // Ben takes over in the middle of the day
      if (row === 1) await keyboard.type('am');
      if (row === 11) await keyboard.type('be');
      await keyboard.press('Tab');
      if (row === 1) await keyboard.type('yesterday');
      await keyboard.press('Tab');
      await keyboard.type(row === 7 ? '2561' : `${9 + Math.floor(row / 4)}${(row % 4) + 1}5`);
      await keyboard.press('Tab');
      // the first letters of a place are enough once it stands in the grid
      await keyboard.type(['st lucia', 'toowong'][row - 1] ?? (row % 2 === 0 ? 'too' : 'st l'));
      await keyboard.press('Tab', 2);
      await keyboard.type(String(row % 9));
      await keyboard.press('Enter');
    }
    await expect(cell(page, 'Driver', 20)).toHaveValue('Ben Okafor');
    await expect(cell(page, 'Date', 20)).toHaveValue(formatDay(yesterday));
    await expect(cell(page, 'Suburb', 1)).toHaveValue('St Lucia');
    await expect(cell(page, 'Postcode', 1)).toHaveValue('4067');
    await expect(cell(page, 'Time', 2)).toHaveValue('09:35');
    await expect(cell(page, 'Driver', 21)).toBeFocused();
    await expectNoViolations(page);
  });

  await test.step('a fault leads to its cell, and nothing is stored before it is fixed', async () => {
    await keyboard.press('Control+Enter');
    await expect(cell(page, 'Time', 7)).toBeFocused();
    await expect(cell(page, 'Time', 7)).toHaveAccessibleDescription('Write it as 14:05 or 1405');
    await expect(page.getByRole('alert').filter({ hasText: '1 cell to fix' })).toBeVisible();
    await expectNoViolations(page);
    await expectNoOverflow(page);
    await keyboard.type('1015');
  });

  await test.step('what was typed outlives a reload', async () => {
    await page.reload();
    await expect(page.getByText('What you typed before is here again.')).toBeVisible();
    await expect(cell(page, 'Time', 7)).toHaveValue(/10:?15/);
  });

  await test.step('all are stored, once', async () => {
    await cell(page, 'Driver', 21).focus();
    await page.route('**/api/imports/typed', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await keyboard.press('Control+Enter');
    await expect(dashboard.toast(/Nothing was lost/)).toBeVisible();
    await page.unroute('**/api/imports/typed');
    await keyboard.press('Control+Enter');
    await expect(dashboard.toast('20 trips logged')).toBeVisible();
    expect(keyboard.count() / 20).toBeLessThanOrEqual(MOST_KEYS);
    const [last] = await data.storedTrips(20);
    expect(last).toMatchObject({
      driverName: 'Ben Okafor',
      suburb: 'Toowong',
      postcode: '4066',
      waitingTime: 2,
    });
    await expect(cell(page, 'Driver', 1)).toHaveValue('');
  });

  await test.step('and taken back', async () => {
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(dashboard.toast('20 trips taken back')).toBeVisible();
    await data.storedTrips(0);
    await expect(cell(page, 'Suburb', 20)).toHaveValue('Toowong');
  });
});

/** Pastes text where the focus is. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const data = new DataTransfer();
    data.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

test('a message thread becomes rows to look over, and copied cells fill those from the one in focus on', async ({
  page,
  data,
  signIn,
}) => {
  await data.addDriver('DA-1', 'Amy', 'Young');
  await signIn('/log-several');
  await page.getByRole('button', { name: 'Paste lines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste lines' });
  await dialog
    .getByLabel('Lines')
    .fill('[20/11/26, 10:14 am] Amy: Toowong 5 min\n[20/11/26, 10:20 am] Amy: thanks\nSt Lucia 11:05');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Make rows' }).click();
  await expect(dialog.getByLabel('Lines')).toHaveValue('[20/11/26, 10:20 am] Amy: thanks');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  for (const [field, value] of [
    ['Driver', 'Amy Young'],
    ['Date', '20/11/2026'],
    ['Time', '11:05'],
    ['Postcode', '4067'],
  ] as const)
    await expect(cell(page, field, 2)).toHaveValue(value);

  await cell(page, 'Time', 3).focus();
  await paste(page, '0915\tAscot\t4007\t3\n1130\tToowong');
  await expect(cell(page, 'Waiting time', 3)).toHaveValue('3');
  await expect(cell(page, 'Driver', 4)).toHaveValue('Amy Young');
  await expect(cell(page, 'Postcode', 4)).toHaveValue('4066');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 'Time', 3)).toHaveValue('');
  await page.keyboard.press('Control+y');
  await expect(cell(page, 'Time', 4)).toHaveValue('11:30');
  await cell(page, 'Notes', 4).fill('gate 2');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible();
});

test('columns of a pasted block that the grid does not know are named, and filled in once they are', async ({
  page,
  data,
  signIn,
}) => {
  await data.addDriver('DA-1', 'Amy', 'Young');
  await signIn('/log-several');
  await cell(page, 'Driver', 1).focus();
  await paste(
    page,
    'Date\tTime\tDriver\tPickup\tWait\n20/11/2026\t0915\tAmy\tToowong\t5\n20/11/2026\t1130\tAmy\tSt Lucia\t7',
  );
  await expect(cell(page, 'Postcode', 2)).toHaveValue('4067');
  await expect(cell(page, 'Waiting time', 2)).toHaveValue('7');
  await expect(page.getByText(/left out/)).toBeHidden();

  await cell(page, 'Driver', 3).focus();
  await paste(page, 'Date\tTime\tDriver\tWhere\tStood\n20/11/2026\t1215\tAmy\tToowong\t9');
  const notice = page
    .getByRole('status')
    .filter({ hasText: '2 columns were left out: Where, Stood. Choose what they are.' });
  await expect(notice).toBeVisible();
  await notice.getByLabel('Where (Toowong)').selectOption('Suburb');
  await notice.getByLabel('Stood (9)').selectOption('Waiting time');
  await expectNoViolations(page);
  await notice.getByRole('button', { name: 'Fill in' }).click();
  await expect(notice).toBeHidden();
  await expect(cell(page, 'Driver', 3)).toBeFocused();
  await expect(cell(page, 'Suburb', 3)).toHaveValue('Toowong');
  await expect(cell(page, 'Postcode', 3)).toHaveValue('4066');
  await expect(cell(page, 'Waiting time', 3)).toHaveValue('9');

  await test.step('minutes in seconds and a street are remarked on below their row', async () => {
    await cell(page, 'Driver', 4).focus();
    await paste(
      page,
      'Date\tTime\tDriver\tPickup\tWait (seconds)\n20/11/2026\t1315\tAmy\t12 Smith St, Toowong QLD 4066\t300',
    );
    await expect(cell(page, 'Suburb', 4)).toHaveValue('Toowong');
    await expect(cell(page, 'Waiting time', 4)).toHaveValue('5');
    const converted = page.getByText('Waiting time 300 seconds is read as 5 minutes');
    await expect(converted).toBeVisible();
    await cell(page, 'Waiting time', 4).fill('6');
    await expect(converted).toBeHidden();
    await expect(page.getByText('"12 Smith St" is left out: a trip has the suburb only')).toBeVisible();
    await expectNoViolations(page);
  });
});
