/** @feature reports, lodgements, checks, statistics, to-do */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  brisbaneDay,
  financialYearOf,
  previousQuarter,
  quarterLabel,
  quarterOf,
  quarterRange,
} from '@shared/periods';
import { quarterPeriod } from '@shared/reports/report-periods';
import { buildTrip } from '../../server/test/builders';
import { pdfText } from '../../server/test/documents/pdf-text';
import { unzip } from '../../server/test/documents/zip';
import { expect, test } from './fixtures';

const now = new Date();
const lastQuarter = previousQuarter(quarterOf(now));
/** Then a holder of today is asked about the last quarter, where there are trips in it. */
const wasDue = quarterPeriod(lastQuarter).dueDay < brisbaneDay(now);
const inLastQuarter = new Date(quarterRange(lastQuarter).from.getTime() + 10 * 86_400_000).toISOString();
/** Chooses the last quarter in the panel of what is due. */
async function chooseLastQuarter(page: Page): Promise<void> {
  await page.getByLabel('Report', { exact: true }).selectOption('quarterly');
  await page.getByLabel('Year', { exact: true }).selectOption(String(lastQuarter.year));
  await page.getByLabel('Quarter', { exact: true }).selectOption(lastQuarter.quarter);
}
const lastQuarterReport = `Quarterly report, ${quarterLabel(lastQuarter)}`;

test('every document is saved: annual, quarterly, text and the records', async ({
  page,
  data,
  signIn,
  dashboard,
  holder,
}) => {
  const driver = await data.addDriver();
  await data.addTrip(driver, { suburb: 'Łódź' });
  await data.addTrip(driver, { datetime: inLastQuarter, notes: 'Ramp used' });
  await signIn('/?tab=reports');
  const saved = async (button: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };

  await test.step('the annual report for the chosen financial year', async () => {
    await page.getByLabel('Report', { exact: true }).selectOption('annual');
    const year = page.getByLabel('Financial Year');
    await expect(year).toHaveValue(financialYearOf(now));
    await year.selectOption('');
    await page.getByRole('button', { name: 'Download annual report' }).click();
    await expect(dashboard.toast('Please select financial year')).toBeVisible();
    await expect(page.getByText('Please select financial year')).toHaveCount(2);

    await year.selectOption(financialYearOf(now));
    const { name, bytes } = await saved('Download annual report');
    expect(name).toBe(`annual-report-${financialYearOf(now)}.pdf`);
    await expect(dashboard.toast('Report generated and downloaded successfully')).toBeVisible();
    const text = await pdfText(bytes);
    expect(text).toContain(holder.companyName);
    expect(text).toContain('Łódź');
  });

  await test.step('the TMR text report, which has a hidden button', async () => {
    const button = page.getByText('Download TMR text report');
    await expect(button).toBeAttached();
    await expect(button).toBeHidden();
    const download = page.waitForEvent('download');
    await button.dispatchEvent('click');
    expect((await download).suggestedFilename()).toBe(`tmr-annual-report-${financialYearOf(now)}.txt`);
    await expect(
      dashboard.toast('TMR Annual Report data generated - ready to copy into official form'),
    ).toBeVisible();
  });

  await test.step('the quarterly report, with the trips one by one where that is asked for', async () => {
    await chooseLastQuarter(page);
    const report = async () => {
      const { name, bytes } = await saved('Download quarterly report');
      expect(name).toMatch(/^quarterly-report-/);
      return pdfText(bytes);
    };
    expect(await report()).not.toContain('Ramp used');
    await page.getByLabel('Include the trip list').check();
    expect(await report()).toContain('Ramp used');
  });

  await test.step('the records of a period, as one ZIP', async () => {
    await page.getByRole('link', { name: 'Records' }).click();
    await page.getByLabel('First day').fill('2030-01-01');
    await page.getByRole('button', { name: 'Download records' }).click();
    await expect(page.getByText('The last day must not be before the first')).toBeVisible();
    await page.getByLabel('First day').fill(brisbaneDay(new Date(now.getTime() - 86_400_000)));
    const { name, bytes } = await saved('Download records');
    expect(name).toMatch(/^trip-log-records-.*\.zip$/);
    expect(unzip(bytes)['trips.csv']).toContain('Łódź');
    await expect(dashboard.toast('Records downloaded successfully')).toBeVisible();
  });
});

test('a period is checked, lodged, and shows what was changed since', async ({
  page,
  data,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/400.*api\/lodgements/);
  const driver = await data.addDriver();
  await data.addTrip(driver, { suburb: 'West End', postcode: '4066', datetime: inLastQuarter });
  await signIn('/?tab=reports');
  await page.getByLabel('Quarter', { exact: true }).selectOption('');
  await expect(page.getByText('Please select quarter and year')).toBeVisible();
  await chooseLastQuarter(page);
  await expect(page.getByRole('heading', { name: lastQuarterReport })).toBeVisible();
  await expect(page.getByText(/^\d questions · 3 remarks · 1 trip in all$/)).toBeVisible();

  await test.step('a finding leads to its trips', async () => {
    await expect(page.getByText('West End does not have the postcode 4066')).toBeVisible();
    await page.getByRole('link', { name: /Open in Trip History: West End/ }).click();
    const history = page.getByRole('tabpanel', { name: 'Trip History' });
    await expect(history.getByText('1 trip matches')).toBeVisible();
    await expect(history.getByRole('checkbox', { name: /^Select trip: West End/ })).toBeVisible();
    await dashboard.open('Reports');
  });

  await test.step('its trip is fixed in place', async () => {
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByRole('button', { name: /^Edit trip: West End 4066/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
    await dialog.getByLabel('Postcode').fill('4101');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(page.getByText('West End does not have the postcode 4066')).toBeHidden();
  });

  await test.step('it is marked as lodged', async () => {
    await page.getByRole('button', { name: 'Mark as lodged', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as lodged' });
    await expect(dialog).toContainText(lastQuarterReport);
    await dialog.getByLabel('Lodged on').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Mark as lodged' }).click();
    await expect(dialog.getByText('That day lies before the end of the period')).toBeVisible();
    await dialog.getByLabel('Lodged on').fill(brisbaneDay(now));
    await dialog.getByLabel('Reference').fill('R-77');
    await dialog.getByRole('button', { name: 'Mark as lodged' }).click();
    await expect(page.getByText(/on \d\d\/\d\d\/\d{4}, reference R-77/)).toBeVisible();
    await expect(dashboard.toast('Marked as lodged')).toBeVisible();
  });

  const kept = page.getByRole('list', { name: 'Documents as lodged' });
  const savedReport = async () => {
    const download = page.waitForEvent('download');
    await kept.getByRole('button', { name: 'Download: quarterly-report-' }).click();
    return readFile(await (await download).path());
  };
  const openDocuments = () => page.getByText('5 documents', { exact: true }).click();
  await openDocuments();
  const lodged = await savedReport();

  await test.step('a later trip is a change of its place and of the totals, of a person at a time', async () => {
    const trip = buildTrip(driver, { datetime: inLastQuarter, waitingTime: 9 });
    await page.request.post('/api/trips', { data: trip });
    await page.reload();
    await chooseLastQuarter(page);
    await expect(page.getByText('Changed since you lodged it', { exact: true })).toBeVisible();
    const changes = page.getByRole('table', { name: 'Figures that differ' });
    await expect(changes.getByRole('row', { name: /^4066 Toowong/ })).toHaveText(
      /not there1 trip, 9 min of waiting\+1 trip, \+9 min of waiting$/,
    );
    await expect(page.getByRole('list', { name: 'Trips that changed' })).toContainText(
      'Mary Smith added the trip.',
    );
  });

  await test.step('the documents are those that were lodged, and their SHA-256 says so', async () => {
    await openDocuments();
    await expect(kept.getByRole('listitem')).toHaveCount(5);
    const report = await savedReport();
    expect(report.equals(lodged)).toBe(true);
    const sha256 = createHash('sha256').update(report).digest('hex');
    const line = kept.getByRole('listitem').filter({ hasText: 'quarterly-report-' });
    await expect(line.getByText(sha256)).toBeHidden();
    await line.getByRole('button', { name: `${sha256.slice(0, 12)}…` }).click();
    await expect(line.getByText(sha256)).toBeVisible();
  });

  await page.getByRole('button', { name: 'Undo: marked as lodged' }).click();
  await expect(dashboard.toast('No longer marked as lodged')).toBeVisible();
  const question = `Have you lodged ${quarterLabel(lastQuarter)}?`;
  const panel = page.getByRole('region', { name: 'What is due?' });
  await expect(panel.getByText(wasDue ? question : 'Not lodged', { exact: true })).toBeVisible();
});
