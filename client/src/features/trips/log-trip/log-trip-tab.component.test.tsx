import { MINUTE_MS } from '@shared/durations';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildTrips, NOW } from '@test/data';
import { expect } from '@test/expect';
import { unreachable } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { WAITING } from '@test/waiting-trips';
import { describe, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const { suburb, postcode, waitingTime, submit, repeat, recentSuburb } = logTrip;

const amy = buildDriver();
const withTrip = () => storeTrips([amy], [buildTrip(amy)]);
const withDriver = () => storeTrips([amy], []);

test('a double tap sends one trip, and so do two submits at the same moment', async () => {
  const server = await openApp('/', { on: 'phone', answers: withTrip() });
  const sent = () => server.sent('POST /api/trips').length;
  await recentSuburb('Toowong 4066').click();
  await submit.dblClick();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(page.getByText('Suburb is required')).toBeHidden();
  await expect.poll(sent).toBe(1);

  await recentSuburb('Toowong 4066').click();
  const button = submit.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect(suburb).toHaveValue('');
  await expect.poll(sent).toBe(2);
  await expect(page.getByText('Waiting to be sent')).toBeHidden();
  expect(sent()).toBe(2);
});

test('the last trip that could not be loaded is loaded by Try again', async () => {
  const server = await openApp('/', { answers: { ...withTrip(), 'GET /api/trips': unreachable } });
  await expect(page.getByText('Your last trip could not be loaded.')).toBeVisible();
  server.change(withTrip());
  // today's trips, below, may have theirs
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(repeat).toHaveTextContent('Toowong 4066');
});

describe('Use my location', () => {
  const locate = page.getByRole('button', { name: 'Use my location' });
  const device = (answer: (found: PositionCallback, failed: PositionErrorCallback) => void) =>
    vi
      .spyOn(navigator.geolocation, 'getCurrentPosition')
      .mockImplementation((found, failed) => answer(found, failed as PositionErrorCallback));
  const at = (longitude: number, latitude: number) =>
    device((found) => found({ coords: { longitude, latitude } } as GeolocationPosition));

  test('fills in the suburb around, offers those next to it, and asks only when it is tapped', async () => {
    const asked = at(152.984, -27.485);
    const server = await openApp('/', { on: 'phone', answers: withDriver() });
    await expect(locate).toBeVisible();
    expect(asked).not.toHaveBeenCalled();
    await locate.click();
    await expect(suburb).toHaveValue('Toowong');
    await expect(postcode).toHaveValue('4066');
    await expect(page.getByText('Or nearby:')).toBeVisible();
    await submit.click();
    await expect(toast('Trip logged successfully!')).toBeVisible();
    await expect.poll(() => server.sent('POST /api/trips').length).toBe(1);
    expect(JSON.stringify(server.sent('POST /api/trips'))).not.toMatch(/152\.|longitude/);
  });

  test('says why it finds none', async () => {
    at(151.2, -33.87);
    await openApp('/', { answers: withDriver() });
    await locate.click();
    await expect(toast('No suburb in Queensland is near you. Please type the suburb.')).toBeVisible();
    const refusal = Object.create(GeolocationPositionError.prototype, { code: { value: 1 } });
    device((_, failed) => failed(refusal));
    await locate.click();
    await expect(toast(/Location is off for this site/)).toBeVisible();
    await expect(suburb).toHaveValue('');
  });
});

test('without drivers the form says what comes first', async () => {
  await openApp('/', { on: 'phone', answers: storeTrips([], []) });
  await expect(page.getByText('Please add drivers in the Drivers tab before logging trips.')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Go to the Drivers tab' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Drivers' })).toBeVisible();
});

test("Today's trips show the last ten, and lead to all of them", async () => {
  const trips = buildTrips(amy, 12).map((trip, index) => ({
    ...trip,
    datetime: new Date(Date.parse(NOW) - index * MINUTE_MS).toISOString(),
  }));
  await openApp('/', { answers: storeTrips([amy], trips) });
  await expect(page.getByRole('button', { name: /^Edit trip:/ })).toHaveCount(10);
  await page.getByRole('link', { name: 'Show all in Trip History' }).click();
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  await expect(history.getByLabelText('From')).toHaveValue('22/11/2026');
});

test("Today's trips are the newest first, with those that wait", async () => {
  const earlier = ['Milton', 'Ascot'].map((suburb, index) =>
    buildTrip(amy, { suburb, datetime: new Date(Date.parse(NOW) - (index + 1) * MINUTE_MS).toISOString() }),
  );
  const server = await openApp('/', { on: 'phone', answers: storeTrips([amy], earlier) });
  const lines = page.getByRole('button', { name: /^Edit trip:/ });
  await expect(lines).toHaveCount(2);
  server.change({ 'POST /api/trips': unreachable });
  await repeat.click();
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toHaveTextContent(WAITING);
  await expect(lines.nth(1)).toHaveTextContent('Milton');
  await expect(lines.nth(2)).toHaveTextContent('Ascot');
});

test('a wrong field that is folded up comes into view with its error', async () => {
  await openApp('/', { on: 'phone', answers: withTrip() });
  await recentSuburb('Toowong 4066').click();
  await logTrip.showDetails();
  await page.getByLabelText('Duration (minutes)').fill('-1');
  await page.getByRole('button', { name: /Fewer details$/ }).click();
  await submit.click();
  await expect(page.getByText('Duration must be 0 or greater')).toBeVisible();
  await expect(page.getByLabelText('Duration (minutes)')).toHaveFocus();
});

test('the waiting time is measured from Arrived to Passenger in, also while the app is closed', async () => {
  await openApp('/', { on: 'phone', answers: withDriver() });
  const timer = page.getByRole('timer', { name: 'Waiting' });
  await page.getByRole('button', { name: 'Arrived' }).click();
  await expect(timer).toHaveTextContent(/^0:0\d$/);
  vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  await expect(timer).toHaveTextContent(/^5:0\d$/);
  await reload();
  await expect(timer).toHaveTextContent(/^5:\d\d$/);
  vi.setSystemTime(Date.now() + 7 * MINUTE_MS);
  await page.getByRole('button', { name: 'Passenger in' }).click();
  await expect(waitingTime).toHaveValue('12');
  await expect(page.getByRole('button', { name: 'Arrived' })).toHaveFocus();
  await expect(page.getByRole('timer')).toBeHidden();
  await reload();
  await expect(waitingTime).toHaveValue('12');
  await expect(page.getByRole('button', { name: 'Arrived' })).toBeVisible();
});

test('a wait of more than three hours is asked about before it is filled in', async () => {
  await openApp('/', { on: 'phone', answers: withDriver() });
  const passengerIn = page.getByRole('button', { name: 'Passenger in' });
  const question = page.getByRole('alertdialog', { name: 'Did the wait take that long?' });
  await page.getByRole('button', { name: 'Arrived' }).click();
  vi.setSystemTime(Date.now() + 26 * 60 * MINUTE_MS);
  await expect(page.getByRole('timer')).toHaveTextContent('Since 22/11 12:00');
  await passengerIn.click();
  await expect(question).toHaveTextContent(/Arrived: 22\/11 12:00, 1,560 min ago\./);
  await expectNoViolations();
  await userEvent.keyboard('{Escape}');
  await expect(waitingTime).toHaveValue('0');
  await passengerIn.click();
  await question.getByRole('button', { name: 'Yes, fill it in' }).click();
  await expect(waitingTime).toHaveValue('1560');

  await page.getByRole('button', { name: 'Arrived' }).click();
  vi.setSystemTime(Date.now() + 180 * MINUTE_MS);
  await passengerIn.click();
  await question.getByRole('button', { name: 'No, discard it' }).click();
  await expect(page.getByRole('timer')).toBeHidden();
  await expect(waitingTime).toHaveValue('1560');
});

test('a desk has the form with its button in one screen, and keeps the details open for those who open them', async () => {
  await openApp('/', { answers: withTrip() });
  await page.viewport(1366, 650);
  await expect(repeat).toBeVisible();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await logTrip.showDetails();
  await reload();
  await expect(page.getByLabelText('Booking Reference')).toBeVisible();
  await page.getByRole('button', { name: /Fewer details$/ }).click();
  await reload();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabelText('Booking Reference')).toBeHidden();
});

test('after midnight the trips of the last twelve hours stay, below Yesterday', async () => {
  const at = (datetime: string, name: string) => buildTrip(amy, { datetime, suburb: name });
  const trips = [
    at('2026-11-21T14:25:00.000Z', 'Milton'),
    at('2026-11-21T13:50:00.000Z', 'Ascot'),
    at('2026-11-21T02:00:00.000Z', 'Toowong'),
  ];
  await openApp('/', { on: 'phone', answers: storeTrips([amy], trips), now: '2026-11-21T15:11:00.000Z' });
  const lines = page.getByRole('button', { name: /^Edit trip:/ });
  await expect(lines).toHaveCount(2);
  await expect(page.getByText('1 trip', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible();
  await expect(lines.last()).toHaveTextContent('23:50');
  await expect(page.getByRole('link', { name: 'Show all in Trip History' })).toHaveAttribute(
    'href',
    '/?tab=history&startDate=2026-11-21&endDate=2026-11-22',
  );
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
  await reload();
  await expect(arrived).toBeVisible();
});

test('the shortcut "Repeat last" fills in the last trip, and a tap logs it', async () => {
  const trips = [buildTrip(amy, { waitingTime: 12 })];
  await openApp('/?repeat', { on: 'phone', answers: storeTrips([amy], trips) });
  await expect(suburb).toHaveValue('Toowong');
  await expect(waitingTime).toHaveValue('12');
  await expect(submit).toHaveFocus();
  await expect.poll(() => `${location.pathname}${location.search}`).toBe('/');

  // what is half typed is not overwritten
  await suburb.fill('Ascot');
  history.replaceState(null, '', '/?repeat');
  await reload();
  await expect(repeat).toBeVisible();
  await expect.poll(() => `${location.pathname}${location.search}`).toBe('/');
  await expect(suburb).toHaveValue('Ascot');

  await repeat.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect.poll(() => trips.length).toBe(2);
});

test('Enter goes from the suburb to the waiting time, submits, and comes back', async () => {
  const server = await openApp('/', { answers: withDriver() });
  await expect(suburb).toHaveFocus();
  await userEvent.keyboard('toowong{Enter}');
  await expect(waitingTime).toHaveFocus();
  await userEvent.keyboard('7{Enter}');
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(suburb).toHaveFocus();
  await expect
    .poll(() => server.sent('POST /api/trips'))
    .toMatchObject([{ suburb: 'Toowong', waitingTime: 7 }]);
});
