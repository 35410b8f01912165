import { DAY_MS } from '@shared/durations';
import { buildDriver, buildHolder, buildTrip, NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { type Opened, openApp, reload } from '@test/open-app';
import { openTab } from '@test/screen';
import { logout, signInButton } from '@test/session';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
/** A suburb that no example names. */
const SUBURB = 'Moggill';
/** What Log Trip reads, all of which is kept. */
const READ = [
  'GET /api/shifts/open',
  'GET /api/drivers',
  'GET /api/vehicles',
  'GET /api/trips',
  'GET /api/trips/recent-suburbs',
];

type KeptAnswer = { path: string; holderId: string; at: number };

/** What the browser itself has kept. */
async function keptAnswers(): Promise<KeptAnswer[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('kept-answers')) return [];
  const opening = indexedDB.open('kept-answers');
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const reading = db.transaction('answers').objectStore('answers').getAll();
  await new Promise((resolve) => {
    reading.onsuccess = resolve;
  });
  db.close();
  return reading.result;
}

const countKept = async () => (await keptAnswers()).length;
const today = page.getByRole('listitem');

/** Waits until Log Trip shows everything that is kept. */
async function expectAllOfIt() {
  await expect(logTrip.repeat).toHaveTextContent(SUBURB);
  await expect(logTrip.driver).toHaveDisplayValue('Amy Young');
  await expect(logTrip.recentSuburb(SUBURB)).toBeVisible();
  await expect(today.filter({ hasText: SUBURB })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** Opens the app with a trip of today, and waits until all is kept. */
async function openOnce(opened: Opened = {}) {
  const trips = [buildTrip(amy, { suburb: SUBURB, postcode: '4070' })];
  const server = await openApp('/', { ...opened, answers: storeTrips([amy], trips) });
  await expectAllOfIt();
  await expect.poll(countKept).toBe(6);
  return { server, trips };
}

test('what Log Trip opens with is there before a slow line answers, and then again', async () => {
  const { server, trips } = await openOnce({ on: 'phone' });
  trips.unshift(buildTrip(amy, { suburb: 'Ascot', postcode: '4007', datetime: NOW }));
  const release = server.hold(...READ);
  await reload();
  await expectAllOfIt();
  release();
  await expect(today.filter({ hasText: 'Ascot' })).toBeVisible();
  await expect(logTrip.recentSuburb('Ascot')).toBeVisible();
});

test('it can be read without network, as can Trip History and Drivers, and is read again when it is back', async () => {
  const { server, trips } = await openOnce({ on: 'phone' });
  const rows = page.getByRole('checkbox', { name: /^Select trip:/ });
  const reconnect = server.cutOff();
  await reload();
  await expectAllOfIt();
  await openTab('Trip History');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(/^1 trip, as of \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await openTab('Drivers');
  await expect(page.getByRole('button', { name: 'Edit driver: Amy Young' })).toBeVisible();
  await expect(page.getByText("You're offline. Changes need the internet.")).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  trips.unshift(buildTrip(amy, { suburb: 'Ascot', postcode: '4007' }));
  reconnect();
  await openTab('Trip History');
  await expect(rows).toHaveCount(2);
  await expect(
    page.getByRole('tabpanel', { name: 'Trip History' }).getByText('2 trips', { exact: true }),
  ).toBeVisible();
});

test('it is never shown to another holder, and goes with the logout', async () => {
  const { server } = await openOnce({ on: 'phone' });
  const { id } = buildHolder();
  expect(new Set((await keptAnswers()).map(({ holderId }) => holderId))).toEqual(new Set([id]));
  const other = buildHolder({ id: '00000000-0000-4000-8000-00000000000b', beaNumber: 'BEA-2' });
  server.change({ ...emptyAnswers, 'GET /api/auth/me': other, 'POST /api/auth/logout': undefined });
  const release = server.hold('GET /api/trips', 'GET /api/trips/recent-suburbs');
  await reload();
  const banner = page.getByRole('banner');
  await expect.poll(() => banner.element().textContent).toContain(other.beaNumber);
  await expect(page.getByText(SUBURB)).toHaveCount(0);
  const ofFirst = async () => (await keptAnswers()).filter(({ holderId }) => holderId === id);
  await expect.poll(ofFirst).toEqual([]);
  release();
  await expect(page.getByText('No trips yet today')).toBeVisible();
  await expect(page.getByText(SUBURB)).toHaveCount(0);
  await expect.poll(countKept).toBeGreaterThan(0);

  server.change({ 'GET /api/auth/me': undefined });
  await logout.click();
  await expect(signInButton).toBeVisible();
  await expect.poll(countKept).toBe(0);
});

test('answers go after 30 days', async () => {
  const { server } = await openOnce();
  vi.setSystemTime(Date.parse(NOW) + 31 * DAY_MS);
  const release = server.hold(...READ);
  await reload();
  await expect.poll(countKept).toBe(0);
  await expect(page.getByText(SUBURB)).toHaveCount(0);
  release();
});

test('a browser without a store keeps nothing, and works', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const trips = [buildTrip(amy, { suburb: SUBURB, postcode: '4070' })];
  await openApp('/', { answers: { ...storeTrips([amy], trips), 'POST /api/auth/logout': undefined } });
  await expectAllOfIt();
  await logout.click();
  await expect(signInButton).toBeVisible();
});
