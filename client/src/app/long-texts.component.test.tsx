/** @module-tag long */
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { longestAnswers } from '@test/longest-answers';
import { longest } from '@test/longest-texts';
import { openApp } from '@test/open-app';
import { press } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { type Locator, page } from 'vitest/browser';

const WIDTHS = [320, 360, 768, 1280, 1920];
const TABS = ['drivers', 'history', 'reports', 'settings', 'profile'];
const PATHS = ['/', ...TABS.map((tab) => `/?tab=${tab}`), '/tmr-form', '/import-trips'];

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const open = (path: string) => openApp(path, { answers: longestAnswers() });

/** Expects what is shown to fit every screen. */
async function expectToFit(): Promise<void> {
  for (const width of WIDTHS) {
    await page.viewport(width, 800);
    await expectNoOverflow();
  }
  await page.viewport(1280, 800);
}

for (const path of PATHS)
  test(`with the longest values ${path} is not wider than the window`, async () => {
    await open(path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectToFit();
  });

test('with the longest values nothing that is opened is wider than the window', async () => {
  await open('/?tab=settings');
  await button('Show activity').click();
  await expect(page.getByLabelText('Activity, newest first')).toBeVisible();
  await expectToFit();

  await open('/?tab=reports');
  const report = page.getByLabelText('Report', { exact: true });
  await report.selectOptions('annual');
  await page.getByLabelText('Financial Year').first().selectOptions('2024-2025');
  await expect(page.getByText('Changed since lodged')).toBeVisible();
  await expectToFit();
  await open('/portal/Q1-2026');
  await expect(page.getByRole('heading', { name: 'Affiliated drivers' })).toBeVisible();
  await expectToFit();

  await open('/import-trips');
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File(['Date'], `${longest(200)}.csv`, { type: 'text/csv' }));
  await expect(page.getByText('1 row cannot be imported')).toBeVisible();
  await expectToFit();

  await open('/?tab=profile');
  await button('Edit Profile').click();
  await expectToFit();
});

const openFirstTrip = () => button(/^Edit trip/).click();
/** The last quarter can be lodged. */
async function chooseLastQuarter() {
  await page.getByLabelText('Year', { exact: true }).selectOptions('2026');
  await page.getByLabelText('Quarter', { exact: true }).selectOptions('Q1');
}

const DIALOGS: [path: string, button: RegExp, before?: () => Promise<void>][] = [
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

for (const [path, name, before] of DIALOGS)
  test(`with the longest values the dialog of ${name} at ${path} is not wider than the window`, async () => {
    await open(path);
    await before?.();
    await button(name).click();
    await expect.poll(() => document.querySelectorAll('dialog[open]').length).toBeGreaterThan(0);
    await expectToFit();
  });

const heights = (rows: Locator) => rows.elements().map((row) => row.getBoundingClientRect().height);

test('rows keep one height, and a text that is cut off is shown whole on demand', async () => {
  const amy = buildDriver();
  const answers = longestAnswers();
  const list = (pattern: string) => answers[pattern] as (call: object) => unknown;
  const query = new URLSearchParams('limit=10');
  const { trips } = list('GET /api/trips')({ query }) as { trips: object[] };
  answers['GET /api/trips'] = { trips: [buildTrip(amy), ...trips], total: trips.length + 1 };
  answers['GET /api/drivers'] = [amy, ...(list('GET /api/drivers')({}) as object[])];
  for (const [tab, table] of [
    ['drivers', 'Drivers'],
    ['history', 'Trips'],
  ] as const) {
    await openApp(`/?tab=${tab}`, { answers });
    const rows = page.getByRole('table', { name: table }).getByRole('row');
    // the first has the headings
    await expect.poll(() => rows.elements().length).toBeGreaterThan(2);
    const [, ...all] = heights(rows);
    expect(Math.max(...all) - Math.min(...all), `${tab}: ${all}`).toBeLessThanOrEqual(1);
    // one line: where no pointer is fine, the buttons are 44 px high
    expect(Math.max(...all)).toBeLessThan(44 + 10);
    // two lines of a row that are both cut off are closer: the dialog that edits the row shows them whole too
    await expectNoViolations({ targets: false });
  }

  const cut = page.getByRole('button', { name: longest(2000), exact: true }).first();
  const height = () => cut.element().getBoundingClientRect().height;
  (cut.element() as HTMLElement).focus();
  const before = height();
  await press('Enter');
  await expect(cut).toHaveAttribute('aria-expanded', 'true');
  await expect(cut).toHaveFocus();
  expect(height()).toBeGreaterThan(before * 10);
  await expectNoViolations({ targets: false });
  await press('Enter');
  await expect(cut).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('button', { name: 'Toowong', exact: true })).toHaveCount(0);
});

test('an override in a text turns round nothing next to it, and is edited as it is stored', async () => {
  const amy = buildDriver();
  const trip = buildTrip(amy, { notes: 'Gate\u202e 2' });
  await openApp('/?tab=history', { answers: storeTrips([amy], [trip]) });
  const notes = page.getByRole('table').getByText(/^Gate/).first();
  await expect(notes).toBeVisible();
  expect(getComputedStyle(notes.element()).unicodeBidi).toMatch(/isolate|plaintext/);
  await page.getByRole('button', { name: /^Edit trip: Toowong 4066/ }).click();
  await expect(page.getByLabelText('Notes')).toHaveValue('Gate\u202e 2');
});

test('a cut text from right to left begins at the right, and has its dots at the left', async () => {
  for (const tab of ['profile', 'reports']) {
    await open(`/?tab=${tab}`);
    const text = button(/^תל/).getByText(/^תל/);
    await expect(text).toBeVisible();
    const { direction, textAlign } = getComputedStyle(text.element());
    expect(`${tab}: ${direction} ${textAlign}`).toBe(`${tab}: rtl start`);
  }
});
