import { expect, test } from 'vitest';
import { statusText } from './status-text';

const well = { waiting: 0, refused: 0, isOffline: false, isSlow: false, canKeep: true };

test.each([
  [{ isOffline: true }, 'Offline', 'Offline'],
  [{ isOffline: true, waiting: 1 }, 'Offline, 1 trip waiting', 'Offline, 1 waiting'],
  [{ isOffline: true, waiting: 1204 }, 'Offline, 1,204 trips waiting', 'Offline, 1,204 waiting'],
  [{ waiting: 1, isSlow: true }, 'Sending…', 'Sending…'],
  [{ waiting: 50, isSlow: true }, 'Sending 50 trips…', 'Sending 50…'],
  [{ refused: 1, waiting: 3 }, '1 trip not accepted', '1 not accepted'],
  [{ canKeep: false }, 'Needs a connection', 'Needs a connection'],
])('%o is said as "%s", or "%s"', (state, text, brief) => {
  expect(statusText({ ...well, ...state })).toEqual({ text, brief });
});

test.each([{}, { waiting: 1 }])('%o needs no word', (state) => {
  expect(statusText({ ...well, ...state })).toBeUndefined();
});
