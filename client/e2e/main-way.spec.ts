/** @feature app, trips, drivers, reports */
import { readFile } from 'node:fs/promises';
import { pdfText } from '../../server/test/documents/pdf-text';
import { expect, test } from './fixtures';

for (const { on, tag } of [
  { on: 'a phone', tag: '@phone' },
  { on: 'a desk', tag: ['@faults', '@long'] },
])
  test(`from sign-in to the quarterly report, on ${on}`, { tag }, async ({
    page,
    signInByHand,
    dashboard,
    holder,
  }) => {
    await signInByHand();

    await expect(page.getByText('Please add drivers in the Drivers tab before logging trips.')).toBeVisible();
    await dashboard.addDriver({ licence: 'DA-4711', firstName: 'Łukasz', lastName: 'Ngāti' });
    await expect(dashboard.toast('Driver created successfully')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Vehicles' }).getByText('123ABC').first()).toBeVisible();

    await dashboard.open('Log Trip');
    await page.getByLabel('Driver', { exact: true }).selectOption({ label: 'Łukasz Ngāti' });
    await expect(page.getByLabel('Driver Authority License')).toHaveValue('DA-4711');

    await test.step('one match fills the postcode', async () => {
      await dashboard.typeSuburb('toowong');
      await expect(page.getByLabel('Postcode')).toHaveValue('4066');
      await expect(page.getByLabel('Suburb', { exact: true })).toHaveValue('Toowong');
      await page.getByLabel('Waiting Time (minutes)').fill('7');
      await page.getByRole('button', { name: 'Log Trip' }).click();
      await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
      await expect(page.getByLabel('Suburb', { exact: true })).toHaveValue('');
    });

    await test.step('several matches are offered for a choice', async () => {
      await page.getByLabel('Driver', { exact: true }).selectOption({ label: 'Łukasz Ngāti' });
      await dashboard.typeSuburb('richmond');
      await expect(page.getByText('Multiple matches found - Select the correct location:')).toBeVisible();
      await page.getByRole('option', { name: 'Richmond VIC 3121', exact: true }).click();
      await expect(page.getByLabel('Suburb', { exact: true })).toHaveValue('Richmond, VIC');
      await expect(page.getByLabel('Postcode')).toHaveValue('3121');
      await page.getByRole('button', { name: 'Log Trip' }).click();
      await expect(dashboard.toast('Trip logged successfully!').last()).toBeVisible();
      await expect(page.getByLabel('Suburb', { exact: true })).toHaveValue('');
    });

    await dashboard.open('Trip History');
    const history = page.getByRole('tabpanel', { name: 'Trip History' });
    await expect(history.getByText('2 trips', { exact: true })).toBeVisible();
    await history.getByLabel('Search').fill('toow');
    await expect(history.getByText('Richmond, VIC')).toBeHidden();
    await expect(history.getByText('Toowong').first()).toBeVisible();

    await dashboard.open('Reports');
    await expect(page.getByText('3.5').first()).toBeVisible();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Brisbane' }).format(new Date());
    const quarter = ['Q3', 'Q4', 'Q1', 'Q2'][Math.floor((Number(today.slice(5, 7)) - 1) / 3)] ?? '';
    await page.getByLabel('Year', { exact: true }).selectOption(today.slice(0, 4));
    await page.getByLabel('Quarter', { exact: true }).selectOption(quarter);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download quarterly report' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`quarterly-report-${quarter}-${today.slice(0, 4)}.pdf`);
    await expect(dashboard.toast('Report generated and downloaded successfully')).toBeVisible();
    const text = await pdfText(await readFile(await file.path()));
    expect(text).toContain(holder.companyName);
    expect(text).toMatch(/4066 Toowong 1 7\.0/);
    expect(text).toMatch(/3121 Richmond, Vic 1 0\.0/i);
  });
