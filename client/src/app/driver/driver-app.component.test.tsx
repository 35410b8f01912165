import { MAX_HANDED_IN } from '@shared/limits';
import { createTripSchema, type Trip } from '@shared/trips/trips';
import { expectNoViolations } from '@test/axe';
import { buildHolder, buildTrip } from '@test/data';
import { amy, CODE, type PhoneState, phoneSession, storePhone } from '@test/drivers-phone';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { type Opened, openApp, openSignedOut, reload } from '@test/open-app';
import { fillLogin, toast, toasts } from '@test/screen';
import { logout, signInButton } from '@test/session';
import { storeTrips } from '@test/stores';
import { outboxStatus, waitingKeys } from '@test/waiting-trips';
import { beforeEach, describe, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parse } from 'zod/mini';
import { addRecord } from '@/features/outbox/outbox-records';
import { newRecord } from '@/features/outbox/waiting-record';

const { submit, repeat } = logTrip;
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = heading("This is Amy Young's phone for Smith Cars Pty Ltd: use it?");
const ended = heading("This is no longer Amy's phone");
const codeField = page.getByLabelText('Code', { exact: true });
const owner = `${phoneSession.id}/${amy.id}`;

const toowong = buildTrip(amy, {
  createdAt: '2026-11-22T01:00:00.000Z',
  vehicleId: 'car',
  vehicleRegistration: '123ABC',
});

type OpenedPhone = Omit<Opened, 'answers'> & { path?: string; trips?: Trip[]; is?: PhoneState['is'] };

/** Opens the app on Amy's own phone, or on one that may become it. */
async function openPhone({ path = '/', trips = [toowong], is = 'on', ...opened }: OpenedPhone = {}) {
  const { state, answers } = storePhone(trips, { is });
  const server = await openSignedOut(path, { on: 'phone', ...opened, answers });
  return { server, state };
}

beforeEach(() => void expectedErrors.push(/40[13]/));

describe('a code', () => {
  test("of a link leaves the address at once, and makes the phone the driver's only when asked", async () => {
    const { server } = await openPhone({ path: `/phone#${CODE}`, is: 'unknown' });
    await expect(question).toBeVisible();
    expect(location.href).not.toContain(CODE);
    expect(server.sent('POST /api/auth/phone')).toEqual([]);
    await expectNoViolations();
    await button('Use this phone').click();
    await expect(submit).toBeVisible();
    expect(server.sent('POST /api/auth/phone')).toEqual([{ code: CODE }]);
    expect(location.pathname).toBe('/');
    await expect(heading('Amy Young')).toBeVisible();
    await expect(logout).not.toBeInTheDocument();
  });

  test('can be typed on the login screen; a wrong one is said so, and the next one works', async () => {
    const { server } = await openPhone({ is: 'unknown' });
    await button('I drive for someone').click();
    await expect(codeField).toHaveFocus();
    await userEvent.keyboard('00000000');
    await expect(page.getByRole('alert')).toHaveTextContent('Ask the office for a new one');
    // its last digit sent it: each wrong one counts
    await button('Continue').click();
    expect(server.sent('POST /api/auth/phone/whose')).toHaveLength(1);
    await expectNoViolations();
    await codeField.fill('1234 5678');
    await expect(question).toBeVisible();
    await button('Use this phone').click();
    await expect(submit).toBeVisible();
  });

  test('signs out who was signed in there, who is told before', async () => {
    const { state, answers } = storePhone([toowong], { is: 'unknown' });
    const server = await openApp('/', { on: 'phone' });
    await expect.poll(() => localStorage.getItem('sessionHolder')).not.toBe(null);
    server.change(answers);
    server.change({ 'GET /api/auth/me': () => (state.is === 'on' ? phoneSession : buildHolder()) });
    history.replaceState(null, '', '/phone');
    location.hash = CODE;
    await expect(page.getByText('This signs Smith Cars Pty Ltd out here')).toBeVisible();
    await expect(button('Not now')).toHaveFocus();
    await expectNoViolations();
    await button('Use this phone').click();
    await expect(heading('Amy Young')).toBeVisible();
    expect(localStorage.getItem('sessionHolder')).toBe(null);
    expect(document.cookie).toBe('');
  });
});

describe('on their own phone', () => {
  test('a driver repeats the last trip, and nothing leads to another screen or asks for what is closed to a phone', async () => {
    const { server } = await openPhone();
    await expect(repeat).toHaveTextContent('Toowong 4066');
    // it is the driver's own: only the heading names them
    await expect(repeat).not.toHaveTextContent('Amy');
    await expect(repeat).toHaveTextContent('123ABC');
    await expect(logTrip.driver).not.toBeVisible();
    await expect(page.getByLabelText('Driver Authority License')).toHaveValue(amy.driverAuthorityLicense);
    await repeat.click();
    await expect(toast('Trip logged successfully!')).toBeVisible();
    await expect.poll(() => server.sent('POST /api/trips')).toMatchObject([{ driverId: amy.id }]);
    expect(server.calls.find(({ method }) => method === 'POST')?.headers.get('Expected-Holder')).toBe(owner);
    expect(
      page
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Skip to content']);
    expect(page.getByRole('tab').elements()).toEqual([]);
    const asked = new Set(server.calls.map(({ method, path }) => `${method} ${path}`));
    expect([...asked].filter((call) => /to-do|lodgements|checks|shifts$|statistics/.test(call))).toEqual([]);
    await expectNoViolations();
  });

  test("yesterday's trips are below those of today, and those too old to be changed are only shown", async () => {
    const old = { datetime: '2026-11-21T01:00:00.000Z', createdAt: '2026-11-21T01:00:00.000Z' };
    await openPhone({ trips: [toowong, buildTrip(amy, { ...old, suburb: 'Milton' })] });
    await expect(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible();
    await expect(page.getByRole('listitem').getByText('Milton')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit trip: .*Toowong/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit trip: .*Milton/ })).not.toBeInTheDocument();
    await page.getByRole('button', { name: /^Edit trip: .*Toowong/ }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Trip' })).toBeVisible();
    await expect(page.getByText('Changes', { exact: true })).not.toBeInTheDocument();
    await expectNoViolations();
  });

  test('trips and a shift wait while offline, also over a reload, and are sent once', async () => {
    const { server } = await openPhone();
    await expect(repeat).toBeVisible();
    const reconnect = server.cutOff();
    await repeat.click();
    await button('Start shift').click();
    await expect(outboxStatus).toHaveTextContent('Offline, 2 waiting');
    await reload();
    await expect(heading('Amy Young')).toBeVisible();
    await expect(outboxStatus).toHaveTextContent('Offline, 2 waiting');
    reconnect();
    await expect.poll(() => server.sent('POST /api/shifts')).toHaveLength(1);
    expect(server.sent('POST /api/trips')).toHaveLength(1);
    await page.getByRole('button', { name: /^On shift since/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Shift' });
    await dialog.getByLabelText('Start').fill('11:30');
    await dialog.getByRole('button', { name: 'Update Shift' }).click();
    await expect
      .poll(() => server.sent('PUT /api/shifts/:id'))
      .toMatchObject([{ driverId: amy.id, end: null }]);
  });

  test('trips of the same minute keep their order once the server lists them, and the last logged is repeated', async () => {
    const [first, last] = [
      buildTrip(amy, { suburb: 'Indooroopilly', createdAt: '2026-11-22T01:58:01.000Z' }),
      buildTrip(amy, {
        suburb: 'Milton',
        createdAt: '2026-11-22T01:58:40.000Z',
        vehicleRegistration: '123ABC',
      }),
    ];
    await openPhone({ trips: [first, last] });
    await expect(repeat).toHaveTextContent('Milton');
    await expect(page.getByRole('listitem').first()).toHaveTextContent('Milton');
    await expect(page.getByRole('listitem').first()).toHaveTextContent('123ABC');
    await expect(page.getByRole('listitem').nth(1)).toHaveTextContent('Indooroopilly');
  });

  test('a code for the app on the home screen is shown there', async () => {
    const { server } = await openPhone();
    await button('This phone').click();
    await button('Show a code').click();
    await expect(page.getByText('8765 4321')).toBeVisible();
    expect(server.calls.at(-1)?.path).toBe(`/api/drivers/${amy.id}/phone-codes`);
    await expectNoViolations();
  });

  test("it stays the driver's while something waits, and then ends there", async () => {
    const { server, state } = await openPhone();
    await expect(repeat).toBeVisible();
    const reconnect = server.cutOff();
    await repeat.click();
    // it lies over the header
    await toasts.getByRole('button', { name: 'Close' }).click();
    await button('This phone').click();
    const end = button("Not Amy's phone any more");
    await expect(end).toBeDisabled();
    await expect(page.getByText('1 trip waits here.')).toBeVisible();
    reconnect();
    await end.click();
    await expectNoViolations();
    await button('Stop here').click();
    await expect(signInButton).toBeVisible();
    expect(state.is).toBe('unknown');
    await reload();
    await expect(signInButton).toBeVisible();
  });
});

describe('a phone that has ended', () => {
  /** Logs a trip without a network on a phone that ends meanwhile. */
  async function endWhileWaiting() {
    const { server, state } = await openPhone();
    await expect(repeat).toBeVisible();
    const reconnect = server.cutOff();
    await repeat.click();
    await expect(outboxStatus).toHaveTextContent('Offline, 1 trip waiting');
    state.is = 'ended';
    return { server, state, reconnect };
  }

  test('hands in what waited, says so, and leads to the login screen', async () => {
    const { server, state, reconnect } = await endWhileWaiting();
    const keys = await waitingKeys();
    reconnect();
    await expect(ended).toBeVisible();
    await expect(page.getByText('1 trip that waited here is with the office.')).toBeVisible();
    expect(server.sent('POST /api/drivers/held')).toMatchObject([
      {
        records: [
          {
            key: keys[0],
            loggedAt: expect.stringMatching(/^2026-11-22T02:00/),
            trip: { suburb: 'Toowong', driverId: amy.id },
          },
        ],
      },
    ]);
    expect(await waitingKeys()).toEqual([]);
    await expectNoViolations();
    await button('To the sign-in screen').click();
    await expect(signInButton).toBeVisible();
    expect(state.is).toBe('unknown');
    await reload();
    await expect(signInButton).toBeVisible();
  });

  test('shows what was logged in a tab after another one had left the phone', async () => {
    const { state } = await openPhone();
    await expect(repeat).toBeVisible();
    state.is = 'unknown';
    localStorage.removeItem('phone');
    await repeat.click();
    await expect(ended).toBeVisible();
    await expect(page.getByText(/^1 trip still waits on this phone\./)).toBeVisible();
    await reload();
    await expect(page.getByText(/^1 trip still waits on this phone\./)).toBeVisible();
  });

  test('keeps what could not be handed in, and tries again at the next start', async () => {
    const { server, reconnect } = await endWhileWaiting();
    server.change({ 'POST /api/drivers/held': refuse(503, 'Please try again', { code: 'unavailable' }) });
    expectedErrors.push(/503/);
    reconnect();
    await expect(page.getByText(/^1 trip still waits on this phone\./)).toBeVisible();
    await expect(button('Try again')).toBeVisible();
    await expectNoViolations();
    await button('To the sign-in screen').click();
    await expect(signInButton).toBeVisible();
    server.change({ 'POST /api/drivers/held': undefined });
    await reload();
    await expect(page.getByText('1 trip that waited here is with the office.')).toBeVisible();
  });

  test('hands in many a few at a time, and the rest once the server answers again', async () => {
    const { driverId, driverAuthorityLicense, suburb, postcode, datetime } = toowong;
    const trip = parse(createTripSchema, {
      ...{ driverId, driverAuthorityLicense, suburb, postcode, datetime },
      waitingTime: 5,
    });
    for (let count = 0; count < MAX_HANDED_IN + 2; count += 1)
      await addRecord(newRecord(owner, { trip, driverName: 'Amy Young' }, new Date(datetime)));
    localStorage.setItem('phone', JSON.stringify({ phone: phoneSession, isEnded: true }));
    const { answers } = storePhone([], { is: 'ended' });
    let calls = 0;
    const takesSome = () => {
      calls += 1;
      return calls === 1 ? undefined : refuse(503, 'Please try again', { code: 'unavailable' });
    };
    expectedErrors.push(/503/);
    const server = await openSignedOut('/', {
      on: 'phone',
      answers: { ...answers, 'POST /api/drivers/held': takesSome },
    });
    await expect(page.getByText(/^2 trips still wait on this phone\./)).toBeVisible();
    server.change({ 'POST /api/drivers/held': undefined });
    await button('Try again').click();
    await expect(
      page.getByText(`${MAX_HANDED_IN + 2} trips that waited here are with the office.`),
    ).toBeVisible();
    expect(await waitingKeys()).toEqual([]);
  });

  test('keeps the one that the server cannot take, and hands in the others', async () => {
    const { server, reconnect } = await endWhileWaiting();
    let calls = 0;
    server.change({
      'POST /api/drivers/held': () => {
        calls += 1;
        return refuse(400, 'The key must be a UUID');
      },
    });
    expectedErrors.push(/400/);
    reconnect();
    await expect(page.getByText(/^1 trip still waits on this phone\./)).toBeVisible();
    expect(calls).toBe(2);
    expect(await waitingKeys()).toHaveLength(1);
  });

  test('the office, who signs in there, sees and sends what waits', async () => {
    const { server, state, reconnect } = await endWhileWaiting();
    server.change({ 'POST /api/drivers/held': refuse(401, 'Please sign in', { code: 'unauthorised' }) });
    reconnect();
    await expect(page.getByText(/^1 trip still waits on this phone\./)).toBeVisible();
    await expect(button('Try again')).not.toBeInTheDocument();
    await button('To the sign-in screen').click();
    state.is = 'unknown';
    server.change({
      ...emptyAnswers,
      ...storeTrips([amy], []),
      'POST /api/auth/login': { beaHolder: buildHolder() },
    });
    await fillLogin(buildHolder());
    await signInButton.click();
    await expect(logout).toBeVisible();
    const owners = () =>
      server.calls
        .filter(({ method, path }) => `${method} ${path}` === 'POST /api/trips')
        .map(({ headers }) => headers.get('Expected-Holder'));
    await expect.poll(() => owners().at(-1)).toBe(phoneSession.id);
    await expect.poll(waitingKeys).toEqual([]);
  });
});

test('a tab of the office becomes the phone that another tab has made of the browser', async () => {
  const server = await openApp('/', { on: 'phone' });
  const { answers } = storePhone([toowong]);
  server.change({
    ...answers,
    'GET /api/lodgements': refuse(403, "A driver's phone can only log trips.", { code: 'not-on-a-phone' }),
    'GET /api/reports/portal-data': refuse(403, "A driver's phone can only log trips.", {
      code: 'not-on-a-phone',
    }),
  });
  await page.getByRole('combobox', { name: 'Section' }).selectOptions('Reports');
  await expect(heading('Amy Young')).toBeVisible();
});
