/** @feature app */
import { previousQuarter, quarterOf, quarterRange } from '@shared/periods';
import { buildTrip } from '../../server/test/builders';
import { expectNoOverflow, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { csvFile } from './import-files';
import { LogTripPage } from './pages/log-trip-page';

const TABS = ['Log Trip', 'Drivers', 'Trip History', 'Reports', 'Settings', 'Profile'];

test('the login screen is accessible', { tag: '@both' }, async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('BEA Number').waitFor();
  await expectNoViolations(page);
});

test('every tab is accessible', { tag: '@both' }, async ({ page, data, signIn, dashboard }) => {
  await data.addDriver();
  await signIn();
  for (const tab of TABS) {
    await dashboard.open(tab);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectNoViolations(page);
  }
});

test('nothing is wider than the screen at 320 px', { tag: '@phone' }, async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await data.addDriver();
  await signIn();
  for (const tab of TABS) {
    await dashboard.open(tab);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectNoOverflow(page);
  }
});

test("every state of a trip's screens is accessible", { tag: '@both' }, async ({ page, data, dashboard }) => {
  const amy = await data.addDriver();
  await data.addTrips(amy, 3);
  await data.addTrip(amy, { datetime: new Date().toISOString(), notes: 'Gate 2' });
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.click();
  await log.postcode.fill('4000');
  await expect(page.getByText('Probably logged already')).toBeVisible();
  await expect(page.getByText('This is not a postcode of the suburb.')).toBeVisible();
  await log.showDetails();
  await expectNoViolations(page);

  await dashboard.open('Trip History');
  await dashboard.trips.first().check();
  await expectNoViolations(page);
  await page
    .getByRole('button', { name: /^Edit trip/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Edit Trip' }).waitFor();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete 1 trip', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Delete trip' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: /^Restore trip/ }).waitFor();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await dashboard.open('Reports');
  for (const table of await page.getByText('Figures as a table').all()) await table.click();
  await expectNoViolations(page);
});

test('every state of an import and an export is accessible', { tag: '@both' }, async ({
  page,
  data,
  signIn,
}) => {
  const amy = await data.addDriver('DA-4711');
  await signIn('/import-trips');
  await expect(page.getByText('Nothing imported yet')).toBeVisible();
  await expectNoViolations(page);

  const file = page.getByLabel('File', { exact: true });
  await file.setInputFiles(
    csvFile('log.csv', 'When;Who;Where;Code;Stood', '31/10/2026 14:05;DA-4711;Toowong;4066;5'),
  );
  await expect(
    page.getByText('Choose the column for Date, Suburb, Postcode, Waiting time, Driver.'),
  ).toBeVisible();
  await expectNoViolations(page);
  await signIn('/import-trips');
  await file.setInputFiles(
    csvFile(
      'old trips.csv',
      'Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
      '31/10/2026 14:05,Amy Young,,Toowong,4066,7',
      '31/13/2026,Amy Young,,Toowong,4066,7',
    ),
  );
  await expect(page.getByText('1 row cannot be imported')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Import 1 trip' }).click();
  await page.getByRole('button', { name: 'Undo import: old trips.csv' }).click();
  await page.getByRole('button', { name: 'Undo import', exact: true }).waitFor();
  await expectNoViolations(page);

  await data.addTrip(amy);
  await signIn('/?tab=history');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'Export trips' }).waitFor();
  await expectNoViolations(page);
});

test('a report that was lodged and changed since is accessible', { tag: '@both' }, async ({
  page,
  data,
  signIn,
}) => {
  const quarter = previousQuarter(quarterOf(new Date()));
  const { from } = quarterRange(quarter);
  const datetime = new Date(from.getTime() + 10 * 86_400_000).toISOString();
  const amy = await data.addDriver();
  await data.addTrip(amy, { suburb: 'West End', postcode: '4066', datetime });
  await signIn('/?tab=reports');
  const chooseQuarter = async () => {
    await page.getByLabel('Year', { exact: true }).selectOption(String(quarter.year));
    await page.getByLabel('Quarter', { exact: true }).selectOption(quarter.quarter);
  };
  await chooseQuarter();
  await page.getByRole('button', { name: /^Edit trip: West End/ }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Mark as lodged', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.request.post('/api/trips', { data: buildTrip(amy, { datetime }) });
  await page.reload();
  await chooseQuarter();
  await expect(page.getByText('Changed since lodged')).toBeVisible();
  await page.getByRole('button', { name: /^SHA-256 of quarterly-report/ }).click();
  await expectNoViolations(page);
});
