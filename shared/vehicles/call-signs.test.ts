import { expect, test } from 'vitest';
import {
  areCallSignsApart,
  callSignKey,
  callSignOn,
  callSignTaken,
  callSignText,
  isCalledOn,
} from './call-signs';

const june = { callSign: 'T-101', from: null, to: '2026-06-30' };
const later = { callSign: 'T102', from: '2026-08-01', to: null };

test.each(['T101', 't101', 'T-101', ' t 101 '])('“%s” is the call sign T101', (text) => {
  expect(callSignKey(text)).toBe('T101');
  expect(isCalledOn({ callSigns: [june] }, text, '2026-06-30')).toBe(true);
});

test.each(['T102', 'T0101', '101', ''])('“%s” is not', (text) => {
  expect(isCalledOn({ callSigns: [june] }, text, '2026-06-30')).toBe(false);
});

test('a vehicle has the call sign of the day, and may have none', () => {
  const vehicle = { callSigns: [june, later] };
  const days = ['2000-01-01', '2026-06-30', '2026-07-01', '2026-07-31', '2026-08-01', '2099-12-31'];
  expect(days.map((day) => callSignOn(vehicle, day))).toEqual([
    'T-101',
    'T-101',
    undefined,
    undefined,
    'T102',
    'T102',
  ]);
  expect(isCalledOn(vehicle, '', '2026-07-01')).toBe(false);
});

test('two call signs of a vehicle may touch, and not share a day', () => {
  expect(areCallSignsApart([later, june])).toBe(true);
  expect(areCallSignsApart([june, { ...later, from: '2026-07-01' }])).toBe(true);
  expect(areCallSignsApart([june, { ...later, from: '2026-06-30' }])).toBe(false);
  expect(areCallSignsApart([june, june])).toBe(false);
  expect(areCallSignsApart([later, { ...later, from: null }])).toBe(false);
});

test('a call sign needs a letter or a digit, and is short', () => {
  expect(callSignText.safeParse(' T 101 ').data).toBe('T 101');
  expect(callSignText.safeParse('--').error?.issues[0]?.message).toBe(
    'A call sign needs a letter or a digit',
  );
  expect(callSignText.safeParse('T'.repeat(21)).success).toBe(false);
});

test.each([
  [null, null, ''],
  ['2025-07-01', null, ' since 01/07/2025'],
  [null, '2026-06-30', ' until 30/06/2026'],
  ['2025-07-01', '2026-06-30', ' from 01/07/2025 to 30/06/2026'],
])('one from %s to %s is said in words', (from, to, days) => {
  expect(callSignTaken({ callSign: 'T101', from, to }, '456DEF')).toBe(
    `T101 is the call sign of 456DEF${days}`,
  );
});
