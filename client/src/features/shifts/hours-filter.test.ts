import { addDays, daysBetween } from '@shared/periods';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursFilterFault, periodsAt, readFilter, writeFilter } from './hours-filter';

const NOON = new Date('2026-11-22T02:00:00.000Z');

test('on a Sunday this week began on Monday, and the months are whole', () => {
  expect(periodsAt(NOON)).toEqual([
    { name: 'This week', from: '2026-11-16', to: '2026-11-22' },
    { name: 'Last week', from: '2026-11-09', to: '2026-11-15' },
    { name: 'This month', from: '2026-11-01', to: '2026-11-30' },
    { name: 'Last month', from: '2026-10-01', to: '2026-10-31' },
  ]);
});

test('weeks have seven days, months begin on the first, and each period ends the day before the next', () => {
  const days = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(days, (count) => {
      const now = new Date(NOON.getTime() + count * 86_400_000);
      const [week, lastWeek, month, lastMonth] = periodsAt(now);
      if (!week || !lastWeek || !month || !lastMonth) throw new Error('A period is missing');
      expect(daysBetween(week.from, week.to)).toBe(6);
      expect(addDays(lastWeek.to, 1)).toBe(week.from);
      expect(month.from.slice(8)).toBe('01');
      expect(addDays(month.to, 1).slice(8)).toBe('01');
      expect(addDays(lastMonth.to, 1)).toBe(month.from);
      expect(lastMonth.from.slice(8)).toBe('01');
    }),
  );
});

test('the filter is in the address, and what is no day is this week', () => {
  const filter = { driverId: 'amy', from: '2026-10-01', to: '2026-10-31' };
  expect(readFilter(new URLSearchParams(writeFilter(filter)), NOON)).toEqual(filter);
  expect(readFilter(new URLSearchParams('from=soon'), NOON)).toEqual({
    driverId: '',
    from: '2026-11-16',
    to: '2026-11-22',
  });
});

test('days in the wrong order, or too many, are not asked for', () => {
  expect(hoursFilterFault({ driverId: '', from: '2026-11-22', to: '2026-11-21' })).toBeDefined();
  expect(hoursFilterFault({ driverId: '', from: '2020-01-01', to: '2026-11-21' })).toBe(
    'At most 800 days at once',
  );
  expect(hoursFilterFault({ driverId: '', from: '2026-11-22', to: '2026-11-22' })).toBeUndefined();
});
