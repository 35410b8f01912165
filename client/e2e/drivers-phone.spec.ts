/** @feature phones, trips, outbox */
import type { Browser, Locator, Page } from '@playwright/test';
import { shifts } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { expect, test } from './fixtures';
import { untilKept } from './pages/kept-app';
import { LogTripPage } from './pages/log-trip-page';
import { storedKeys, WaitingTripsPage } from './pages/waiting-trips';

test.use({ serviceWorkers: 'allow' });

const MOST_TAPS = 6;
const question = (page: Page) =>
  page.getByRole('heading', { name: "This is Amy Young's phone for Smith Cars Pty Ltd: use it?" });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logged = (page: Page) => page.getByText('Trip logged successfully!', { exact: true });

/** Counts the taps of a person. */
function finger() {
  const counted = { taps: 0 };
  const tap = async (target: Locator) => {
    counted.taps += 1;
    await target.tap();
  };
  return { counted, tap };
}

/** A page of another device. */
const openDevice = async (browser: Browser) => (await browser.newContext()).newPage();

/** The code that a page shows, and the address that its QR code has. */
async function shownCode(office: Page) {
  const dialog = office.getByRole('dialog', { name: "Amy Young's phone" });
  const address = await dialog.getByLabel('Address', { exact: true }).inputValue();
  return { code: await dialog.getByLabel('Code', { exact: true }).inputValue(), address };
}

/** A device that has become the phone of a driver who logged a trip before, kept for working offline. */
async function openPhone(browser: Browser, office: Page, driverId: string) {
  const answer = await office.request.post(`/api/drivers/${driverId}/phone-codes`);
  const { code } = await answer.json();
  const page = await openDevice(browser);
  await page.goto(`/phone#${code}`);
  await button(page, 'Use this phone').tap();
  const log = new LogTripPage(page);
  await log.repeat.waitFor();
  await untilKept(page);
  return { page, log, waiting: new WaitingTripsPage(page) };
}

test('the office makes a phone, and the driver logs the first trip there, in six taps; and on the home screen by typing', {
  tag: '@phone',
}, async ({ page: office, browser, data, signIn }) => {
  await data.addTrip(await data.addDriver());
  await signIn('/drivers');

  const { counted, tap } = finger();
  await tap(button(office, "Amy Young's phone"));
  const { code, address } = await shownCode(office);
  expect(new URL(address).hash).toBe(`#${code.replace(' ', '')}`);
  // the camera opens what the QR code has
  const phone = await openDevice(browser);
  await phone.goto(address.replace(/^.*(?=\/phone)/, ''));
  await expect(question(phone)).toBeVisible();
  expect(phone.url()).not.toContain('#');
  await tap(button(phone, 'Use this phone'));
  await tap(new LogTripPage(phone).repeat);
  await expect(logged(phone)).toBeVisible();
  expect(counted.taps).toBeLessThanOrEqual(MOST_TAPS);
  await data.storedTrips(2);

  // an app on the home screen has a storage of its own
  const typed = finger();
  await typed.tap(button(phone, 'This phone'));
  await typed.tap(button(phone, 'Show a code'));
  const shown = await phone.getByText(/^\d{4} \d{4}$/).innerText();
  const installed = await openDevice(browser);
  await installed.goto('/');
  await typed.tap(button(installed, 'I drive for someone'));
  await expect(installed.getByLabel('Code', { exact: true })).toBeFocused();
  await installed.keyboard.type(shown.replace(' ', ''));
  await expect(question(installed)).toBeVisible();
  await typed.tap(button(installed, 'Use this phone'));
  await typed.tap(new LogTripPage(installed).repeat);
  await expect(logged(installed)).toBeVisible();
  expect(typed.counted.taps).toBeLessThanOrEqual(MOST_TAPS);
  await data.storedTrips(3);

  // the office looked on all the while
  await expect(
    office.getByRole('dialog').getByRole('list', { name: 'Phones' }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('20 trips and a shift that are logged without a network outlive the app, and are stored once', {
  tag: '@phone',
}, async ({ page: office, browser, data, db, holderId, signIn }) => {
  const driver = await data.addDriver();
  await data.addTrip(driver);
  await signIn();
  const { page, waiting } = await openPhone(browser, office, driver.id);
  const device = page.context();

  await device.setOffline(true);
  await button(page, 'Start shift').tap();
  await waiting.logAgain(20);
  await waiting.expectWaiting(21);
  const keys = await waiting.keys();
  await page.close();

  const again = await device.newPage();
  await again.goto('/');
  const reopened = new WaitingTripsPage(again);
  await expect(reopened.status).toHaveText('Offline, 21 waiting');
  await device.setOffline(false);
  await reopened.expectWaiting(0);
  const trips = await data.storedTrips(21);
  expect(trips.every(({ driverId }) => driverId === driver.id)).toBe(true);
  const stored = await storedKeys(db, holderId);
  expect(keys).toEqual(expect.arrayContaining(stored));
  expect(stored).toHaveLength(20);
  expect(await db.$count(shifts, eq(shifts.beaHolderId, holderId))).toBe(1);
});

test('a driver is switched off: the phone is out at its next call, and the office sees and stores what waited', {
  tag: '@phone',
}, async ({ page: office, browser, data, signIn }) => {
  const driver = await data.addDriver();
  await data.addTrip(driver);
  await signIn('/drivers');
  const { page, waiting } = await openPhone(browser, office, driver.id);
  await page.context().setOffline(true);
  await waiting.logAgain(2);
  await waiting.expectWaiting(2);

  await button(office, 'Edit driver: Amy Young').tap();
  await office.getByLabel('Active').setChecked(false);
  await button(office, 'Update Driver').tap();
  await expect(office.getByText('Driver updated successfully', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: "This is no longer Amy's phone" })).toBeVisible();
  await expect(page.getByText('2 trips that waited here are with the office.')).toBeVisible();
  await waiting.expectWaiting(0);
  await data.storedTrips(1);

  await office.reload();
  const held = office.getByRole('list', { name: "Waited on Amy Young's phone" });
  await expect(held.getByRole('listitem')).toHaveCount(2);
  await button(office, 'Store all of Amy Young').tap();
  await expect(office.getByText('2 trips stored', { exact: true })).toBeVisible();
  await data.storedTrips(3);
  await expect(held).toBeHidden();
});
