import { expectNoViolations } from '@test/axe';
import { buildDriver, buildShift, buildTrip, NOW } from '@test/data';
import { expect } from '@test/expect';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { storeShifts, storeTrips } from '@test/stores';
import { expect as expectValue, test, vi } from 'vitest';
import { page } from 'vitest/browser';

const BRISBANE = { zone: 'Australia/Brisbane' };
const amy = buildDriver();
const answers = () => ({ ...storeShifts([amy], []), ...storeTrips([amy], [buildTrip(amy)]) });
const warning = page.getByRole('status').filter({ hasText: "This device's clock is" });

test.each(['phone', 'desk'] as const)(
  'a clock that is ahead is said before anything is logged, on a %s',
  async (on) => {
    const server = await openApp('/', {
      on,
      ...BRISBANE,
      answers: answers(),
      serverTime: '2026-11-22T01:35:00Z',
    });
    await expect(warning).toHaveTextContent(
      "This device's clock is 25 minutes aheadIt says 12:00, the time in Brisbane is 11:35. Set the clock, or type the time yourself.",
    );
    await expect(warning).toBeInViewport({ ratio: 1 });
    // above what logs a trip or starts a shift with the time of now
    const { bottom } = warning.element().getBoundingClientRect();
    for (const button of [logTrip.submit, page.getByRole('button', { name: 'Start shift' })])
      expectValue(button.element().getBoundingClientRect().top).toBeGreaterThan(bottom);
    await expectNoViolations();
    expectValue(server.sent('POST /api/trips')).toEqual([]);
  },
);

test.each([
  ['2026-11-22T05:10:00Z', '3 hours behind', 'It says 12:00, the time in Brisbane is 15:10.'],
  ['2026-11-22T02:11:00Z', '11 minutes behind', 'It says 12:00, the time in Brisbane is 12:11.'],
  [
    '2026-11-20T02:00:00Z',
    '2 days ahead',
    'It says 22/11/2026 12:00, the time in Brisbane is 20/11/2026 12:00.',
  ],
])('where the server has %s, it is %s', async (serverTime, by, says) => {
  await openApp('/', { ...BRISBANE, answers: answers(), serverTime });
  await expect(warning).toHaveTextContent(`This device's clock is ${by}`);
  await expect(warning).toHaveTextContent(says);
});

test.each(['phone', 'desk'] as const)(
  'a time that comes from a wrong clock is marked until one is typed, on a %s',
  async (on) => {
    await openApp('/', { on, ...BRISBANE, answers: answers(), serverTime: '2026-11-22T01:35:00Z' });
    if (on === 'phone') await expect(page.getByText("Today 12:00 · by this device's clock")).toBeVisible();
    await logTrip.showDetails();
    const time = page.getByLabelText('Time', { exact: true });
    await expect(time).toHaveAccessibleDescription("By this device's clock");
    await time.fill('11:30');
    await expect(time).toHaveAccessibleDescription('');
    await expect(page.getByText("by this device's clock")).toHaveCount(0);
  },
);

test('a device elsewhere reads both times as those of Brisbane', async () => {
  await openApp('/', { zone: 'Australia/Sydney', answers: answers(), serverTime: '2026-11-22T01:35:00Z' });
  await expect(warning).toHaveTextContent('By it, the time in Brisbane is 12:00. It is 11:35.');
});

test('nothing is said of ten minutes, and nothing where the server gives no time', async () => {
  const server = await openApp('/', { answers: answers(), serverTime: '2026-11-22T01:50:00Z' });
  await expect(logTrip.submit).toBeEnabled();
  await expect(warning).toHaveCount(0);
  server.time = undefined;
  window.dispatchEvent(new Event('focus'));
  await expect(warning).toHaveCount(0);
});

test('it goes once the clock is set and someone comes back', async () => {
  await openApp('/', { answers: answers(), serverTime: '2026-11-22T01:35:00Z' });
  await expect(warning).toBeVisible();
  vi.setSystemTime('2026-11-22T01:35:10Z');
  window.dispatchEvent(new Event('focus'));
  await expect(warning).toHaveCount(0);
});

test('a clock that goes wrong while the app is open is noticed when someone comes back', async () => {
  const server = await openApp('/', { answers: answers(), serverTime: NOW });
  await expect(logTrip.submit).toBeEnabled();
  const asked = server.sent('GET /api/auth/me').length;
  window.dispatchEvent(new Event('focus'));
  expectValue(server.sent('GET /api/auth/me')).toHaveLength(asked);
  vi.setSystemTime('2026-11-22T04:00:00Z');
  window.dispatchEvent(new Event('focus'));
  await expect(warning).toHaveTextContent('2 hours ahead');
});

test('without network the last that was known stays, and nothing new is said', async () => {
  const server = await openApp('/', { answers: answers(), serverTime: '2026-11-22T01:35:00Z' });
  await expect(warning).toBeVisible();
  server.cutOff();
  window.dispatchEvent(new Event('focus'));
  await expect(page.getByRole('banner')).toHaveTextContent('Offline');
  await expect(warning).toHaveTextContent('25 minutes ahead');
});

test('a device elsewhere reads "Brisbane time" next to times, one in Queensland does not', async () => {
  const note = page.getByText('Brisbane time');
  const stored = () => storeShifts([amy], [buildShift(amy, { start: '2026-11-22T00:00:00Z', end: null })]);
  for (const [zone, count] of [
    ['Australia/Sydney', 1],
    ['Australia/Brisbane', 0],
    ['Australia/Lindeman', 0],
  ] as const) {
    await openApp('/', { zone, answers: stored() });
    const time = page.getByLabelText('Time', { exact: true });
    const since = page.getByRole('link', { name: /since 10:00/ });
    await expect(since).toBeVisible();
    await logTrip.showDetails();
    if (count) {
      await expect(time).toHaveAccessibleDescription('Brisbane time');
      await expect(since).toHaveTextContent('since 10:00 · Brisbane time');
    } else await expect(note).toHaveCount(0);
    for (const path of ['/hours?from=2026-11-01&to=2026-11-30', '/hours/week']) {
      await openApp(path, { zone, answers: stored() });
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(note).toHaveCount(count);
    }
  }
});
