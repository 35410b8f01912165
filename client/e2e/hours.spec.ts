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
  await expect(new WaitingTripsPage(page).status).toHaveText('Offline, 4 waiting');
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
