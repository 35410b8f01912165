import { expect, test } from 'vitest';
import { expiredOn, expiryText } from './expiry';

test('a vehicle without a licence in force is without one since the last expired', () => {
  const on = (...licences: [from: string, expires: string | null][]) =>
    expiredOn({ licences: licences.map(([from, expires]) => ({ from, expires })) }, '2026-11-25');
  expect(on(['2025-01-01', '2026-10-31'], ['2024-01-01', '2024-12-31'])).toBe('2026-10-31');
  expect(on(['2025-01-01', '2026-10-31'], ['2027-01-01', '2027-12-31'])).toBe('2026-10-31');
  expect(on(['2025-01-01', '2026-10-31'], ['2027-01-01', null])).toBe('2026-10-31');
  expect(on(['2025-01-01', '2026-10-31'], ['2026-11-01', null])).toBeUndefined();
  expect(on(['2026-01-01', '2026-11-25'])).toBeUndefined();
  expect(on()).toBeUndefined();
});

test.each([
  ['2026-11-24', { isOver: true, text: 'expired' }],
  ['2026-11-25', { isOver: false, text: 'expires today' }],
  ['2026-11-26', { isOver: false, text: 'expires in 1 day' }],
  ['2027-11-25', undefined],
])('what expires on %s, on 25 November 2026', (lastDay, said) => {
  expect(expiryText(lastDay, '2026-11-25')).toEqual(said);
});
