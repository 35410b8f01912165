/** @feature app */
import type { Locator, Page } from '@playwright/test';
import { previousQuarter, quarterOf } from '@shared/periods';
import { expectNoOverflow, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { csvFile } from './import-files';
import { fillWithLongest, longest, longestHolder } from './longest-values';

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
test.use({ holder: async ({}, use) => use(longestHolder()) });

test.beforeEach(({ db, holderId }) => fillWithLongest(db, holderId));

const WIDTHS = [320, 360, 768, 1280, 1920];

/** Expects what is shown to fit every screen. */
async function expectToFit(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
}

const PATHS = ['/', ...['drivers', 'history', 'reports', 'settings', 'profile'].map((tab) => `/?tab=${tab}`)];

test('with the longest values no tab or screen is wider than the window', async ({ page, signIn }) => {
  for (const path of [...PATHS, '/tmr-form', '/portal', '/import-trips']) {
    await signIn(path);
    await expectToFit(page);
  }
});

test('with the longest values nothing that is opened is wider than the window', async ({ page, signIn }) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  await signIn('/?tab=settings');
  await button('Show activity').click();
  await page.getByLabel('Activity, newest first').waitFor();
  await expectToFit(page);

  await signIn('/?tab=reports');
  await page.getByLabel('Report', { exact: true }).selectOption('annual');
  await page.getByLabel('Financial Year').first().selectOption('2024-2025');
  await page.getByText('Changed since lodged').waitFor();
  await expectToFit(page);

  await signIn('/portal');
  await page
    .getByRole('button', { name: /^Driver authorisation: / })
    .first()
    .click();
  await expectToFit(page);

  await signIn('/import-trips');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(
      csvFile(
        `${longest(200)}.csv`,
        'Date,Driver,Suburb,Postcode,Waiting Time (minutes)',
        `31/13/2026,${longest(200)},${longest(255)},4066,7`,
      ),
    );
  await page.getByText('1 row cannot be imported').waitFor();
  await expectToFit(page);

  await signIn('/?tab=profile');
  await button('Edit Profile').click();
  await expectToFit(page);
});

/** Chooses the last quarter, which can be lodged. */
async function chooseLastQuarter(page: Page): Promise<void> {
  const { quarter, year } = previousQuarter(quarterOf(new Date()));
  await page.getByLabel('Year', { exact: true }).selectOption(String(year));
  await page.getByLabel('Quarter', { exact: true }).selectOption(quarter);
}

const openFirstTrip = (page: Page) =>
  page
    .getByRole('button', { name: /^Edit trip/ })
    .first()
    .click();

const DIALOGS: [path: string, button: RegExp, before?: (page: Page) => Promise<void>][] = [
  ['/?tab=drivers', /^Edit driver/],
  ['/?tab=drivers', /^Delete driver/],
  ['/?tab=history', /^Edit trip/],
  ['/?tab=history', /^Delete$/, openFirstTrip],
  ['/?tab=history', /^Recently deleted/],
  ['/?tab=history', /^Export/],
  ['/?tab=reports', /^Mark as lodged/, chooseLastQuarter],
  ['/?tab=settings', /^Remove recipient/],
  ['/?tab=profile', /^Sign out: W/],
  ['/import-trips', /^Undo import/],
];

test('with the longest values no dialog is wider than the window', async ({ page, signIn }) => {
  for (const [path, name, before] of DIALOGS) {
    await signIn(path);
    await before?.(page);
    await page.getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
    await expectToFit(page);
  }
});

const heights = async (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));

test('rows keep one height, and a text that is cut off is shown whole on demand', async ({
  page,
  signIn,
  data,
}) => {
  const amy = await data.addDriver();
  await data.addTrip(amy);
  for (const [tab, table] of [
    ['drivers', 'Drivers'],
    ['history', 'Trips'],
  ]) {
    await signIn(`/?tab=${tab}`);
    const rows = page.getByRole('table', { name: table }).locator('tbody tr');
    await expect(rows).not.toHaveCount(0);
    const all = await heights(rows);
    expect(Math.max(...all) - Math.min(...all), `${tab}: ${all}`).toBeLessThanOrEqual(1);
    expect(Math.max(...all)).toBeLessThan(50);
    // two lines of a row that are both cut off are closer: the dialog that edits the row shows them whole too
    await expectNoViolations(page, { targets: false });
  }

  const cut = page.getByRole('button', { name: longest(2000), exact: true }).first();
  await cut.focus();
  const before = (await cut.boundingBox())?.height ?? 0;
  await page.keyboard.press('Enter');
  await expect(cut).toHaveAttribute('aria-expanded', 'true');
  await expect(cut).toBeFocused();
  expect((await cut.boundingBox())?.height).toBeGreaterThan(before * 10);
  await expectNoViolations(page, { targets: false });
  await page.keyboard.press('Enter');
  await expect(cut).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('button', { name: 'Toowong', exact: true })).toHaveCount(0);
});

test('an override in a text turns round nothing next to it, and is edited as it is stored', async ({
  page,
  signIn,
  data,
}) => {
  await data.addTrip(await data.addDriver(), { notes: 'Gate\u202e 2' });
  await signIn('/?tab=history');
  const notes = page.getByRole('table').getByText(/^Gate/).first();
  await expect(notes).toBeVisible();
  expect(await notes.evaluate((element) => getComputedStyle(element).unicodeBidi)).toMatch(
    /isolate|plaintext/,
  );
  await page.getByRole('button', { name: /^Edit trip: Toowong 4066/ }).click();
  await expect(page.getByLabel('Notes')).toHaveValue('Gate\u202e 2');
});
