import fc from 'fast-check';
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

test('numbers are written as Intl writes them for Australia', () => {
  const counts = new Intl.NumberFormat('en-AU');
  const averages = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 20_000 }), (sum, count) => {
      expect([formatCount(sum), formatCount(-count)]).toEqual([counts.format(sum), counts.format(-count)]);
      expect(formatAverage(sum / count)).toBe(averages.format(sum / count));
    }),
    { numRuns: 10_000 },
  );
});
