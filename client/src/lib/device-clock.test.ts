import { MINUTE_MS, SECOND_MS } from '@shared/durations';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetServerTime, isTimeInDoubt, noteServerTime, readAheadMs } from './device-clock';

const NOW = Date.parse('2026-11-22T02:00:00Z');

/** The server's time is `NOW`; the device's when it asks, and how long the answer takes. */
function hear(device: number, { tookMs = 0, headers = {} as Record<string, string> } = {}) {
  const said = { 'Cache-Control': 'no-store', Date: new Date(NOW).toUTCString(), ...headers };
  noteServerTime(new Response(null, { headers: said }), device, device + tookMs);
  return readAheadMs();
}

beforeEach(forgetServerTime);

describe('the device is ahead by', () => {
  test.each([
    [0, 0],
    [10, 0],
    [-10, 0],
    [11, 11],
    [-11, -11],
    [25, 25],
    [3 * 24 * 60, 3 * 24 * 60],
  ])('%i minutes', (minutes, ahead) => {
    expect(Math.round(hear(NOW + minutes * MINUTE_MS) / MINUTE_MS)).toBe(ahead);
  });

  test('nothing that the request alone may have taken', () => {
    expect(hear(NOW + 10 * MINUTE_MS - 20 * SECOND_MS, { tookMs: 30 * SECOND_MS })).toBe(0);
    expect(hear(NOW - 10 * MINUTE_MS - 20 * SECOND_MS, { tookMs: 30 * SECOND_MS })).toBe(0);
  });

  test.each([
    ['is cached', { headers: { 'Cache-Control': 'max-age=60' } }],
    ['was in a cache', { headers: { Age: '3600' } }],
    ['has no time', { headers: { Date: '' } }],
    ['has no readable time', { headers: { Date: 'yesterday' } }],
    ['took a minute, or an hour of sleep', { tookMs: MINUTE_MS }],
    ['came before it was asked for, because the clock was set', { tookMs: -1 }],
  ])('what it was, where an answer %s', (_, answer) => {
    expect(hear(NOW + 25 * MINUTE_MS, answer)).toBe(0);
    hear(NOW + 25 * MINUTE_MS);
    expect(hear(NOW, answer)).toBe(25 * MINUTE_MS - SECOND_MS / 2);
  });

  test('what the last answer says', () => {
    hear(NOW + 25 * MINUTE_MS);
    expect(hear(NOW)).toBe(0);
  });

  test('the same after an answer that took a little longer, so that nothing is drawn again', () => {
    const first = hear(NOW + 25 * MINUTE_MS);
    expect(hear(NOW + 25 * MINUTE_MS, { tookMs: 900 })).toBe(first);
  });
});

test('the time is in doubt while it is wrong, and once the clock has moved on its own', () => {
  expect(isTimeInDoubt(NOW)).toBe(false);
  hear(NOW);
  expect(isTimeInDoubt(NOW + 9 * MINUTE_MS)).toBe(false);
  expect(isTimeInDoubt(NOW + 11 * MINUTE_MS)).toBe(true);
  expect(isTimeInDoubt(NOW - 11 * MINUTE_MS)).toBe(true);
  hear(NOW + 25 * MINUTE_MS);
  expect(isTimeInDoubt(NOW + 25 * MINUTE_MS)).toBe(true);
});
