/** @feature imports */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { csvFile } from './import-files';

const HEADINGS = 'Date,Driver,Suburb,Waiting Time (minutes)';

test("a scheduler's file is stored as far as it needs no one, and the rest is answered from To do", async ({
  page,
  request,
  data,
  signIn,
  dashboard,
}) => {
  await data.addDriver('DA-4711');
  await signIn('/import-trips');

  await test.step('the first file of its headings is imported by a person', async () => {
    const file = csvFile('depot.csv', HEADINGS, '28/10/2026 09:00,Amy Young,Toowong,7');
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Import 1 trip' }).click();
    await expect(dashboard.toast('1 trip imported')).toBeVisible();
  });

  await test.step('the next is sent by a token, without a browser', async () => {
    const made = await page.request.post('/api/tokens', { data: { name: 'Dispatch', scope: 'log-trips' } });
    const { token } = await made.json();
    const answer = await request.post('/api/imports/files?layout=depot&fileName=tonight.csv', {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
      data: [
        HEADINGS,
        '29/10/2026 09:00,Amy Young,Toowong,7',
        '29/10/2026 10:00,Zoe Newcomer,Toowong,7',
      ].join('\r\n'),
    });
    expect(await answer.json()).toMatchObject({ stored: 1, waiting: 1 });
  });

  await test.step('To do leads to the file that waits, which is opened, answered and imported', async () => {
    await page.goto('/?tab=reports');
    await page.getByRole('link', { name: 'Answer: 1 file waits for answers' }).click();
    await expect(page.getByText('1 driver that you do not have: Zoe Newcomer')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Open: tonight.csv' }).click();
    await page.getByLabel('Driver Authority License, Zoe Newcomer').fill('DA-4712');
    await page.getByRole('button', { name: /^Check the rows/ }).click();
    await page.getByRole('button', { name: /import 1 trip/i }).click();
    await expect(dashboard.toast(/1 trip/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open: tonight.csv' })).toBeHidden();
  });

  expect(await data.storedTrips(3)).toHaveLength(3);
});
