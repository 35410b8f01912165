/** @feature imports, records */
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import ExcelJS from 'exceljs';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { csvFile } from './import-files';

const HEADINGS = 'Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)';

/** What a saved workbook shows, row by row. */
async function rowsOf(download: Download): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await readFile(await download.path())).buffer as ArrayBuffer);
  const rows = workbook.worksheets[0]?.getSheetValues() as unknown[][];
  return rows.slice(1).map((row) => row.slice(1, 7));
}

test('past trips are imported, exported again, and taken back', async ({ page, data, signIn, dashboard }) => {
  await data.addDriver('DA-4711');
  await signIn('/?tab=history');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import trips' })).toBeVisible();
  await expect(page.getByText('Nothing imported yet')).toBeVisible();

  await test.step('a bad row is said in words', async () => {
    const file = csvFile(
      'old trips.csv',
      HEADINGS,
      '31/10/2026 14:05,Amy Young,,Toowong,4066,7',
      '31/13/2026,Amy Young,,Toowong,4066,7',
      '30/10/2026 9:00,,DA-4711,Darwin City,800,3',
      '30/10/2026 9:00,Zoe Old,,New Farm,4005,3',
    );
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    const rows = page.getByRole('region', { name: 'old trips.csv' }).or(page.locator('main'));
    await expect(page.getByRole('heading', { name: 'old trips.csv' })).toBeVisible();
    await expect(rows.getByText('2 rows cannot be imported')).toBeVisible();
    await expect(rows.getByText('Date "31/13/2026" cannot be read: write it as 31/12/2026')).toBeVisible();
    await expect(rows.getByText('"Zoe Old" is new. Driver Authority License is required')).toBeVisible();
    await expect(rows.getByText('Postcode 800 is read as 0800')).toBeVisible();
    await page.getByLabel('What to do, Zoe Old').selectOption('Leave out');
    await page.getByRole('button', { name: 'Check the rows again' }).click();
    await expect(rows.getByText('2 rows with problems are left out.')).toBeVisible();
  });

  await test.step('a row is fixed in place and imported for itself', async () => {
    await page.getByRole('button', { name: 'Fix 2 rows here' }).click();
    await expect(page.getByRole('heading', { name: 'Rows to fix' })).toBeVisible();
    const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
    await expect(cell('Suburb, row 3')).toHaveValue('Toowong');
    await expect(cell('Driver, row 3')).toHaveValue('Amy Young');
    await cell('Date, row 3').fill('30/10/2026');
    await cell('Time, row 3').fill('0915');
    await page.getByRole('button', { name: 'Remove row 5' }).click();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Import 1 trip' }).click();
    await expect(dashboard.toast('1 trip logged')).toBeVisible();
    await expect(page.getByText('1 row fixed and imported.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo import: old trips.csv, fixed rows' }).click();
    await page.getByRole('button', { name: 'Undo import', exact: true }).click();
    await expect(dashboard.toast('Import undone')).toBeVisible();
  });

  await test.step('the rest is imported without them', async () => {
    await page.getByRole('button', { name: 'Import 2 trips' }).click();
    await expect(dashboard.toast('2 trips imported')).toBeVisible();
    await expect(page.getByText('old trips.csv').first()).toBeVisible();
    await page.getByRole('link', { name: 'Back to Trip History' }).click();
    await expect(page.getByText('2 trips', { exact: true })).toBeVisible();
    await expect(page.getByText('Darwin City').first()).toBeVisible();
  });

  await test.step('the workbook holds what the filters match', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export trips' });
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Excel file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('trips-export.xlsx');
    await expect(dashboard.toast('Trips exported successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await rowsOf(download)).toEqual([
      ['Date', 'Driver', 'Driver Authority License', 'Suburb', 'Postcode', 'Waiting Time (minutes)'],
      [new Date('2026-10-31T14:05:00Z'), 'Amy Young', 'DA-4711', 'Toowong', '4066', 7],
      [new Date('2026-10-30T09:00:00Z'), 'Amy Young', 'DA-4711', 'Darwin City, NT', '0800', 3],
    ]);
  });

  await test.step('CSV too', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('trips-export.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain(
      '2026-10-31 14:05,Amy Young,DA-4711,Toowong,4066,7',
    );
  });

  await test.step('the import is undone', async () => {
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('button', { name: 'Undo import: old trips.csv' }).click();
    await page.getByRole('button', { name: 'Undo import', exact: true }).click();
    await expect(dashboard.toast('Import undone')).toBeVisible();
    await expect(page.getByText('Undone', { exact: true })).toHaveCount(2);
    await page.getByRole('link', { name: 'Back to Trip History' }).click();
    await expect(page.getByText('No trips found')).toBeVisible();
  });
});

test('a file that can be read in two ways is asked about, and another sheet is chosen', {
  tag: ['@faults', '@phone'],
}, async ({ page, data, signIn, dashboard }) => {
  await data.addDriver('DA-4711');
  await signIn('/import-trips');
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Cover').addRow(['Smith Cars']);
  const trips = book.addWorksheet('July');
  trips.addRow(HEADINGS.split(','));
  for (const date of ['7/1/2026', '7/13/2026']) trips.addRow([date, '', 'DA-4711', 'Toowong', '4066', '']);
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'july.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await book.xlsx.writeBuffer()),
  });
  await expect(page.getByText('This sheet has no trips under its headings.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Sheet', { exact: true }).selectOption('July');

  await test.step('nothing can be imported before it is answered', async () => {
    const question = page.getByRole('group', { name: 'Which day is 7/1/2026?' });
    await expect(question).toBeVisible();
    await expect(question).toHaveAccessibleDescription('7/13/2026 is no date with the day first.');
    await expect(page.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
    await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
    await expectNoViolations(page);
  });

  await test.step('the choices are walked through by keyboard', async () => {
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Month first: 1 July 2026' })).toBeChecked();
    await page.getByRole('radio', { name: 'No wait: 0 minutes' }).check();
    await page.keyboard.press('Enter');
    await expect(page.getByText('01/07/2026 00:00, Toowong 4066, Amy Young')).toBeVisible();
    await expect(page.getByText('Note: Waiting time is blank: taken as 0')).toHaveCount(2);
    await expectNoViolations(page);
  });

  await test.step('what is chosen again counts once the rows were checked again', async () => {
    const importing = page.getByRole('button', { name: 'Import 2 trips' });
    await expect(importing).toBeVisible();
    await page.getByRole('button', { name: 'Change: Which day is 7/1/2026?' }).click();
    await page.getByRole('radio', { name: 'Day first' }).check();
    await expect(importing).toBeHidden();
    await expect(page.getByRole('button', { name: 'Check the rows again' })).toBeEnabled();
    await page.getByRole('radio', { name: 'Month first' }).check();
    await importing.click();
    await expect(dashboard.toast('2 trips imported')).toBeVisible();
  });
});

test('a file without known headings is matched by hand, one of another kind refused', {
  tag: ['@faults', '@firefox-long'],
}, async ({ page, data, signIn, dashboard, expectedErrors }) => {
  expectedErrors.push(/400 \(Bad Request\).*imports\/preview/);
  await data.addDriver('DA-4711');
  await signIn('/import-trips');
  const file = page.getByLabel('File', { exact: true });
  await file.setInputFiles({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  const refusal = 'This is a PDF. Choose a CSV or an Excel (.xlsx) file.';
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();

  await file.setInputFiles(
    csvFile('log.csv', 'Occasion;Person;Where;Code;Stood', '31/10/2026 14:05;DA-4711;Toowong;4066;5'),
  );
  await expect(page.getByLabel('Where (Toowong)')).toHaveValue('suburb');
  await expect(page.getByText('Choose columns for')).toBeHidden();
  await page.getByRole('button', { name: 'Leave them out' }).click();
  await expect(page.getByText('Choose columns for Date, Driver, Suburb and Postcode.')).toBeVisible();
  const choices = [
    ['Date', 'Occasion (31/10/2026 14:05)'],
    ['Driver Authority License', 'Person (DA-4711)'],
    ['Suburb', 'Where (Toowong)'],
    ['Postcode', 'Code (4066)'],
    ['Waiting time', 'Stood (5)'],
  ] as const;
  for (const [field, column] of choices) {
    await page.getByLabel(`Column for ${field}`, { exact: true }).selectOption({ label: column });
  }
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Import 1 trip' }).click();
  await expect(dashboard.toast('1 trip imported')).toBeVisible();

  await test.step('and is taken back from the toast', async () => {
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(dashboard.toast('Import undone')).toBeVisible();
  });
});

test('what states and kinds of jobs become is shown, an unknown word is asked about, and so is a column that no field takes', {
  tag: '@faults',
}, async ({ page, data, signIn, dashboard }) => {
  await data.addDriver('DA-4711');
  await signIn('/import-trips');
  const rows = [
    ['14:05', 'Booked', 'Completed', 'North'],
    ['15:05', 'Rank', 'Completed', 'South'],
    ['16:05', 'Booked', 'COA', ''],
    ['17:05', 'Booked', 'No show', ''],
  ].map(
    ([time, type, status, gate]) => `31/10/2026 ${time},Amy Young,,Toowong,4066,7,${type},${status},${gate}`,
  );
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(csvFile('depot.csv', `${HEADINGS},Job type,Status,Gate`, ...rows));

  await test.step('a word that is not known is asked about before anything is imported', async () => {
    const states = page.getByRole('group', { name: 'Words under “Status”' });
    const words = states.getByRole('rowheader');
    await expect(words).toHaveText([/^COA Not known/, /^Completed/, /^No show/]);
    await expect(states.getByLabel('No show becomes')).toHaveValue('not-a-trip');
    await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
    await states.getByLabel('COA becomes').selectOption('Not a trip');
    await page.getByRole('button', { name: 'Change: Words under “Job type”' }).click();
    await page.getByLabel('Rank becomes').selectOption('Not a trip');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await expect(page.getByRole('button', { name: 'Import 1 trip' })).toBeVisible();
    await expect(page.getByText('3 rows that are no trips are left out.')).toBeVisible();
  });

  await test.step('the column that no field takes is named, and read once it is known', async () => {
    await page.getByText('1 column is not read: Gate').click();
    const notice = page.getByRole('status').filter({ hasText: 'What is this column?' });
    await expect(notice).toBeVisible();
    await notice.getByLabel('Gate (North)').selectOption('Notes');
    await notice.getByRole('button', { name: 'Fill in' }).click();
    await expect(notice).toBeHidden();
    await expectNoViolations(page);
  });

  await page.getByRole('button', { name: 'Import 1 trip' }).click();
  await expect(dashboard.toast('1 trip imported')).toBeVisible();
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', notes: 'North' }]);
});
