import { buildDriver, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { unreachable } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const { suburb, postcode, waitingTime, submit, repeat } = logTrip;
const MINUTE_MS = 60_000;

const amy = buildDriver();
const withTrip = () => storeTrips([amy], [buildTrip(amy)]);
const withDriver = () => storeTrips([amy], []);

const nextFrame = () => new Promise(requestAnimationFrame);

test('a double tap sends one trip, and so do two submits at the same moment', async () => {
  const server = await openApp('/', { on: 'phone', answers: withTrip() });
  const sent = () => server.sent('POST /api/trips').length;
  await repeat.click();
  await submit.dblClick();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(page.getByText('Suburb is required')).toBeHidden();
  await expect.poll(sent).toBe(1);

  await repeat.click();
  const button = submit.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect(suburb).toHaveValue('');
  await expect.poll(sent).toBe(2);
  await expect(page.getByText('Waiting to be sent')).toBeHidden();
  expect(sent()).toBe(2);
});

test('a toast next to the button does not scroll the page under a press', async () => {
  await openApp('/', { on: { width: 1280, height: 500 }, answers: withDriver() });
  await logTrip.typeSuburb('toowong');
  await expect(postcode).toHaveValue('4066');
  await waitingTime.fill('9');
  await submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  const button = submit.element() as HTMLElement;
  window.scrollTo(0, button.getBoundingClientRect().bottom + window.scrollY - window.innerHeight + 30);
  await nextFrame();
  const before = window.scrollY;
  button.focus({ preventScroll: true });
  await nextFrame();
  await nextFrame();
  expect(before > 0 && window.scrollY - before).toBe(0);
});

test('Repeat last trip does not move the page', async () => {
  await openApp('/', { on: 'phone', answers: withTrip() });
  await repeat.click();
  await expect(suburb).toHaveValue('Toowong');
  await expect(submit).toHaveFocus();
  expect(window.scrollY).toBe(0);
});

test('the last trip that could not be loaded is loaded by Try again', async () => {
  const server = await openApp('/', { answers: { ...withTrip(), 'GET /api/trips': unreachable } });
  await expect(page.getByText('Your last trip could not be loaded.')).toBeVisible();
  server.change(withTrip());
  // today's trips, below, may have theirs
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(repeat).toHaveTextContent('Toowong 4066');
});

test('a suburb that is not found is chosen among the names that are nearly the same', async () => {
  await openApp('/', { answers: withDriver() });
  await logTrip.typeSuburb('Fortitude Vally');
  const corrections = page.getByRole('group', { name: 'Corrections' });
  await corrections.getByRole('button', { name: 'Use Fortitude Valley 4006' }).click();
  await expect(suburb).toHaveValue('Fortitude Valley');
  await expect(postcode).toHaveValue('4006');
  await expect(corrections).toBeHidden();
});

test('a wrong field that is folded up comes into view with its error', async () => {
  await openApp('/', { on: 'phone', answers: withTrip() });
  await repeat.click();
  await logTrip.showDetails();
  await page.getByLabelText('Duration (minutes)').fill('-1');
  await page.getByRole('button', { name: /Fewer details$/ }).click();
  await submit.click();
  await expect(page.getByText('Duration must be 0 or greater')).toBeVisible();
  await expect(page.getByLabelText('Duration (minutes)')).toHaveFocus();
});

test('the waiting time is measured from Arrived to Under way, also while the app is closed', async () => {
  await openApp('/', { on: 'phone', answers: withDriver() });
  const timer = page.getByRole('timer', { name: 'Waiting' });
  await page.getByRole('button', { name: 'Arrived' }).click();
  await expect(timer).toHaveTextContent(/^0:0\d$/);
  vi.setSystemTime(Date.parse(NOW) + 5 * MINUTE_MS);
  await expect(timer).toHaveTextContent(/^5:0\d$/);
  reload();
  await expect(timer).toHaveTextContent(/^5:\d\d$/);
  vi.setSystemTime(Date.parse(NOW) + 12 * MINUTE_MS);
  await page.getByRole('button', { name: 'Under way' }).click();
  await expect(waitingTime).toHaveValue('12');
  await expect(page.getByRole('button', { name: 'Arrived' })).toHaveFocus();
  await expect(page.getByRole('timer')).toBeHidden();
  reload();
  await expect(waitingTime).toHaveValue('12');
  await expect(page.getByRole('button', { name: 'Arrived' })).toBeVisible();
});

test('a waiting time that is cancelled changes nothing', async () => {
  await openApp('/', { on: 'phone', answers: withDriver() });
  await waitingTime.fill('4');
  const arrived = page.getByRole('button', { name: 'Arrived' });
  await arrived.dblClick();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the waiting time' }).click();
  await expect(arrived).toHaveFocus();
  await expect(waitingTime).toHaveValue('4');
  reload();
  await expect(arrived).toBeVisible();
});
