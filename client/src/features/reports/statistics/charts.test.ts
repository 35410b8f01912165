import { expect, it } from 'vitest';
import { daysOfMonth, twelveMonths } from './charts';

const now = new Date('2026-06-30T14:05:00Z'); // 1 July 2026 in Brisbane

it("shows twelve months up to Brisbane's current one, each with the same month a year before", () => {
  const months = twelveMonths(
    [
      { month: '2025-02', tripCount: 5, avgWaitTime: 1, unknownWaits: 0 },
      { month: '2026-02', tripCount: 7, avgWaitTime: 3.5, unknownWaits: 2 },
    ],
    now,
  );
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({
    month: '2025-08',
    tripCount: 0,
    avgWaitTime: undefined,
    unknownWaits: 0,
    before: 0,
  });
  expect(months[6]).toEqual({ month: '2026-02', tripCount: 7, avgWaitTime: 3.5, unknownWaits: 2, before: 5 });
  expect(months[11]?.month).toBe('2026-07');
});

it('knows the days of a month', () => {
  expect(daysOfMonth('2028-02')).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' });
  expect(daysOfMonth('2026-12')).toEqual({ startDate: '2026-12-01', endDate: '2026-12-31' });
});
