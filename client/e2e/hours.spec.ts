/** @feature shifts, outbox */
import type { APIRequestContext } from '@playwright/test';
import { addDays, brisbaneDay } from '@shared/periods';
import type { Shift } from '@shared/shifts/shifts';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { WaitingTripsPage } from './pages/waiting-trips';

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;
/** On a busy machine the server asks the app to wait, which then does so for half a minute at most. */
const SENT = { timeout: 45_000 };

async function storedShifts(request: APIRequestContext): Promise<Shift[]> {
  const today = brisbaneDay(new Date());
  const response = await request.get(`/api/shifts?from=${addDays(today, -1)}&to=${addDays(today, 1)}`);
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

test('a shift with its trips, logged without network on a phone that is closed, is stored once', {
  tag: '@phone',
}, async ({ page, context, data, expectedErrors }) => {
  expectedErrors.push(NO_NETWORK);
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  await log.open();
  await log.repeat.waitFor();
  const start = page.getByRole('button', { name: 'Start shift' });
  await expect(start).toBeEnabled();
  // what Log Trip loads late is there before the network goes
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  const { taps } = await log.counts();
  await start.tap();
  await expect(page.getByText('Shift started').first()).toBeVisible();
  expect((await log.counts()).taps - taps).toBe(1);
  await new WaitingTripsPage(page).logAgain(3);
  // a second tap at once would be part of the one that started it
  await page.waitForTimeout(1000);
  await page.getByRole('button', { name: 'End shift' }).tap();
  await expect(page.getByText('Shift ended').first()).toBeVisible();
  await expect(new WaitingTripsPage(page).status).toHaveText('Offline, 3 trips and 1 shift waiting');
  await page.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/');
  await expect
    .poll(async () => (await storedShifts(context.request)).map(({ end }) => end !== null), SENT)
    .toEqual([true]);
  const trips = await data.storedTrips(4);
  expect(trips).toHaveLength(4);
  await expect(new WaitingTripsPage(again).status).not.toContainText('waiting', SENT);

  await again.reload();
  await again.goto('/hours');
  await expect(again.getByText('Total of 1 shift')).toBeVisible();
  expect(await storedShifts(context.request)).toHaveLength(1);
  expect((await data.trips()).total).toBe(4);
});

test('of two phones that end one shift the first is stored, and the second is asked', {
  tag: ['@faults', '@phone'],
}, async ({ page, context, browser, contextOptions, baseURL, data, expectedErrors }) => {
  expectedErrors.push(NO_NETWORK, /409 \(Conflict\)/);
  const amy = await data.addDriver();
  const begun = new Date(Date.now() - 3_600_000).toISOString();
  const started = await context.request.post('/api/shifts', {
    data: { driverId: amy.id, start: begun, end: null, note: null },
  });
  expect(started.ok(), await started.text()).toBe(true);

  const otherPhone = await browser.newContext({
    ...contextOptions,
    ...(baseURL && { baseURL }),
    storageState: await context.storageState(),
    serviceWorkers: 'block',
  });
  const other = await otherPhone.newPage();
  // its driver taps ten minutes later
  await other.clock.setFixedTime(new Date(Date.now() + 600_000));
  const end = (of: typeof page) => of.getByRole('button', { name: 'End shift' });
  for (const phone of [page, other]) {
    await phone.goto('/');
    await expect(end(phone)).toBeEnabled();
    await phone.waitForLoadState('networkidle');
    await phone.context().setOffline(true);
    await end(phone).click();
    await expect(new WaitingTripsPage(phone).status).toHaveText('Offline, 1 shift waiting');
  }
  await context.setOffline(false);
  await expect(new WaitingTripsPage(page).status).toHaveText('All sent', SENT);
  const [first] = await storedShifts(context.request);
  expect(first?.end).not.toBeNull();

  await otherPhone.setOffline(false);
  await expect(new WaitingTripsPage(other).status).toHaveText('1 shift not accepted', SENT);
  expect(await storedShifts(context.request)).toEqual([first]);
  await other.getByRole('link', { name: 'A shift was not accepted' }).click();
  await expect(other.getByText(/Someone else changed this shift/)).toBeVisible();
  await other
    .getByRole('button', { name: /^Edit shift: Amy Young/ })
    .first()
    .click();
  await other
    .getByRole('dialog', { name: 'Edit Shift' })
    .getByRole('button', { name: 'Update Shift' })
    .click();
  await expect
    .poll(async () => (await storedShifts(context.request)).map(({ version }) => version), SENT)
    .toEqual([(first?.version ?? 0) + 1]);
  await otherPhone.close();
});
