import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, daysBetween, formatDay, formatLongDay, isDay } from '../periods';
import {
  dayIn,
  leftOpen,
  readDay,
  USUAL_READING,
  weekdayIn,
  weekdayOf,
  weekdayRemark,
  whyNoDay,
} from './days';

test.each([
  ['31/12/2026', 'order'],
  ['1.7.2026 9:05', 'order'],
  ['Fri 1/7/2026', 'order'],
  ['1/7/26', 'short-year'],
  ['31-Dec-26', 'short-year'],
  ['31 Dec 2026', 'nothing'],
  ['2026-12-31', 'nothing'],
  ['2026-12-31T00:00:00.000', 'cell'],
  ['2026-12-31T00:00:00.000Z', 'nothing'],
  ['46387', 'count'],
  ['46387.5', 'count'],
  ['463875', 'nothing'],
  ['yesterday', 'nothing'],
  ['1/7/2026'.padEnd(10).padEnd(59, '0'), 'order'],
  ['1/7/2026'.padEnd(10).padEnd(61, '0'), 'nothing'],
])('%j leaves open: %s', (text, open) => {
  expect(leftOpen(text)).toBe(open);
});

test.each([
  ['Thu, 31 December 2026', 'Thursday'],
  ['WEDNESDAY 1/7/2026', 'Wednesday'],
  ['sun 1/7/2026', 'Sunday'],
  ['1/7/2026', undefined],
  ['on Thu 31/12', undefined],
  ['Sat 1/7/2026'.padEnd(61), undefined],
])('%j begins with the weekday %s', (text, weekday) => {
  expect(weekdayIn(text)).toBe(weekday);
});

test('a day has its weekday', () => {
  expect(weekdayOf('2026-12-31')).toBe('Thursday');
});

test.each([
  ['2/3/2026', { order: 'month-first' }, '2026-02-03'],
  ['2/3/2026', { order: 'swapped' }, '2026-02-03'],
  ['2/3/2026', { order: 'year-first' }, '2026-03-02'],
  ['26/3/2', { order: 'year-first' }, null],
  ['26/3/02', { order: 'year-first' }, '2026-03-02'],
  ['26-Mar-02', { order: 'year-first' }, '2026-03-02'],
  ['26-Mar-02', {}, '2002-03-26'],
  ['Mar 26, 2002', {}, '2002-03-26'],
  ['26th of March', {}, null],
  ['1st-Mar-2002', {}, '2002-03-01'],
  ['1/7/30', { lastShortYear: 29 }, '1930-07-01'],
  ['1/7/29', { lastShortYear: 29 }, '2029-07-01'],
  ['2026-03-02T00:00:00.000', { order: 'swapped' }, '2026-02-03'],
  ['2026-03-02', { order: 'swapped' }, '2026-03-02'],
  ['2026-03-02T00:00:00.000', { cellShift: 1462 }, '2030-03-03'],
  ['2026-03-02', { cellShift: 1462 }, '2026-03-02'],
  ['9999-12-31T00:00:00.000', { cellShift: 1 }, null],
  ['44925', { countShift: 1462 }, '2026-12-31'],
  ['2/3/2026'.padEnd(61), {}, null],
] as const)('%j with %j is the day %s', (text, reading, day) => {
  expect(dayIn(text, { ...USUAL_READING, ...reading }) ?? null).toBe(day);
});

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
    ['Sun 22/11', '2026-11-22'],
    ['Mon, 16 Nov', '2026-11-16'],
    ['Sun. 22/11/2026', '2026-11-22'],
    ['22\u201011\u20102026', '2026-11-22'],
    ['22\u201311', '2026-11-22'],
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
    'Fri 22/11',
    'Fri 22/11/2026',
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

test.each([
  ['31/11/26', {}, 'November has 30 days'],
  ['Mon 31-Nov-2026', {}, 'November has 30 days'],
  ['31/11', {}, 'November has 30 days'],
  ['3111', { today: TODAY }, 'November has 30 days'],
  ['29/2/2027', {}, 'February 2027 has 28 days'],
  ['29/2/27 10:15', {}, 'February 2027 has 28 days'],
  ['30/2/2028', {}, 'February 2028 has 29 days'],
  ['30/2', {}, 'February has 29 days'],
  ['2026-11-31', {}, 'November has 30 days'],
  ['11/31/2026', { order: 'month-first' }, 'November has 30 days'],
  ['Fri 22/11', { today: TODAY }, 'The date says Friday, but 22/11/2026 is a Sunday'],
  ['22/11/2026', { today: TODAY }, undefined],
  ['11/31/2026', {}, undefined],
  ['soon', { today: TODAY }, undefined],
  ['31/11/26'.padEnd(61), {}, undefined],
] as const)('says why %j with %j is no day: %s', (text, reading, why) => {
  expect(whyNoDay(text, { ...USUAL_READING, ...reading })).toBe(why);
});

test('a weekday that the day does not have is remarked on', () => {
  expect(weekdayRemark('Sun 22/11/2026', TODAY)).toBeUndefined();
  expect(weekdayRemark('22/11/2026', TODAY)).toBeUndefined();
  expect(weekdayRemark('Sat 22/11/2026', TODAY)).toBe('The date says Saturday, but 22/11/2026 is a Sunday');
});
