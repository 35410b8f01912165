import { expect, test } from 'vitest';
import { countInWords, statusText } from './outbox-status';

const trips = (all: number) => ({ all, shifts: 0 });
const none = trips(0);
const well = {
  waiting: none,
  refused: none,
  isOffline: false,
  isSlow: false,
  canSave: true,
  isStorageSilent: false,
  unsaved: none,
};

test.each([
  [{ isOffline: true }, 'Offline', 'Offline'],
  [{ isOffline: true, waiting: trips(1) }, 'Offline, 1 trip waiting', 'Offline, 1 waiting'],
  [{ isOffline: true, waiting: trips(1204) }, 'Offline, 1,204 trips waiting', 'Offline, 1,204 waiting'],
  [{ waiting: trips(1), isSlow: true }, 'Sending…', 'Sending…'],
  [{ waiting: trips(50), isSlow: true }, 'Sending 50 trips…', 'Sending 50…'],
  [{ refused: trips(1), waiting: trips(3) }, '1 trip not accepted', '1 not accepted'],
  [
    { waiting: trips(1), unsaved: trips(1), isOffline: true },
    '1 trip not saved on this device',
    '1 not saved',
  ],
  [{ waiting: trips(2), unsaved: trips(2), isSlow: true }, '2 trips not saved on this device', '2 not saved'],
  [{ canSave: false }, 'Needs a connection', 'Needs a connection'],
  [{ canSave: false, isStorageSilent: true, isOffline: true }, 'Storage does not answer', 'No storage'],
])('%o is said as "%s", or "%s"', (state, text, brief) => {
  expect(statusText({ ...well, ...state })).toEqual({ text, brief });
});

test.each([{}, { waiting: trips(1) }, { waiting: trips(1), unsaved: trips(1) }])(
  '%o needs no word',
  (state) => {
    expect(statusText({ ...well, ...state })).toBeUndefined();
  },
);

test.each([
  [{ all: 1, shifts: 1 }, '1 shift'],
  [{ all: 4, shifts: 1 }, '3 trips and 1 shift'],
  [{ all: 3, shifts: 2 }, '1 trip and 2 shifts'],
])('%o is counted as "%s"', (count, words) => {
  expect(countInWords(count)).toBe(words);
  expect(statusText({ ...well, isOffline: true, waiting: count })?.text).toBe(`Offline, ${words} waiting`);
});
