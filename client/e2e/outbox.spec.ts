/** @feature trips */
import { sessions } from '@shared/tables/holders';
import { drivers, idempotencyKeys } from '@shared/tables/trips';
import { eq, sql } from 'drizzle-orm';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { storedKeys, WaitingTripsPage } from './pages/waiting-trips';

/** On a busy machine the server asks the app to wait, which then does so for half a minute at most. */
const SENT = { timeout: 45_000 };

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;
const WAITING = 'Waiting to be sent';

test('a trip is logged while the line hangs, and the form is free for the next', { tag: '@phone' }, async ({
  page,
  data,
  dashboard,
}) => {
  await data.addTrip(await data.addDriver());
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/trips', async (route) => {
    await held;
    await route.continue();
  });
  for (const count of [1, 2]) {
    await log.repeat.click();
    await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
    await expect(page.getByText(WAITING)).toHaveCount(count);
  }
  await expect(waiting.status).toHaveText('Sending 2 trips…');
  await expectNoViolations(page);
  answer();
  await expect(waiting.status).toHaveText('All trips sent', SENT);
  await expect(page.getByText(WAITING)).toBeHidden();
  await data.storedTrips(3);
  await expect(waiting.status).toHaveText('');
  const today = page.locator('section', { has: page.getByRole('heading', { name: "Today's trips" }) });
  await expect(today.getByText('3 trips', { exact: true })).toBeVisible();
  await expect(today.getByRole('listitem')).toHaveCount(3);
});

test('without network the toast says that the trip waits, and its minutes are not cut', {
  tag: '@phone',
}, async ({ page, context, data, dashboard, expectedErrors }) => {
  expectedErrors.push(NO_NETWORK);
  await data.addTrip(await data.addDriver('DA-1', 'Priya Alexandrina', 'Ngāti-Papadopoulos'), {
    suburb: 'toowong',
  });
  const log = new LogTripPage(page);
  await log.open();
  await expect(log.repeat).toContainText('Toowong 4066');
  // the code of today's trips comes after the form, and service workers, which have it, are blocked here
  await expect(page.getByRole('listitem').filter({ hasText: 'Toowong 4066' })).toBeVisible();
  await context.setOffline(true);
  await log.repeat.click();
  const toast = dashboard.toast('Trip logged successfully!');
  await expect(toast).toBeVisible();
  await expect(page.getByText("Saved on this phone, sent when you're online").first()).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: WAITING });
  await expect(line).toContainText('Toowong 4066');
  await expect(line).toContainText('5 min wait · Priya');
  await expect(page.getByText('1 waiting', { exact: true })).toBeInViewport();
});

test('trips logged without network wait, can be changed and deleted, and are sent in order', {
  tag: '@both',
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
  await expectNoViolations(page);
  const [first, , third] = await waiting.keys();

  await test.step('on the first page of the history they are edited and deleted', async () => {
    await dashboard.open('Trip History');
    const history = page.getByRole('tabpanel', { name: 'Trip History' });
    const rows = history.locator('section', { hasText: WAITING }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expectNoViolations(page);
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

test('a trip whose answer was lost is sent again and stored once, with what became of it meanwhile', async ({
  page,
  data,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED.*api\/trips/);
  await data.addTrip(await data.addDriver());
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  let isLost = true;
  await page.route(/\/api\/trips(\/[\w-]+)?$/, async (route) => {
    if (!isLost || route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await waiting.logAgain(3);
  // the first is stored, and no one knows
  await data.storedTrips(2);
  await expect(waiting.status).toHaveText('Offline, 3 trips waiting');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dashboard.toast('Trip deleted successfully')).toBeVisible();
  const rows = page.getByRole('listitem').filter({ hasText: WAITING });
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  // the first was logged first: it stands last
  await rows
    .last()
    .getByRole('button', { name: /^Edit trip/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Waiting Time (minutes)').fill('44');
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(dialog).toBeHidden();

  isLost = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(waiting.status).toHaveText('All trips sent', SENT);
  const trips = await data.storedTrips(3);
  expect(trips.map(({ waitingTime }) => waitingTime).sort((a, b) => a - b)).toEqual([0, 5, 44]);
});

test('what the server refuses stands with its reason until it is repaired or discarded', {
  tag: '@both',
}, async ({ page, context, db, data, dashboard, expectedErrors }) => {
  expectedErrors.push(NO_NETWORK, /404 \(Not Found\)/);
  const amy = await data.addDriver();
  await data.addDriver('DA-2', 'Ben', 'Kowalski');
  await data.addTrip(amy);
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  await log.repeat.waitFor();
  await context.setOffline(true);
  await waiting.logAgain(2);
  await waiting.expectWaiting(2);
  await db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, amy.id));
  await context.setOffline(false);

  await expect(waiting.status).toHaveText('2 trips not accepted', SENT);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Not accepted' }) });
  await expect(card.getByText('Driver not found')).toHaveCount(2);
  await expectNoViolations(page);
  await page.reload();
  await waiting.status.getByRole('link').click();
  await expect(card).toBeInViewport();

  await card
    .getByRole('button', { name: /^Edit trip/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Trip' });
  await dialog.getByLabel('Driver', { exact: true }).selectOption({ label: 'Ben Kowalski' });
  await dialog.getByRole('button', { name: 'Update Trip' }).click();
  await expect(dialog).toBeHidden();
  expect(await data.storedTrips(2)).toContainEqual(expect.objectContaining({ driverName: 'Ben Kowalski' }));
  await expect(waiting.status).toHaveText('1 trip not accepted', SENT);

  await card.getByRole('button', { name: /^Discard trip/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard what was not accepted?' });
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dashboard.toast('Trip discarded')).toBeVisible();
  await expect(card).toBeHidden();
  await expect(waiting.status).toHaveText('');
  expect((await data.trips()).total).toBe(2);
});

test('a trip on its way when a remembered session had expired is stored once, without an error', async ({
  page,
  context,
  db,
  data,
  holderId,
  signInByHand,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await data.addTrip(await data.addDriver());
  await context.clearCookies();
  await signInByHand({ remember: true });
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.repeat.waitFor();
  await db.delete(sessions).where(sql`${sessions.sess}::json ->> 'holderId' = ${holderId}`);
  await waiting.logAgain(1);
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
  await waiting.expectWaiting(0);
  expect(await storedKeys(db, holderId)).toHaveLength(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(dashboard.toast('Error')).toBeHidden();
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

test('signing out with waiting trips says so, and another holder on the device neither sees nor sends them', async ({
  page,
  context,
  db,
  data,
  holder,
  holderId,
  signInByHand,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/, /ERR_FAILED/);
  await data.addTrip(await data.addDriver());
  await context.clearCookies();
  await signInByHand();
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.repeat.waitFor();
  await context.route('**/api/trips', (route) => route.abort());
  await waiting.logAgain(2);
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out with 2 trips waiting?' });
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(WAITING)).toHaveCount(2);
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await context.unroute('**/api/trips');

  const other = { ...holder, beaNumber: `${holder.beaNumber}-B`, contactEmail: `b.${holder.contactEmail}` };
  await test.step('another holder', async () => {
    const answer = await context.request.post('/api/auth/login', { data: other });
    expect(answer.ok()).toBe(true);
    await page.goto('/?tab=history');
    await expect(page.getByText('No trips found')).toBeVisible();
    await expect(page.getByRole('heading', { name: WAITING })).toBeHidden();
    await expect(waiting.status).toHaveText('');
    expect(await waiting.keys()).toHaveLength(2);
  });

  await test.step('a tab of the first holder cannot send them in the session of the other', async () => {
    const { id } = (await data.trips()).trips[0] ?? { id: '' };
    expect(id).toBe('');
    const refused = await page.evaluate(
      async (expected) => (await fetch('/api/trips', { headers: { 'Expected-Holder': expected } })).status,
      holderId,
    );
    expect(refused).toBe(401);
  });

  await context.request.post('/api/auth/login', { data: holder });
  await page.goto('/');
  await waiting.expectWaiting(0);
  expect(await storedKeys(db, holderId)).toHaveLength(2);
});

test('two tabs send what both have logged, each trip once and in order', async ({
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

test('a trip that the server stumbles over holds up no other', async ({ page, data, expectedErrors }) => {
  expectedErrors.push(/500 \(Internal Server Error\)/);
  await data.addTrip(await data.addDriver());
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  let bad: string | undefined;
  await page.route('**/api/trips', async (route) => {
    const key = route.request().headers()['idempotency-key'];
    bad ??= key;
    const fault = { status: 500, json: { message: 'Internal server error', code: 'internal' } };
    await (key === bad ? route.fulfill(fault) : route.continue());
  });
  await waiting.logAgain(4);
  await data.storedTrips(4);
  expect(await waiting.keys()).toEqual([bad]);
});

test('trips wait while the disk of the server is full, none is refused, and are sent once there is room', async ({
  page,
  data,
  expectedErrors,
}) => {
  expectedErrors.push(/507 \(Insufficient Storage\)/);
  await data.addTrip(await data.addDriver());
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.open();
  let asked = 0;
  await page.route('**/api/trips', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked += 1;
    const message = 'The server has run out of disk space. Nothing was saved. Please try again later.';
    await route.fulfill({
      status: 507,
      headers: { 'Retry-After': '2' },
      json: { message, code: 'disk-full' },
    });
  });
  await waiting.logAgain(3);
  const keys = await waiting.keys();
  expect(keys).toHaveLength(3);
  // tried again when the server asks for it, the first trip first
  await expect.poll(() => asked, SENT).toBeGreaterThan(2);
  expect(await waiting.keys()).toEqual(keys);
  await expect(page.getByText(/not accepted/i)).toHaveCount(0);

  await page.unroute('**/api/trips');
  await expect(waiting.status).toHaveText('All trips sent', SENT);
  await data.storedTrips(4);
  expect(await waiting.keys()).toEqual([]);
});

test("trips that wait in a database of the outbox's first version are sent", async ({
  page,
  db,
  data,
  holderId,
  signIn,
}) => {
  const { id: driverId, driverAuthorityLicense } = await data.addDriver();
  // any page of the site that does not open the outbox
  await page.goto('/favicon.svg');
  const keys = await page.evaluate(
    ({ holderId, driverId, driverAuthorityLicense }) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('trip-log-outbox', 1);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore('waiting', {
            keyPath: 'order',
            autoIncrement: true,
          });
          store.createIndex('holder', 'holderId');
        };
        opening.onsuccess = () => {
          const keys = [1, 2, 3].map(() => crypto.randomUUID());
          const tx = opening.result.transaction('waiting', 'readwrite');
          for (const [index, key] of keys.entries())
            tx.objectStore('waiting').add({
              key,
              holderId,
              driverName: 'Amy Young',
              loggedAt: new Date().toISOString(),
              trip: {
                driverId,
                driverAuthorityLicense,
                suburb: 'Toowong',
                postcode: '4066',
                waitingTime: index,
                duration: null,
                datetime: new Date().toISOString(),
                notes: null,
              },
              firstSentAt: null,
            });
          tx.oncomplete = () => {
            opening.result.close();
            resolve(keys);
          };
        };
      }),
    { holderId, driverId, driverAuthorityLicense },
  );
  await signIn();
  await data.storedTrips(3);
  expect(await storedKeys(db, holderId)).toEqual(keys);
  await expect(page.getByText('3 trips', { exact: true })).toBeVisible();
  expect(
    await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.beaHolderId, holderId)),
  ).toHaveLength(3);
});
