/** @feature trips */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('Ctrl K goes anywhere, finds a driver and a trip, logs one and makes a report', async ({
  page,
  data,
  signIn,
  dashboard,
}) => {
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await data.addDriver('DA-3', 'Ben', 'Ash');
  await data.addTrip(amy, { suburb: 'Ascot', postcode: '4007' });
  await signIn();
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
  const field = palette.getByRole('combobox');
  const type = async (text: string) => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  };

  await test.step('it goes to a part of a tab', async () => {
    await page.getByRole('button', { name: /^Search or jump to…/ }).click();
    await expect(field).toBeFocused();
    await expect(palette.getByRole('option', { name: 'Log Trip' })).toHaveAttribute('aria-selected', 'true');
    await expectNoViolations(page);
    await page.keyboard.type('recip');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.locator('#recipients')).toBeFocused();
    await expect(page).toHaveURL(/\?tab=settings$/);
    await page.goBack();
    await expect(page.getByRole('tabpanel', { name: 'Log Trip' })).toBeVisible();
  });

  await test.step('it finds a driver and a trip', async () => {
    await type('kowal');
    await palette.getByRole('option', { name: /^Ben Kowalski/ }).click();
    await expect(page.getByRole('dialog').getByLabel('Last Name')).toHaveValue('Kowalski');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await type('asco');
    await palette.getByRole('option', { name: /^Ascot 4007/ }).click();
    await expect(dashboard.trips).toHaveCount(1);
    await dashboard.open('Log Trip');
  });

  await test.step('a trip in words is shown, asked about, logged, and taken back', async () => {
    await type('log toowong ben 5');
    await expect(palette.getByText('Which driver?')).toBeVisible();
    await expect(palette.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Enter');
    await expect(palette).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('log toowong kowalski 5');
    await expect(
      palette.getByRole('option', { name: /Toowong 4066.*Ben Kowalski · 5 min wait · now/ }),
    ).toBeVisible();
    await expect(palette.getByRole('option')).toHaveCount(1);
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
    await expect(palette).toBeHidden();
    expect((await data.storedTrips(2))[0]).toMatchObject({
      driverName: 'Ben Kowalski',
      suburb: 'Toowong',
      postcode: '4066',
      waitingTime: 5,
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  });

  await test.step('a report is downloaded', async () => {
    const download = page.waitForEvent('download');
    await type('report quarterly');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^quarterly-report-Q\d-\d{4}\.pdf$/);
    await expect(dashboard.toast('Report generated and downloaded successfully')).toBeVisible();
  });
});
