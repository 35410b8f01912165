import { expect, test } from 'vitest';
import { statusText } from './outbox-status';

const well = { waiting: 0, refused: 0, isOffline: false, isSlow: false, canSave: true, unsaved: 0 };

test.each([
  [{ isOffline: true }, 'Offline', 'Offline'],
  [{ isOffline: true, waiting: 1 }, 'Offline, 1 trip waiting', 'Offline, 1 waiting'],
  [{ isOffline: true, waiting: 1204 }, 'Offline, 1,204 trips waiting', 'Offline, 1,204 waiting'],
  [{ waiting: 1, isSlow: true }, 'Sending…', 'Sending…'],
  [{ waiting: 50, isSlow: true }, 'Sending 50 trips…', 'Sending 50…'],
  [{ refused: 1, waiting: 3 }, '1 trip not accepted', '1 not accepted'],
  [{ waiting: 1, unsaved: 1, isOffline: true }, '1 trip not saved on this device', '1 not saved'],
  [{ waiting: 2, unsaved: 2, isSlow: true }, '2 trips not saved on this device', '2 not saved'],
  [{ canSave: false }, 'Needs a connection', 'Needs a connection'],
])('%o is said as "%s", or "%s"', (state, text, brief) => {
  expect(statusText({ ...well, ...state })).toEqual({ text, brief });
});

test.each([{}, { waiting: 1 }, { waiting: 1, unsaved: 1 }])('%o needs no word', (state) => {
  expect(statusText({ ...well, ...state })).toBeUndefined();
});
