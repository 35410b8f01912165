import { expect, it } from 'vitest';
import { thirteenMonths } from './trips-by-month';

const now = new Date('2026-06-30T14:05:00Z'); // 1 July 2026 in Brisbane

it("shows thirteen months up to Brisbane's current one, with or without trips", () => {
  const stored = { month: '2026-02', tripCount: 7, avgWaitTime: 3.5 };
  const months = thirteenMonths([stored], now);
  expect(months).toHaveLength(13);
  expect(months[0]).toEqual({ month: '2025-07', tripCount: 0, avgWaitTime: null });
  expect(months[7]).toBe(stored);
  expect(months[12]?.month).toBe('2026-07');
});
