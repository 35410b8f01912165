import { expect, test } from 'vitest';
import { countOf, formatAverage, formatCount, tripsAndShifts } from './figures';

test('counts are grouped by thousands, and their noun follows them', () => {
  expect(formatCount(1234567)).toBe('1,234,567');
  expect(countOf(0, 'trip')).toBe('0 trips');
  expect(countOf(1, 'trip')).toBe('1 trip');
  expect(countOf(-1, 'trip')).toBe('-1 trip');
  expect(countOf(12_345, 'trip')).toBe('12,345 trips');
  expect(countOf(2, 'match', 'matches')).toBe('2 matches');
});

test('a sentence names no trips or shifts where there are none', () => {
  expect([tripsAndShifts(2, 0), tripsAndShifts(0, 1), tripsAndShifts(2, 1)]).toEqual([
    '2 trips',
    '1 shift',
    '2 trips and 1 shift',
  ]);
});

test('an average has one decimal', () => {
  expect([3.25, 4, 1234.56].map(formatAverage)).toEqual(['3.3', '4.0', '1,234.6']);
});
