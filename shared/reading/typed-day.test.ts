import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, formatDay, formatLongDay, isDay } from '../periods';
import { readDay } from './typed-day';

/** A Sunday. */
const TODAY = '2026-11-22';

const days = fc.integer({ min: 0, max: 36_523 }).map((count) => addDays('2000-01-01', count));

describe('readDay', () => {
  it.each([
    ['22/11/2026', '2026-11-22'],
    ['22/11/26', '2026-11-22'],
    ['22/11', '2026-11-22'],
    ['21/1', '2027-01-21'],
    ['22/1', '2026-01-22'],
    ['31/12', '2026-12-31'],
    ['1/7', '2026-07-01'],
    ['29/2', '2024-02-29'],
    [' 5.3.2025 ', '2025-03-05'],
    ['5-3-25', '2025-03-05'],
    ['5 mar', '2026-03-05'],
    ['5 March, 2025', '2025-03-05'],
    ['1 Sept 26', '2026-09-01'],
    ['2211', '2026-11-22'],
    ['221126', '2026-11-22'],
    ['22112026', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['Today', '2026-11-22'],
    ['yesterday', '2026-11-21'],
    ['tomorrow', '2026-11-23'],
    ['sunday', '2026-11-22'],
    ['Mon', '2026-11-16'],
    ['sat', '2026-11-21'],
  ])('reads %j as %s', (text, day) => {
    expect(readDay(text, TODAY)).toBe(day);
  });

  it.each([
    '',
    '2',
    '22',
    '22/',
    '22/13',
    '31/4/2026',
    '29/2/2026',
    '11/22/2026',
    '22/11/202',
    '5 mark',
    'mo',
    'noon',
    '2026-02-30',
    '22/11/2026 10:15',
  ])('finds no day in %j', (text) => {
    expect(readDay(text, TODAY)).toBeUndefined();
  });

  it('reads every day as the app writes it, whatever today is', () => {
    fc.assert(
      fc.property(days, days, (day, today) => {
        for (const text of [formatDay(day), formatLongDay(day), day]) expect(readDay(text, today)).toBe(day);
      }),
    );
  });

  it('takes the latest day where no year is written, or one that comes soon', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -300, max: 60 }), (today, count) => {
        const day = addDays(today, count);
        fc.pre(!day.endsWith('02-29'));
        expect(readDay(formatDay(day).slice(0, 5), today)).toBe(day);
      }),
    );
  });

  it('takes a weekday of the last seven days', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom('sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'),
        (today, weekday) => {
          const day = readDay(weekday, today) ?? '';
          expect(daysBetween(day, today)).toBeGreaterThanOrEqual(0);
          expect(daysBetween(day, today)).toBeLessThan(7);
          expect(new Date(day).toUTCString().slice(0, 3).toLowerCase()).toBe(weekday);
        },
      ),
    );
  });

  it('finds a day of the calendar or none in any text', () => {
    fc.assert(
      fc.property(fc.string(), days, (text, today) => {
        const day = readDay(text, today);
        expect(day === undefined || isDay(day)).toBe(true);
      }),
    );
  });
});
