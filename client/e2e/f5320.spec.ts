/** @feature reports */
import { readFile } from 'node:fs/promises';
import { financialYearOf } from '@shared/periods';
import { buildTrip } from '../../server/test/builders';
import { readFormFields } from '../../server/test/documents/pdf-form';
import { expect, test } from './fixtures';

const year = financialYearOf(new Date());

test('the form is filled from the trips of the current year', async ({
  page,
  data,
  signIn,
  dashboard,
  holder,
}) => {
  const driver = await data.addDriver();
  const datetime = new Date().toISOString();
  // the API cleans what is typed
  const typed = buildTrip(driver, { suburb: 'west  END', postcode: '4101', datetime });
  const answer = await page.request.post('/api/trips', { data: typed });
  expect(answer.ok(), await answer.text()).toBe(true);
  await data.addTrip(driver, { suburb: 'West End', postcode: '4101' });
  await data.addTrip(driver, { suburb: 'Łódź', postcode: '4000' });
  await signIn('/?tab=reports');
  await page.getByLabel('Report', { exact: true }).selectOption('annual');
  await page.getByRole('link', { name: 'Fill TMR Form F5320' }).click();

  await expect(page.getByRole('heading', { name: 'Queensland TMR Annual Report Form F5320' })).toBeVisible();
  await expect(dashboard.toast('TMR form data loaded successfully')).toBeVisible();
  await expect(page.getByText('Total trips processed')).toBeVisible();
  await expect(page.getByText('Suburbs covered')).toBeVisible();
  const suburbs = page.getByRole('list', { name: 'Trips by suburb' });
  await expect(suburbs.getByRole('listitem').filter({ hasText: /^West End2$/ })).toBeVisible();
  await expect(page.getByText('Total trips by suburb3')).toBeVisible();

  await test.step('a row is ticked once it is copied, until its figure changes', async () => {
    const postcode = (trips: string) => page.getByRole('checkbox', { name: `Copied: 4101, ${trips}` });
    await postcode('2 trips').check();
    await suburbs.getByRole('checkbox', { name: 'Copied: West End, 2 trips' }).check();
    await expect(page.getByText('1 of 2 copied')).toHaveCount(2);
    await page.reload();
    await expect(postcode('2 trips')).toBeChecked();
    await page.getByRole('button', { name: 'Untick all: Trips by suburb' }).click();
    await expect(page.getByText('1 of 2 copied')).toHaveCount(1);
    await page.getByLabel('Financial Year').selectOption({ index: 1 });
    await expect(page.getByText('There are no trips for')).toBeVisible();
    await data.addTrip(driver, { suburb: 'Woodridge', postcode: '4101' });
    await page.reload();
    await expect(postcode('3 trips')).not.toBeChecked();
  });

  await test.step('as a PDF that stays fillable', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download pre-filled PDF' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`tmr-form-f5320-filled-${year}.pdf`);
    await expect(dashboard.toast('Filled TMR form downloaded successfully')).toBeVisible();
    expect(await readFormFields(await readFile(await file.path()))).toMatchObject({
      'Company name': holder.companyName,
      'Postcode 1': '4000',
      'Postcode 2 trips': '3',
      'Suburb 1': 'Łódź',
      'Total trips by suburb': '4',
    });
  });

  await test.step('as text', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download TXT summary' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`tmr-form-data-${year}.txt`);
    const text = await readFile(await file.path(), 'utf8');
    const said = [holder.beaNumber, 'Łódź', 'West End', 'TOTAL TRIPS             4', 'Not for lodging yet'];
    for (const words of said) expect(text).toContain(words);
  });

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});
