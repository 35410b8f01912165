import { createTripSchema } from '@shared/trips/trips';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { amy, CODE, phoneSession, storePhone, whoseOf } from '@test/drivers-phone';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openSignedOut, reload } from '@test/open-app';
import { signInButton } from '@test/session';
import { outboxStatus, waitingKeys } from '@test/waiting-trips';
import { beforeEach, expect as expectValue, test } from 'vitest';
import { page } from 'vitest/browser';
import { parse } from 'zod/mini';
import { addRecord } from '@/features/outbox/outbox-records';
import { newRecord } from '@/features/outbox/waiting-record';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const question = (of: string) => heading(`This is ${of}'s phone for Smith Cars Pty Ltd: use it?`);
const ben = buildDriver({ firstName: 'Ben' });
const toowong = buildTrip(amy, { createdAt: '2026-11-22T01:00:00.000Z' });

/** Adds a trip that Amy or the office logged in this browser without a network. */
async function wait(owner: string) {
  const { driverId, driverAuthorityLicense, suburb, postcode, datetime } = toowong;
  const typed = { driverId, driverAuthorityLicense, suburb, postcode, datetime, waitingTime: 5 };
  const trip = parse(createTripSchema, typed);
  await addRecord(newRecord(owner, { trip, driverName: 'Amy Young' }, new Date(datetime)));
}

/** Has each code be one of Ben's. */
const codeOf = (driver: typeof phoneSession.driver) => ({
  'POST /api/auth/phone/whose': whoseOf(driver),
  'POST /api/auth/phone': { ...phoneSession, driver },
});
const bens = codeOf({ id: ben.id, name: 'Ben Young' });

const openLink = () => {
  history.replaceState(null, '', '/phone');
  location.hash = CODE;
};

beforeEach(() => void expectedErrors.push(/40[13]|503/));

test('the question of a link is still there after a reload, until it is answered', async () => {
  const { answers } = storePhone([toowong], { is: 'unknown' });
  await openSignedOut(`/phone#${CODE}`, { on: 'phone', answers });
  await expect(question('Amy Young')).toBeVisible();
  await reload();
  await expect(question('Amy Young')).toBeVisible();
  await button('Not now').click();
  await expect(signInButton).toBeVisible();
  await reload();
  await expect(signInButton).toBeVisible();
  expectValue(Object.values(sessionStorage)).not.toContain(CODE);
});

test('a driver finds the way to type a code above the form, and the browser goes back from it', async () => {
  const { answers } = storePhone([toowong], { is: 'unknown' });
  await openSignedOut('/', { on: 'phone', answers });
  await button('I drive for someone').click();
  await expect(heading('I drive for someone')).toBeVisible();
  history.back();
  await expect(signInButton).toBeVisible();
  const { bottom } = button('I drive for someone').element().getBoundingClientRect();
  expectValue(bottom).toBeLessThan(innerHeight / 2);
});

test("sends what waits on Amy's phone before it becomes Ben's", async () => {
  const { answers } = storePhone([toowong]);
  const server = await openSignedOut('/', { on: 'phone', answers });
  await expect(logTrip.repeat).toBeVisible();
  const reconnect = server.cutOff();
  await logTrip.repeat.click();
  await expect(outboxStatus).toHaveTextContent('Offline, 1 trip waiting');
  server.change(bens);
  reconnect();
  openLink();
  await button('Use this phone').click();
  await expect(heading('Ben Young')).toBeVisible();
  const posted = server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expectValue(posted.indexOf('/api/trips')).toBeGreaterThan(-1);
  expectValue(posted.indexOf('/api/trips')).toBeLessThan(posted.indexOf('/api/auth/phone'));
});

test("stays Amy's phone while a trip of hers cannot be sent", async () => {
  const { answers } = storePhone([toowong]);
  const refusal = refuse(503, 'Please try again', { code: 'unavailable' });
  const server = await openSignedOut('/', {
    on: 'phone',
    answers: { ...answers, 'POST /api/trips': refusal },
  });
  await expect(logTrip.repeat).toBeVisible();
  await logTrip.repeat.click();
  await expect.poll(waitingKeys).toHaveLength(1);
  server.change(bens);
  openLink();
  await button('Use this phone').click();
  await expect(page.getByRole('alert')).toHaveTextContent('1 trip of Amy Young waits here.');
  await expectNoViolations();
  expectValue(server.sent('POST /api/auth/phone')).toEqual([]);
  await button('Not now').click();
  await expect(heading('Amy Young')).toBeVisible();
});

test('knows whose a trip is by the driver, not by the name', async () => {
  await wait(`${phoneSession.id}/${amy.id}`);
  localStorage.setItem('phone', JSON.stringify({ phone: phoneSession, isEnded: true }));
  const { state, answers } = storePhone([toowong], { is: 'unknown' });
  const over = refuse(401, 'Please sign in', { code: 'unauthorised' });
  const namesake = codeOf({ id: ben.id, name: 'Amy Young' });
  const server = await openSignedOut('/', {
    on: 'phone',
    answers: { ...answers, ...namesake, 'POST /api/drivers/held': over },
  });
  await button('Type a new code').click();
  await page.getByLabelText('Code', { exact: true }).fill(CODE);
  await button('Use this phone').click();
  await expect(page.getByRole('alert')).toHaveTextContent('1 trip of Amy Young waits here.');
  await button('Not now').click();
  server.change(codeOf({ id: amy.id, name: 'Amy Smith' }));
  // this code is Amy's: from now on the server takes the browser for the phone
  state.is = 'on';
  await button('Type a new code').click();
  await page.getByLabelText('Code', { exact: true }).fill(CODE);
  await button('Use this phone').click();
  await expect(heading('Amy Smith')).toBeVisible();
});

test('an ended phone whose trips cannot be handed in becomes that of its driver again, but of no other', async () => {
  await wait(`${phoneSession.id}/${amy.id}`);
  localStorage.setItem('phone', JSON.stringify({ phone: phoneSession, isEnded: true }));
  const { state, answers } = storePhone([toowong], { is: 'unknown' });
  const over = refuse(401, 'Please sign in', { code: 'unauthorised' });
  const server = await openSignedOut('/', {
    on: 'phone',
    answers: { ...answers, ...bens, 'POST /api/drivers/held': over },
  });
  await button('Type a new code').click();
  await page.getByLabelText('Code', { exact: true }).fill(CODE);
  await button('Use this phone').click();
  await expect(page.getByRole('alert')).toHaveTextContent('1 trip of Amy Young waits here.');
  await button('Not now').click();
  server.change({ ...answers, 'POST /api/drivers/held': over });
  state.is = 'unknown';
  await button('Type a new code').click();
  await page.getByLabelText('Code', { exact: true }).fill(CODE);
  await button('Use this phone').click();
  await expect(heading('Amy Young')).toBeVisible();
  await expect.poll(() => server.sent('POST /api/trips')).toHaveLength(1);
});

test('a phone says what of others waits in its browser', async () => {
  await wait(`${phoneSession.id}/${ben.id}`);
  await wait(phoneSession.id);
  const { answers } = storePhone([toowong]);
  await openSignedOut('/', { on: 'phone', answers });
  await expect(page.getByText('2 trips of Amy Young wait on this phone')).toBeVisible();
  await expectNoViolations();
});
