import type { Shift } from '@shared/shifts/shifts';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildShift, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp, reload } from '@test/open-app';
import { toast } from '@test/screen';
import { storeShifts, storeTrips } from '@test/stores';
import { logAgain, outboxStatus, waitingKeys } from '@test/waiting-trips';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Okafor' });
const startButton = page.getByRole('button', { name: 'Start shift' });
const endButton = page.getByRole('button', { name: 'End shift' });
const driver = page.getByLabelText('Driver', { exact: false }).first();

const answersWith = (shifts: Shift[]) => ({
  ...storeTrips([amy, ben], [buildTrip(amy)]),
  ...storeShifts([amy, ben], shifts),
});

test("one tap starts the selected driver's shift and one ends it, with Undo", async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/', { on: 'phone', answers: answersWith(shifts) });
  await expect(logTrip.repeat).toBeVisible();
  await startButton.click();
  await expect(toast('Shift started')).toBeVisible();
  await expect(toast('Amy Young, since 12:00')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Amy: on shift since 12:00' })).toBeVisible();
  await expect(endButton).toBeInViewport();
  await expectNoViolations();
  await expect.poll(() => shifts).toMatchObject([{ driverId: amy.id, end: null }]);

  vi.setSystemTime(new Date('2026-11-22T06:30:40.000Z'));
  await endButton.click();
  await expect(toast('Shift ended')).toBeVisible();
  await expect(toast('Amy Young, 12:00 to 16:30')).toBeVisible();
  await expect(startButton).toBeVisible();
  await expect.poll(() => shifts).toMatchObject([{ end: '2026-11-22T06:30:00.000Z' }]);
  expect(server.sent('POST /api/shifts')).toEqual([
    { driverId: amy.id, start: '2026-11-22T02:00:00.000Z', end: null, note: null },
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('The shift goes on')).toBeVisible();
  await expect(endButton).toBeVisible();
  await expect.poll(() => shifts).toMatchObject([{ end: null }]);
});

test('a start that was a mistake is taken back by Undo', async () => {
  const shifts: Shift[] = [];
  await openApp('/', { on: 'phone', answers: answersWith(shifts) });
  await startButton.click();
  await expect.poll(() => shifts).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Shift removed')).toBeVisible();
  await expect(startButton).toBeVisible();
  await expect.poll(() => shifts).toEqual([]);
});

test('each driver has a shift, and the button is that of the selected one', async () => {
  const open = buildShift(ben, { start: '2026-11-21T20:10:00.000Z', end: null });
  await openApp('/', { on: 'phone', answers: answersWith([open]) });
  const state = page.getByRole('link', { name: /: on shift/ });
  await expect(startButton).toBeEnabled();
  await driver.selectOptions('Ben Okafor');
  await expect(endButton).toBeVisible();
  await expect(state).toHaveTextContent(/^Ben: on shift since 06:10/);
  await driver.selectOptions('Amy Young');
  await expect(startButton).toBeVisible();
  await expect(state).toBeHidden();
  await startButton.click();
  await expect(state).toHaveTextContent(/^Amy: on shift since 12:00/);
});

test('without network a shift waits with its trips, ends as one, and is sent before them', async () => {
  const shifts: Shift[] = [];
  const answers = answersWith(shifts);
  const server = await openApp('/', { on: 'phone', answers });
  await expect(logTrip.repeat).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit trip:/ })).toHaveCount(1);
  await expect(startButton).toBeEnabled();
  const reconnect = server.cutOff();
  await startButton.click();
  await expect(toast('Amy Young, since 12:00. Saved here, sends when online')).toBeVisible();
  await logAgain(2);
  await expect(outboxStatus).toHaveTextContent('Offline, 3 waiting');
  // the list of today's trips does not have the shift
  expect(await waitingKeys()).toHaveLength(3);
  await expect(page.getByRole('button', { name: /^Edit trip:/ })).toHaveCount(3);
  await reload();
  await expect(page.getByRole('link', { name: 'Amy: on shift since 12:00' })).toBeVisible();
  vi.setSystemTime(new Date('2026-11-22T06:30:00.000Z'));
  await endButton.click();
  await expect(outboxStatus).toHaveTextContent('Offline, 3 waiting');
  reconnect();
  await expect(outboxStatus).toHaveTextContent('All sent');
  expect(shifts).toMatchObject([{ start: '2026-11-22T02:00:00.000Z', end: '2026-11-22T06:30:00.000Z' }]);
  const sent = server.calls.filter(({ method, path }) => method === 'POST' && /shifts|trips/.test(path));
  expect(sent.map(({ path }) => path).slice(-3)).toEqual(['/api/shifts', '/api/trips', '/api/trips']);
  expect(server.sent('PUT /api/shifts/:id')).toEqual([]);
});

test('a shift that someone else has ended meanwhile is not overwritten, and says so', async () => {
  expectedErrors.push(/409/);
  const open = buildShift(amy, { start: '2026-11-21T20:10:00.000Z', end: null });
  const shifts = [open];
  const server = await openApp('/', { on: 'phone', answers: answersWith(shifts) });
  await expect(endButton).toBeVisible();
  shifts[0] = { ...open, end: '2026-11-22T01:50:00.000Z', version: 2 };
  await endButton.click();
  await expect(outboxStatus).toHaveTextContent('1 shift not accepted');
  await page.getByRole('link', { name: 'A shift was not accepted' }).click();
  const card = page.getByRole('heading', { name: 'Not accepted' });
  await expect(card).toBeVisible();
  await expect(page.getByText(/Someone else changed this shift/)).toBeVisible();
  await expectNoViolations();
  expect(shifts[0]).toMatchObject({ end: '2026-11-22T01:50:00.000Z' });
  await page.getByRole('button', { name: /^Discard: Amy Young/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(card).toBeHidden();
  expect(server.sent('PUT /api/shifts/:id')).toHaveLength(1);
});

test('a shift that the server refuses can be corrected and sent again', async () => {
  expectedErrors.push(/404/);
  const shifts: Shift[] = [];
  const server = await openApp('/', { on: 'phone', answers: answersWith(shifts) });
  server.change({ 'POST /api/shifts': () => refuse(404, 'Driver not found', { code: 'not-found' }) });
  await startButton.click();
  await expect(outboxStatus).toHaveTextContent('1 shift not accepted');
  server.change({ 'POST /api/shifts': storeShifts([amy, ben], shifts)['POST /api/shifts'] });
  await page.getByRole('link', { name: 'A shift was not accepted' }).click();
  await page.getByRole('button', { name: /^Edit shift: Amy Young/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Shift' });
  await dialog.getByLabelText('Driver', { exact: false }).selectOptions('Ben Okafor');
  await dialog.getByRole('button', { name: 'Update Shift' }).click();
  await expect.poll(() => shifts).toMatchObject([{ driverId: ben.id, end: null }]);
});

test('a phone whose clock was set back ends no shift before its start', async () => {
  const open = buildShift(amy, { start: '2026-11-22T03:00:00.000Z', end: null });
  const server = await openApp('/', { on: 'phone', answers: answersWith([open]) });
  await endButton.click();
  await expect(toast('This shift starts later than now')).toBeVisible();
  expect(server.sent('PUT /api/shifts/:id')).toEqual([]);
});

const leftOpen = page.getByRole('button', { name: /left open/ });
const sheet = page.getByRole('dialog', { name: 'Shifts left open' });
const rowOf = (name: string) => sheet.getByRole('listitem', { name });

for (const on of ['phone', 'smallPhone', 'desk'] as const) {
  test(`shifts that were left open are one line, and end in a dialog, on a ${on}`, async () => {
    const shifts = [buildShift(amy, { end: null }), buildShift(ben, { end: null })];
    const server = await openApp('/', { on, answers: answersWith(shifts) });
    await expect(leftOpen).toHaveTextContent('2 shifts left open · Finish them');
    await expect(leftOpen).toBeInViewport();
    await expectNoViolations();
    await leftOpen.click();
    await expect(rowOf('Ben')).toHaveTextContent(/^Ben Okafor ?since yesterday 06:10/);
    await expectNoViolations();
    await rowOf('Ben').getByRole('button', { name: 'Still driving' }).click();
    await expect(rowOf('Ben')).toHaveTextContent('still driving');
    await rowOf('Amy').getByRole('button', { name: 'Set the end' }).click();
    await expect(rowOf('Amy').getByText('Please write the time as 14:05')).toBeVisible();
    await rowOf('Amy').getByLabelText('Ended at').fill('1');
    await rowOf('Amy').getByRole('button', { name: 'Set the end' }).click();
    await expect(
      rowOf('Amy').getByText(/^06:10 to 1: 06:10 to 13:00, or .* to 01:00 the next day\?/),
    ).toBeVisible();
    await rowOf('Amy').getByLabelText('Ended at').fill('1430');
    await rowOf('Amy').getByRole('button', { name: 'Set the end' }).click();
    await expect(toast('Amy Young, 06:10 to 14:30')).toBeVisible();
    await expect(sheet).toBeHidden();
    await expect(leftOpen).toBeHidden();
    await expect.poll(() => shifts[0]?.end).toBe('2026-11-21T04:30:00.000Z');
    expect(server.sent('POST /api/trips')).toEqual([]);
    await reload();
    await driver.selectOptions('Ben Okafor');
    await expect(page.getByRole('link', { name: 'Ben: on shift since yesterday 06:10' })).toBeVisible();
    await expect(leftOpen).toBeHidden();
  });
}

test('one tap ends a shift 15 minutes after its last trip, once, that of the next shift and day left out', async () => {
  const next = { start: '2026-11-21T04:25:00.000Z', end: '2026-11-21T08:00:00.000Z' };
  const shifts = [buildShift(amy, { end: null }), buildShift(ben, { end: null }), buildShift(amy, next)];
  const trips = [
    buildTrip(amy, { datetime: '2026-11-21T22:00:00.000Z' }),
    buildTrip(amy, { datetime: '2026-11-21T04:15:00.000Z' }),
    buildTrip(amy, { datetime: '2026-11-21T05:00:00.000Z' }),
    buildTrip(ben, { datetime: '2026-11-21T05:15:00.000Z' }),
  ];
  const server = await openApp('/hours?open=left', {
    on: 'phone',
    answers: { ...answersWith(shifts), ...storeTrips([amy, ben], trips) },
  });
  await rowOf('Ben').getByRole('button', { name: 'Ended 15:30, after the last trip' }).dblClick();
  await rowOf('Amy').getByRole('button', { name: 'Ended 14:25, after the last trip' }).click();
  await expect(sheet).toBeHidden();
  await expect
    .poll(() => shifts.map(({ end }) => end))
    .toEqual(['2026-11-21T04:25:00.000Z', '2026-11-21T05:30:00.000Z', next.end]);
  expect(server.sent('PUT /api/shifts/:id')).toHaveLength(2);
  // once the answer has come
  await expect.poll(() => location.search).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(leftOpen).toHaveTextContent('1 shift left open · Finish it');
});

test('End shift of one that was left open asks when it ended, unless its driver is still driving', async () => {
  const shifts = [buildShift(amy, { end: null })];
  const server = await openApp('/', { on: 'phone', answers: answersWith(shifts) });
  await endButton.click();
  await expect(rowOf('Amy')).toHaveTextContent(/since yesterday 06:10/);
  expect(server.sent('PUT /api/shifts/:id')).toEqual([]);
  await rowOf('Amy').getByRole('button', { name: 'Still driving' }).click();
  await expect(sheet).toBeHidden();
  await endButton.click();
  await expect.poll(() => server.sent('PUT /api/shifts/:id')).toHaveLength(1);
});

test('a night shift under way is not asked about', async () => {
  const night = buildShift(amy, { start: '2026-11-21T10:00:00.000Z', end: null });
  await openApp('/', { answers: answersWith([night]), now: '2026-11-21T16:00:00.000Z' });
  await expect(page.getByRole('link', { name: 'Amy: on shift since yesterday 20:00' })).toBeVisible();
  await expect(leftOpen).toBeHidden();
});
