import { expect, it } from 'vitest';
import { readWaitingRange, waitingRangeText } from './trip-list';

it.each([
  ['6-10', { from: 6, to: 10 }, '6–10'],
  ['0-0', { from: 0, to: 0 }, '0'],
  ['31-', { from: 31, to: undefined }, '31+'],
  ['31', undefined, '31'],
  ['-5', undefined, '-5'],
])('reads %j', (text, range, shown) => {
  expect(readWaitingRange(text)).toEqual(range);
  expect(waitingRangeText(text)).toBe(shown);
});
