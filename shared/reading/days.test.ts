import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, leftOpen, readInstant, USUAL_READING, weekdayIn, weekdayOf } from './days';

const brisbane = (clock: string) => new Date(`${clock}+10:00`);

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
  expect(dayOf(text, { ...USUAL_READING, ...reading })).toBe(day);
});

test('a date or time of more than 60 characters is not read', () => {
  expect(readInstant('2026-12-31'.padEnd(61))).toBe('bad-date');
  expect(readInstant('2026-12-31', '10:15'.padEnd(61))).toBe('bad-time');
  expect(readInstant('2026-12-31', '10:15'.padEnd(60))).toEqual(brisbane('2026-12-31T10:15'));
});

describe('readInstant', () => {
  test.each([
    ['31/12/2026 14:05', '2026-12-31T14:05'],
    ['1/7/2026', '2026-07-01T00:00'],
    ['1/7/26 9:05', '2026-07-01T09:05'],
    ['31-12-2026', '2026-12-31T00:00'],
    ['31.12.2026, 2:05 pm', '2026-12-31T14:05'],
    ['31/12/2026 12:00 AM', '2026-12-31T00:00'],
    ['31/12/2026 14:05:30', '2026-12-31T14:05:30'],
    ['2026-12-31', '2026-12-31T00:00'],
    ['2026-12-31 14:05', '2026-12-31T14:05'],
    ['2026-12-31T14:05:00.250', '2026-12-31T14:05:00.250'],
    ['31 Dec 2026', '2026-12-31T00:00'],
    ['31-Dec-26 14:05', '2026-12-31T14:05'],
    ['Thu, 31 December 2026', '2026-12-31T00:00'],
    ['Thursday 31/12/2026', '2026-12-31T00:00'],
    ['46387', '2026-12-31T00:00'],
    ['46387.5', '2026-12-31T12:00'],
  ])('%s is %s in Brisbane', (text, clock) => {
    expect(readInstant(text)).toEqual(brisbane(clock));
  });

  test.each([
    '2026-12-31T04:05:00Z',
    '2026-12-31T14:05:00.000+10:00',
    '2026-12-31T14:05:00+1000',
    '2026-12-31 14:05 +1000',
    '2026-12-31 04:05:00 UTC',
    '31/12/2026 04:05 GMT',
    '2026-12-30T23:35-0430',
  ])('the instant %s is itself', (text) => {
    expect(readInstant(text)).toEqual(new Date('2026-12-31T04:05:00Z'));
  });

  test.each([
    ['14:05', '14:05'],
    ['2.05pm', '14:05'],
    ['9am', '09:00'],
    ['12:00 pm', '12:00'],
    ['0.5', '12:00'],
    ['1899-12-30T14:05:00.000', '14:05'],
    ['14:05:00.000', '14:05'],
    ['2115', '21:15'],
    ['0815 hrs', '08:15'],
  ])('its own time, %s, is %s', (time, clock) => {
    expect(readInstant('31/12/2026 00:00:00', time)).toEqual(brisbane(`2026-12-31T${clock}`));
  });

  test.each([
    '12/31/2026',
    '31/02/2026',
    'yesterday',
    '',
    '31/12',
    '2026',
    '31/12/2026 25:00',
    '31/12/2026 13:00 pm',
  ])('%j is no date', (text) => {
    expect(readInstant(text)).toBe('bad-date');
  });

  test.each(['25:00', '14', 'noon', '13pm'])('%j is no time', (time) => {
    expect(readInstant('31/12/2026', time)).toBe('bad-time');
  });

  test('never throws', () => {
    const near = fc.stringMatching(/^[\d/:. TZ+-]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), fc.oneof(fc.string(), near), (date, time) => {
        const read = readInstant(date, time);
        expect(typeof read === 'string' || !Number.isNaN(read.getTime())).toBe(true);
      }),
    );
  });
});
