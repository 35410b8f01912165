import type { Lodgement } from '@shared/reports/lodgements';
import type { PortalData } from '@shared/reports/reports';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildLodgement } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { openApp, reload } from '@test/open-app';
import { buildQuarter } from '@test/portal-quarter';
import { press, toast } from '@test/screen';
import { beforeEach, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

const small = buildQuarter({ drivers: 2, vehicles: 1, areas: 1 });
const withData = (data: PortalData, lodgements: Lodgement[] = []) => ({
  'GET /api/reports/portal-data': data,
  'GET /api/lodgements': { ...emptyAnswers['GET /api/lodgements'], lodgements },
});

const cell = (name: string) => page.getByRole('button', { name, exact: true });
const status = (words: string) => page.getByText(words, { exact: true });

let clipboard: string[] = [];
beforeEach(() => {
  localStorage.clear();
  clipboard = [];
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (copied) => {
    clipboard.push(copied);
  });
  onTestFinished(() => {
    spy.mockRestore();
    localStorage.clear();
  });
});

test('a quarter is copied in the order of the portal with one key a cell, next to its window', async () => {
  await openApp('/portal/Q1-2026', { on: { width: 640, height: 800 }, answers: withData(small) });
  await expect(cell('Driver authorisation: 10000001')).toHaveFocus();
  await expect(status('0 of 11 cells copied')).toBeVisible();
  await press(...Array.from({ length: 11 }, () => 'Enter'));
  await expect(status('All 11 cells copied')).toBeVisible();
  expect(clipboard).toEqual([
    ...['10000001', '01/07/2025', '10000002', '01/07/2025'],
    ...['101ABC', '700001', '01/07/2025'],
    ...['South-East Queensland', 'Area 1', '100', '4.5'],
  ]);
  for (const title of ['Affiliated drivers 2 of 2 rows', 'Available vehicles 1 of 1 row'])
    await expect(page.getByRole('heading', { name: `${title} done` })).toBeVisible();
  await expectNoOverflow();
});

test('cells are copied, ticked and unticked, and what is left comes next', async () => {
  await openApp('/portal/Q1-2026', { on: 'phone', answers: withData(small) });
  await expect(status('0 of 11 cells copied')).toBeVisible();
  await expectNoViolations();
  await expectNoOverflow();
  await cell('Start: 01/07/2025').nth(1).click();
  expect(clipboard).toEqual(['01/07/2025']);
  await expect(cell('Registration: 101ABC')).toHaveFocus();
  await press('ArrowUp', 'ArrowUp');
  await expect(cell('Driver authorisation: 10000001')).toHaveFocus();
  await press('ArrowDown', 'ArrowRight');
  await expect(cell('Start: 01/07/2025, copied')).toHaveFocus();
  await expect(status('1 of 11 cells copied')).toBeVisible();
  await press('Backspace');
  await expect(status('0 of 11 cells copied')).toBeVisible();
  await press('ArrowLeft', 'Enter', ' ');
  await expect(status('2 of 11 cells copied')).toBeVisible();
  expect(clipboard.slice(1)).toEqual(['10000002', '01/07/2025']);
  await expect(page.getByRole('heading', { name: 'Affiliated drivers 1 of 2 rows done' })).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Untick all' }).click();
  await expect(status('0 of 11 cells copied')).toBeVisible();
  await expect(cell('Driver authorisation: 10000001')).toHaveFocus();
});

test('an empty licence says what it means, and there is no number to copy', async () => {
  const quarter = buildQuarter({ drivers: 0, vehicles: 2, areas: 0 });
  const parts = quarter.parts.map((part) =>
    part.id === 'vehicles'
      ? {
          ...part,
          rows: part.rows.map((cells) => cells.with(1, null)),
          remarks: [
            { row: 0, column: 1, text: 'Substitute taxi' },
            { row: 1, column: 1, text: 'Expired 31/05/2026: 500044' },
          ],
        }
      : part,
  );
  for (const on of ['desk', 'phone'] as const) {
    await openApp('/portal/Q1-2026', { on, answers: withData({ parts }) });
    for (const text of ['Substitute taxi', 'Expired 31/05/2026: 500044'])
      await expect(page.getByText(text)).toBeVisible();
    await expect(status('0 of 4 cells copied')).toBeVisible();
    await expectNoViolations();
    await expectNoOverflow();
  }
  await page.getByRole('button', { name: 'Copy all' }).first().click();
  expect(clipboard.join()).not.toContain('500044');
});

test('this device remembers what was copied, until a figure changes', async () => {
  const server = await openApp('/portal/Q1-2026', { answers: withData(small) });
  await expect(cell('Driver authorisation: 10000001')).toHaveFocus();
  await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter');
  await expect(status('5 of 11 cells copied')).toBeVisible();
  const [postcodes, drivers, ...rest] = small.parts;
  if (!postcodes || !drivers) throw new Error('The quarter has no drivers');
  const changed = {
    ...drivers,
    rows: drivers.rows.map(([licence]) => [licence ?? null, '2025-07-02', null]),
  };
  server.change({
    ...withData({ parts: [postcodes, changed, ...rest] }),
    'POST /api/auth/logout': undefined,
  });
  await reload();
  await expect(status('3 of 11 cells copied')).toBeVisible();
  await expect(cell('Start: 02/07/2025').first()).toHaveFocus();
  await expect(cell('Registration: 101ABC, copied')).toBeVisible();
  expect(Object.keys(localStorage).join()).toContain('portal-ticks');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabelText('BEA Number')).toBeVisible();
  expect(Object.keys(localStorage).join()).not.toContain('portal-ticks');
});

test('the other tables can be copied and saved, the checks are shown, and it is marked as lodged at the end', async () => {
  await openApp('/portal/Q1-2026', {
    answers: {
      ...withData(buildQuarter({ drivers: 1, vehicles: 0, areas: 0 })),
      'GET /api/checks': {
        findings: [
          {
            kind: 'future',
            title: 'A trip is in the future',
            detail: '1 trip',
            trips: null,
            examples: [],
            fixes: [],
          },
        ],
        left: 0,
        tripCount: 3,
        toLookAt: 1,
        questions: 1,
        seen: '1-4f53cda18c2baa0c',
        look: null,
        placesToConfirm: 0,
        firstPlaces: [],
      },
      'POST /api/lodgements': buildLodgement(),
    },
  });
  await expect(page.getByText('1 question · 3 trips in all')).toBeVisible();
  await page.getByRole('button', { name: 'Show the questions' }).click();
  await expect(page.getByText('A trip is in the future')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open BEAR/ })).toHaveAttribute(
    'href',
    'https://bear.tmr.qld.gov.au',
  );
  await expect(page.getByRole('button', { name: 'Download CSV: Trips by postcode' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy: Trips by postcode' }).click();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(toast('Copied')).toBeVisible();
  expect(clipboard[0]).toBe('Postcode\tTrips\tAverage wait (min)\n4066\t1200\t4.5');
  expect(clipboard[1]).toContain('Affiliated drivers\nDriver authorisation');
  await expectNoViolations();
  await cell('Driver authorisation: 10000001').click();
  await cell('Start: 01/07/2025').click();
  await expect(status('All 2 cells copied')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as lodged' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(toast('Marked as lodged')).toBeVisible();
});

test('a cell that the browser does not copy is not ticked, and data that cannot be read are asked for again', async () => {
  expectedErrors.push(/500.*portal-data/);
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new Error('denied'));
  const failing = { ...withData(small), 'GET /api/reports/portal-data': new Response(null, { status: 500 }) };
  const server = await openApp('/portal/Q1-2026', { answers: failing });
  await expect(page.getByText('The data could not be loaded')).toBeVisible();
  await expectNoViolations();
  server.change(withData(small));
  await page.getByRole('button', { name: 'Try again' }).click();
  await cell('Driver authorisation: 10000001').click();
  await expect(toast(/The browser does not let this page copy/)).toBeVisible();
  await expect(status('0 of 11 cells copied')).toBeVisible();
});

test('a quarter without trips, drivers and vehicles has one step: it is lodged', async () => {
  await openApp('/portal/Q1-2026', {
    answers: withData(buildQuarter({ drivers: 0, vehicles: 0, areas: 0 }), []),
  });
  await expect(page.getByText('Nothing to copy for Q1 (Jul–Sep 2026)')).toBeVisible();
  await expect(page.getByRole('button', { name: /Copy/ })).toHaveCount(0);
  await expectNoViolations();
  await page.getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(page.getByRole('dialog', { name: /Mark as lodged/ })).toBeVisible();
});

test('the annual report asks for trips by postcode, and another report is chosen there', async () => {
  const annual = { parts: small.parts.filter(({ id }) => id !== 'areas') };
  await openApp('/portal', { answers: withData(annual) });
  const report = page.getByLabelText('Report', { exact: true });
  await expect(report).toHaveValue('Q1-2026');
  await report.selectOptions('2025-2026');
  await expect.poll(() => location.pathname).toBe('/portal/2025-2026');
  await expect(status('0 of 3 cells copied')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy: Affiliated drivers' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(1);
});

test('Reports goes on with the report whose data were copied', async () => {
  await openApp('/portal/Q4-2026', { answers: withData(small) });
  await expect(page.getByLabelText('Report', { exact: true })).toHaveValue('Q4-2026');
  await page.getByRole('link', { name: 'Back to Reports' }).click();
  await expect(page.getByLabelText(/^Quarter/)).toHaveValue('Q4');
});
