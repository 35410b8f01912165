import { expect, test } from 'vitest';
import { countOf, formatAverage, formatCount } from './figures';

test('counts are grouped by thousands, and their noun follows them', () => {
  expect(formatCount(1234567)).toBe('1,234,567');
  expect(countOf(0, 'trip')).toBe('0 trips');
  expect(countOf(1, 'trip')).toBe('1 trip');
  expect(countOf(-1, 'trip')).toBe('-1 trip');
  expect(countOf(12_345, 'trip')).toBe('12,345 trips');
  expect(countOf(2, 'match', 'matches')).toBe('2 matches');
});

test('an average has one decimal', () => {
  expect([3.25, 4, 1234.56].map(formatAverage)).toEqual(['3.3', '4.0', '1,234.6']);
});
