import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  forgetWaitingStart,
  keepWaitingStart,
  readWaitingStart,
  runningTime,
  waitedMinutes,
} from './waiting-start';

const start = new Date('2026-11-22T01:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [0, 0, '0:00'],
  [7, 0, '0:07'],
  [59, 0, '0:59'],
  [60, 1, '1:00'],
  [754, 12, '12:34'],
  [3725, 62, '1:02:05'],
  [10_080 * 60 - 1, 10_079, '167:59:59'],
  [10_080 * 60, 10_080, '168:00:00'],
  [99_999_999, 10_080, '168:00:00'],
  [-300, 0, '0:00'],
])('after %i seconds the waiting time is %i minutes, and %s is shown', (seconds, minutes, shown) => {
  expect(waitedMinutes(start, after(seconds))).toBe(minutes);
  expect(runningTime(start, after(seconds))).toBe(shown);
});

it('is kept for its holder alone, until it is forgotten', () => {
  expect(readWaitingStart('holder-1')).toBeUndefined();
  keepWaitingStart('holder-1', start);
  expect(readWaitingStart('holder-1')).toEqual(start);
  expect(readWaitingStart('holder-2')).toBeUndefined();
  forgetWaitingStart();
  expect(readWaitingStart('holder-1')).toBeUndefined();
});

it.each(['nonsense', '{"holderId":"holder-1"}', '{"holderId":"holder-1","startedAt":"soon"}'])(
  'is none where the device has %s',
  (text) => {
    localStorage.setItem('waitingStart', text);
    expect(readWaitingStart('holder-1')).toBeUndefined();
  },
);
