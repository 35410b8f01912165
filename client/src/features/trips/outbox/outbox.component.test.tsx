import type { CreateTrip, Trip } from '@shared/trips/trips';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildHolder, buildTrip } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse, replyTo, unreachable } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { openTab, toast } from '@test/screen';
import { logout, openRemembered, signInButton } from '@test/session';
import { storeTrips } from '@test/stores';
import { card, logAgain, outboxStatus as status, WAITING, waitingKeys } from '@test/waiting-trips';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Kowalski' });
const online = () => window.dispatchEvent(new Event('online'));
const waitingToday = page.getByRole('listitem').filter({ hasText: WAITING });
const boxes = page.getByRole('checkbox', { name: /^Select trip:/ });
const edit = page.getByRole('dialog', { name: 'Edit Trip' });
const minutes = (trips: readonly Trip[]) =>
  trips.map(({ waitingTime }) => waitingTime ?? 0).sort((a, b) => a - b);

/** Keeps trips as the server does: what comes with a key that was there before is not stored again. */
function storeByKey(trips = [buildTrip(amy)]) {
  const byKey = new Map<string, Trip>();
  const answers = storeTrips([amy, ben], trips);
  const log = async (call: Call) => {
    const key = call.headers.get('Idempotency-Key') ?? '';
    const trip = byKey.get(key) ?? ((await replyTo(answers['POST /api/trips'], call)) as Trip);
    byKey.set(key, trip);
    return trip;
  };
  return {
    trips,
    /** The keys of the stored trips, in the order in which they came. */
    keys: () => [...byKey.keys()],
    answers: { ...answers, 'POST /api/trips': log } satisfies Answers,
  };
}

test('a trip is logged while the line hangs, and the form is free for the next', async () => {
  const { answers, trips } = storeByKey();
  const server = await openApp('/', { on: 'phone', answers, runs: true });
  const release = server.hold('POST /api/trips');
  for (const count of [1, 2]) {
    await logTrip.repeat.click();
    await expect(toast('Trip logged successfully!').last()).toBeVisible();
    await expect(waitingToday).toHaveCount(count);
    await vi.advanceTimersByTimeAsync(2000); // until then a tap is part of a double tap
  }
  await expect(status).toHaveTextContent('Sending 2 trips…');
  await expectNoViolations();
  release();
  await expect(status).toHaveTextContent('All trips sent');
  await expect(page.getByText(WAITING)).toBeHidden();
  expect(trips).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(4000);
  await expect(status).toHaveTextContent(/^$/);
  await expect(page.getByText('3 trips', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit trip:/ })).toHaveCount(3);
});

test('without network the toast says that the trip waits, and its minutes are not cut', async () => {
  const priya = buildDriver({ firstName: 'Priya Alexandrina', lastName: 'Ngāti-Papadopoulos' });
  const answers = storeTrips([priya], [buildTrip(priya)]);
  const server = await openApp('/', { on: 'phone', answers });
  await expect(logTrip.repeat).toHaveTextContent('Toowong 4066');
  server.cutOff();
  await logTrip.repeat.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect(page.getByText('Saved here, sends when online').first()).toBeVisible();
  await expect(waitingToday).toHaveTextContent('Toowong 4066');
  await expect(waitingToday).toHaveTextContent('5 min wait · Priya');
  // the header says it already
  await page.getByRole('button', { name: 'Start shift' }).click();
  const badge = page.getByText('1 trip and 1 shift waiting', { exact: true });
  await expect(badge).toBeHidden();
  window.scrollTo(0, 200);
  await expect(badge).toBeInViewport();

  // the suburb of a waiting trip is offered first
  await logTrip.typeSuburb('ascot');
  await logTrip.submit.click();
  const suburbs = page.getByRole('group', { name: 'Recent suburbs' }).getByRole('button');
  await expect(suburbs.nth(1)).toHaveTextContent('Ascot');
  await logTrip.recentSuburb('Toowong').click();
  await logTrip.submit.click();
  await expect(suburbs.nth(1)).toHaveTextContent('Toowong');
  await expect(suburbs.nth(2)).toHaveTextContent('Ascot');
});

test('trips logged without network wait, can be changed and deleted, and are sent in order', async () => {
  const { answers, trips, keys } = storeByKey();
  const server = await openApp('/', { on: 'phone', answers });
  await expect(logTrip.repeat).toBeVisible();
  const answerAgain = server.answerAll(unreachable);
  for (const waitingTime of ['3', '4', '5']) {
    await logTrip.recentSuburb('Toowong').click();
    await logTrip.waitingTime.fill(waitingTime);
    await logTrip.submit.click();
    await expect(logTrip.suburb).toHaveValue('');
  }
  await expect(status).toHaveTextContent('Offline, 3 trips waiting');
  await expect(waitingToday).toHaveCount(3);
  await expectNoViolations();
  const [first, , third] = await waitingKeys();

  // on the first page of the history they are edited and deleted
  await openTab('Trip History');
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible();
  const rows = card(WAITING).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expectNoViolations();
  await rows
    .nth(2)
    .getByRole('button', { name: /^Edit trip/ })
    .click();
  await edit.getByLabelText('Waiting Time (minutes)').fill('30');
  await edit.getByRole('button', { name: 'Update Trip' }).click();
  await expect(edit).toBeHidden();
  await rows
    .nth(1)
    .getByRole('button', { name: /^Delete trip/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trip' }).click();
  await expect(rows).toHaveCount(2);

  answerAgain();
  online();
  await expect(status).toHaveTextContent('All trips sent');
  await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible();
  await openTab('Log Trip');
  await openTab('Trip History');
  await expect(page.getByRole('heading', { name: WAITING })).toBeHidden();
  await expect(boxes).toHaveCount(3);
  expect(keys()).toEqual([first, third]);
  expect(minutes(trips)).toEqual([5, 5, 30]);
});

test('what the server refuses stands with its reason until it is repaired or discarded', async () => {
  expectedErrors.push(/404/);
  const { answers, trips } = storeByKey();
  const server = await openApp('/', { on: 'phone', answers });
  await expect(logTrip.repeat).toBeVisible();
  const reconnect = server.cutOff();
  await logAgain(2);
  server.change({
    'POST /api/trips': (call: Call<CreateTrip>) =>
      call.body.driverId === amy.id
        ? refuse(404, 'Driver not found', { code: 'not-found' })
        : answers['POST /api/trips'](call),
  });
  reconnect();

  await expect(status).toHaveTextContent('2 trips not accepted');
  await expect(page.getByText('Driver not found')).toHaveCount(2);
  await expectNoViolations();
  await reload();
  await status.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Not accepted' })).toBeInViewport();

  const refused = card('Not accepted');
  await refused
    .getByRole('button', { name: /^Edit trip/ })
    .first()
    .click();
  await edit.getByLabelText('Driver', { exact: true }).selectOptions('Ben Kowalski');
  await edit.getByRole('button', { name: 'Update Trip' }).click();
  await expect(edit).toBeHidden();
  await expect.poll(() => trips).toContainEqual(expect.objectContaining({ driverName: 'Ben Kowalski' }));
  await expect(status).toHaveTextContent('1 trip not accepted');

  await refused.getByRole('button', { name: /^Discard trip/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard what was not accepted?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(toast('Trip discarded')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not accepted' })).toBeHidden();
  expect(trips).toHaveLength(2);
});

test('a trip whose answer was lost is sent again and stored once, with what became of it meanwhile', async () => {
  const { answers, trips, keys } = storeByKey();
  const server = await openApp('/', { answers });
  const table: Answers = answers;
  const lose = (pattern: string) => ({
    [pattern]: async (call: Call) => {
      await replyTo(table[pattern], call);
      unreachable();
    },
  });
  server.change({
    ...lose('POST /api/trips'),
    ...lose('PUT /api/trips/:id'),
    ...lose('DELETE /api/trips/:id'),
  });
  await logAgain(3);
  // the first is stored, and no one knows
  await expect.poll(() => trips.length).toBe(2);
  await expect(status).toHaveTextContent('Offline, 3 trips waiting');

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(toast('Trip deleted successfully')).toBeVisible();
  await expect(waitingToday).toHaveCount(2);
  await reload();
  await expect(waitingToday).toHaveCount(2);
  // the first was logged first: it stands last
  await waitingToday
    .last()
    .getByRole('button', { name: /^Edit trip/ })
    .click();
  await edit.getByLabelText('Waiting Time (minutes)').fill('44');
  await edit.getByRole('button', { name: 'Update Trip' }).click();
  await expect(edit).toBeHidden();

  server.change(answers);
  online();
  await expect(status).toHaveTextContent('All trips sent');
  expect(minutes(trips)).toEqual([0, 5, 44]);
  expect(keys()).toHaveLength(2);
});

test('a trip on its way when a remembered session had expired is stored once, without an error', async () => {
  expectedErrors.push(/401/);
  const { answers, keys } = storeByKey();
  const { session } = await openRemembered(answers);
  await expect(logTrip.repeat).toBeVisible();
  session.isOpen = false;
  await logAgain(1);
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await expect.poll(waitingKeys).toEqual([]);
  expect(keys()).toHaveLength(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toast('Error')).toBeHidden();
});

test('signing out with waiting trips says so, and another holder on the device neither sees nor sends them', async () => {
  const { answers, keys } = storeByKey();
  const server = await openApp('/', { answers: { ...answers, 'POST /api/auth/logout': undefined } });
  await expect(logTrip.repeat).toBeVisible();
  server.change({ 'POST /api/trips': unreachable });
  await logAgain(2);
  await logout.click();
  const question = page.getByRole('alertdialog', { name: 'Log out with 2 trips waiting?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(waitingToday).toHaveCount(2);
  await logout.click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(signInButton).toBeVisible();

  const other = buildHolder({ id: '00000000-0000-4000-8000-00000000000b', beaNumber: 'BEA-2' });
  server.change({
    ...emptyAnswers,
    'POST /api/trips': answers['POST /api/trips'],
    'GET /api/auth/me': other,
  });
  history.replaceState(null, '', '/?tab=history');
  await reload();
  await expect(page.getByText('No trips found')).toBeVisible();
  await expect(page.getByRole('heading', { name: WAITING })).toBeHidden();
  await expect(status).toHaveTextContent(/^$/);
  expect(await waitingKeys()).toHaveLength(2);

  server.change({ ...answers, 'GET /api/auth/me': buildHolder() });
  history.replaceState(null, '', '/');
  await reload();
  await expect.poll(waitingKeys).toEqual([]);
  expect(keys()).toHaveLength(2);
  const holders = server.calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/trips')
    .map(({ headers }) => headers.get('Expected-Holder'));
  expect(new Set(holders)).toEqual(new Set([buildHolder().id]));
});

test('trips wait while the disk of the server is full, none is refused, and are sent once there is room', async () => {
  expectedErrors.push(/507/);
  const { answers, trips } = storeByKey();
  const message = 'The server has run out of disk space. Nothing was saved. Please try again later.';
  const full = () =>
    Response.json({ message, code: 'disk-full' }, { status: 507, headers: { 'Retry-After': '2' } });
  const server = await openApp('/', { answers: { ...answers, 'POST /api/trips': full }, runs: true });
  const asked = () => server.sent('POST /api/trips').length;
  await logAgain(3);
  const keys = await waitingKeys();
  expect(keys).toHaveLength(3);
  // tried again when the server asks for it, the first trip first
  await vi.advanceTimersByTimeAsync(2000);
  await expect.poll(asked).toBeGreaterThan(2);
  expect(await waitingKeys()).toEqual(keys);
  await expect(page.getByText(/not accepted/i)).toHaveCount(0);

  server.change(answers);
  // a second at a time: it is said for four
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return status.element().textContent;
    })
    .toBe('All trips sent');
  expect(trips).toHaveLength(4);
  expect(await waitingKeys()).toEqual([]);
});
