/** @feature trips */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

const OFFERED = 'What you typed before is here again.';

/** The drafts that are stored on the device. */
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

/** Kills the page's process, as a phone does, and opens a tab again. */
async function crash(context: BrowserContext, page: Page): Promise<Page> {
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  return context.newPage();
}

test('a half-typed trip outlives a reload, a crash of the tab and a closed app, and its time stays the present', {
  tag: '@phone',
}, async ({ page, context, data }) => {
  await data.addDriver();
  let log = new LogTripPage(page);
  await page.clock.setFixedTime('2026-11-20T01:00:00Z');
  await log.open();
  await log.suburb.fill('Toowong');
  await log.suburb.press('Enter');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('12');
  await expect(page.getByText('From earlier')).toBeHidden();

  async function expectTrip(on: Page, time: string) {
    await expect(log.suburb).toHaveValue('Toowong');
    await expect(log.postcode).toHaveValue('4066');
    await expect(log.waitingTime).toHaveValue('12');
    await log.showDetails();
    await expect(on.getByLabel('Time', { exact: true })).toHaveValue(time);
    await expect(on.getByText(OFFERED)).toBeHidden();
    await expect(on.getByText('From earlier, 11:00 · Start over')).toBeVisible();
  }

  await page.clock.setFixedTime('2026-11-20T01:10:00Z');
  await page.reload();
  await expectTrip(page, '11:10');

  const afterCrash = await crash(context, page);
  await afterCrash.clock.setFixedTime('2026-11-20T01:20:00Z');
  log = new LogTripPage(afterCrash);
  await log.open();
  await expectTrip(afterCrash, '11:20');
  await afterCrash.close();

  const opened = await context.newPage();
  await opened.clock.setFixedTime('2026-11-20T01:30:00Z');
  log = new LogTripPage(opened);
  await log.open();
  await expectTrip(opened, '11:30');
  await log.submit.click();
  await expect(opened.getByText('Trip logged successfully!').first()).toBeVisible();
  await expect(opened.getByText('From earlier')).toBeHidden();
  await expect.poll(() => stored(opened)).toEqual([]);
  await opened.reload();
  await log.submit.waitFor();
  await expect(log.suburb).toHaveValue('');
  expect(await data.storedTrips(1)).toMatchObject([{ suburb: 'Toowong', waitingTime: 12 }]);
});
