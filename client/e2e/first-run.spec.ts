/** @feature app */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { watchShifts } from './shifts';

test('a new holder is led through three steps, which go for good once they are done', {
  tag: ['@faults', '@phone'],
}, async ({ page, signInByHand, dashboard }) => {
  const shifts = await watchShifts(page);
  const steps = page.getByRole('region', { name: 'First steps' });
  const log = new LogTripPage(page);

  await signInByHand();
  await expect(steps).toBeVisible();
  // else the bar with the button may half cover it
  await log.waitingTime.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await expectNoViolations(page);
  // one thing asks for a driver
  await expect(page.getByText('Please add drivers in the Drivers tab before logging trips.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to the Drivers tab' })).toBeHidden();
  await steps.getByRole('button', { name: 'Add a driver' }).click();
  await dashboard.createDriver({ licence: 'DA-4711', firstName: 'Amy', lastName: 'Young' });
  await expect(dashboard.toast('Driver created successfully')).toBeVisible();

  await test.step('what is done stays ticked, also after a reload, and nothing moves', async () => {
    await page.goto('/');
    await expect(steps.getByLabel('Done')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toEqual([]);
  });

  await log.suburb.fill('Toowong');
  await log.suburb.press('Enter');
  await expect(log.postcode).toHaveValue('4066');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();

  await test.step('the last step is one line, also after a reload, and nothing moves', async () => {
    await expect(steps).toHaveText('1 step left: Add a recipient');
    expect((await steps.boundingBox())?.height).toBeLessThan(60);
    await expectNoViolations(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(steps).toHaveText('1 step left: Add a recipient');
    expect(await shifts()).toEqual([]);
  });
  await steps.getByRole('button', { name: 'Add a recipient' }).click();
  await expect(page.locator('#recipients')).toBeFocused();
  await page.getByLabel('Add recipient').fill('office@example.com');
  await page.getByRole('button', { name: 'Add Recipient' }).click();
  await expect(dashboard.toast('Email recipient added successfully')).toBeVisible();
  await dashboard.open('Log Trip');
  await expect(log.suburb).toBeVisible();
  await expect(steps).toBeHidden();

  await test.step('who is past them neither sees nor fetches anything of them', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(log.suburb).toBeVisible();
    await expect(steps).toBeHidden();
    expect(asked.filter((url) => /email-settings|first-run/.test(url))).toEqual([]);
    expect(await shifts()).toEqual([]);
  });
});
