/** @feature trips */
import type { Page } from '@playwright/test';
import { emailSettings } from '@shared/tables/reports';
import { expect, test } from './fixtures';
import { fillWithLongest } from './longest-values';
import { LogTripPage } from './pages/log-trip-page';
import { WaitingTripsPage } from './pages/waiting-trips';
import { answerLate, watchShifts } from './shifts';

/** Logs the last trip twice; what would send them is refused until `comeBack`. */
async function logTwoOffline(page: Page): Promise<void> {
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.waitFor();
  await page.context().route('**/api/trips', (route) => route.abort('internetdisconnected'));
  await new WaitingTripsPage(page).logAgain(2);
}

async function comeBack(page: Page): Promise<void> {
  await page.context().unroute('**/api/trips');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

const READ = /\/api\/(?!auth)/;

test('nothing moves while answers come late, one after another', async ({
  page,
  db,
  holderId,
  expectedErrors,
}) => {
  expectedErrors.push(/500/);
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await answerLate(page);
  const shifts = await watchShifts(page);

  async function expectStill(path: string, ...says: string[]) {
    await page.goto(path);
    for (const text of says) await expect(page.getByText(text).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts(), path).toEqual([]);
  }

  await expectStill('/', 'Your last trip could not be loaded.', "Today's trips could not be loaded");
  await expectStill('/?tab=settings', 'The recipients could not be loaded');
  await page.unroute(READ);
  await expectStill('/', 'Please add drivers in the Drivers tab', 'No trips yet today');
  await expectStill('/?tab=settings', 'No one gets reports by email yet.', 'Next emails, earliest first');
  await fillWithLongest(db, holderId);
  await expectStill('/?tab=profile', 'Signed in as WWW', 'This device');
});

for (const count of [0, 3])
  test(`nothing moves in Settings when ${count} recipients come last`, { tag: '@both' }, async ({
    page,
    db,
    holderId,
  }) => {
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2000 });
    const recipients = Array.from({ length: count }, (_, n) => `ann.${n}@example.com`);
    if (count)
      await db.insert(emailSettings).values(recipients.map((email) => ({ beaHolderId: holderId, email })));
    await page.route('**/api/email-settings', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    const shifts = await watchShifts(page);
    await page.goto('/?tab=settings');
    const rows = page.getByRole('button', { name: /^Remove recipient/ });
    await expect(rows.or(page.getByText('No one gets reports by email yet.')).first()).toBeVisible();
    await expect(rows).toHaveCount(count);
    await expect(page.getByLabel('Add recipient')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toEqual([]);
  });

test('nothing moves in Trip History while what waited is sent', async ({
  page,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await data.addTrip(await data.addDriver());
  const shifts = await watchShifts(page);
  await logTwoOffline(page);
  await dashboard.open('Trip History');
  await expect(page.getByRole('heading', { name: 'Waiting to be sent' })).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);
  const before = await shifts();

  await comeBack(page);
  await data.storedTrips(3);
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  await expect(history.getByText('3 trips', { exact: true })).toBeVisible({ timeout: 45_000 });
  expect(await shifts()).toEqual(before);

  await dashboard.open('Log Trip');
  await dashboard.open('Trip History');
  await expect(dashboard.trips).toHaveCount(3);
});

test("nothing moves in Today's trips while what waited is sent", { tag: '@phone' }, async ({
  page,
  data,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  // both lines are too long next to the buttons of a trip that waits, and not without them
  const driver = await data.addDriver('DA-1', 'Anneliese', 'Kowalski');
  await data.addTrip(driver, { suburb: 'Eight Mile Plains', postcode: '4113' });
  const shifts = await watchShifts(page);
  await logTwoOffline(page);
  const lines = page.locator('section', { hasText: "Today's trips" }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Waiting' })).toHaveCount(2);
  const before = await shifts();

  await comeBack(page);
  await data.storedTrips(3);
  await expect(lines.filter({ hasText: 'Waiting' })).toHaveCount(0);
  await expect(page.getByText('All trips sent')).toBeHidden({ timeout: 20_000 });
  expect(await shifts()).toEqual(before);
});

test('what the header says of waiting trips is whole at every width, and moves nothing', async ({
  page,
  data,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await data.addTrip(await data.addDriver());
  await signIn();
  const header = page.getByRole('banner');
  const widths = [320, 360, 640, 768, 1023, 1024, 1280];
  const heights: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    heights.push((await header.boundingBox())?.height ?? 0);
  }
  await logTwoOffline(page);
  const status = header.getByText(/^Offline, 2/);
  await expect(status).toBeVisible();
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 740 });
    const isWhole = () =>
      status.evaluate(({ parentElement: frame }) => {
        const { scrollWidth = 1, clientWidth = 0, scrollHeight = 1, clientHeight = 0 } = frame ?? {};
        return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
      });
    await expect.poll(isWhole, { message: `${width} px` }).toBe(true);
    expect((await header.boundingBox())?.height, `${width} px`).toBe(heights[index]);
  }
});
