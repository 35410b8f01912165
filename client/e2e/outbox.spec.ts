/** @feature trips, outbox */
import { sessions } from '@shared/tables/holders';
import { sql } from 'drizzle-orm';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { storedKeys, WaitingTripsPage } from './pages/waiting-trips';

/** On a busy machine the server asks the app to wait, which then does so for half a minute at most. */
const SENT = { timeout: 45_000 };

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;
const WAITING = 'Waiting to be sent';

test('trips logged without network wait, can be changed and deleted, and are sent in order', {
  tag: '@phone',
}, async ({ page, context, db, data, holderId, dashboard, expectedErrors }) => {
  expectedErrors.push(NO_NETWORK);
  const amy = await data.addDriver();
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  await log.repeat.waitFor();
  await dashboard.open('Trip History');
  await expect(dashboard.trips).toHaveCount(1);
  await dashboard.open('Log Trip');

  // a first visit: what it has not loaded yet still comes, but no answer of the server does
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'));
  for (const minutes of ['3', '4', '5']) {
    await log.recentSuburb('Toowong').click();
    await log.waitingTime.fill(minutes);
    await log.submit.click();
    await expect(log.suburb).toHaveValue('');
  }
  await expect(waiting.status).toHaveText('Offline, 3 trips waiting');
  const today = page.getByRole('listitem').filter({ hasText: WAITING });
  await expect(today).toHaveCount(3);
  const [first, , third] = await waiting.keys();

  await test.step('on the first page of the history they are edited and deleted', async () => {
    await dashboard.open('Trip History');
    const history = page.getByRole('tabpanel', { name: 'Trip History' });
    const rows = history.locator('section', { hasText: WAITING }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await rows
      .nth(2)
      .getByRole('button', { name: /^Edit trip/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
    await dialog.getByLabel('Waiting Time (minutes)').fill('30');
    await dialog.getByRole('button', { name: 'Update Trip' }).click();
    await expect(dialog).toBeHidden();
    await rows
      .nth(1)
      .getByRole('button', { name: /^Delete trip/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trip' }).click();
    await expect(rows).toHaveCount(2);
  });

  await context.unroute('**/api/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(waiting.status).toHaveText('All trips sent', SENT);
  await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible();
  await expect(dashboard.trips).toHaveCount(1);
  await dashboard.open('Log Trip');
  await dashboard.open('Trip History');
  await expect(page.getByRole('heading', { name: WAITING })).toBeHidden();
  await expect(dashboard.trips).toHaveCount(3);
  expect(await storedKeys(db, holderId)).toEqual([first, third]);
  const trips = await data.storedTrips(3);
  expect(trips.map(({ waitingTime }) => waitingTime).sort((a, b) => a - b)).toEqual([5, 5, 30]);
});

test('trips of a session that ended wait for the same holder to sign in', async ({
  page,
  db,
  data,
  holder,
  holderId,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await data.addTrip(await data.addDriver());
  await signIn();
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.repeat.waitFor();
  await db.delete(sessions).where(sql`${sessions.sess}::json ->> 'holderId' = ${holderId}`);
  await waiting.logAgain(2);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  expect(await waiting.keys()).toHaveLength(2);
  await dialog.getByLabel('Contact Email').fill(holder.contactEmail);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await waiting.expectWaiting(0);
  expect(await storedKeys(db, holderId)).toHaveLength(2);
});

test('two tabs send what both have logged, each trip once and in order', { tag: '@faults' }, async ({
  page,
  context,
  db,
  data,
  holderId,
  expectedErrors,
}) => {
  expectedErrors.push(NO_NETWORK);
  await data.addTrip(await data.addDriver());
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await new LogTripPage(tab).open();
    await new LogTripPage(tab).repeat.waitFor();
  }
  await context.setOffline(true);
  await new WaitingTripsPage(page).logAgain(5);
  await new WaitingTripsPage(other).logAgain(5);
  await new WaitingTripsPage(page).logAgain(5);
  const keys = await new WaitingTripsPage(other).keys();
  expect(new Set(keys).size).toBe(15);
  // both show what waits
  for (const tab of [page, other])
    await expect(new WaitingTripsPage(tab).status).toHaveText('Offline, 15 trips waiting');
  await context.setOffline(false);
  for (const tab of [page, other])
    await expect(new WaitingTripsPage(tab).status).toHaveText('All trips sent', SENT);
  expect(await storedKeys(db, holderId)).toEqual(keys);
});
