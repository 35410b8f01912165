import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDay, USUAL_READING } from './days';
import { instantOf, readMoment, splitDay } from './moments';

const brisbane = (clock: string) => new Date(`${clock}+10:00`);
const readInstant = (date: string, time?: string) => {
  const read = readMoment(date, time);
  return typeof read === 'string' ? read : read.at;
};

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
    ['31\u201012\u20112026 14:05', '2026-12-31T14:05'],
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
    ['30/12/1899 14:05:00', '14:05'],
    ['2026-12-31T14:05:00.000', '14:05'],
    ['31/12/2026 2:05 pm', '14:05'],
    ['noon', '12:00'],
    ['midnight', '00:00'],
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
    '31/12/2026 06:00-10:00',
  ])('%j is no date', (text) => {
    expect(readInstant(text)).toBe('bad-date');
  });

  test('24:00 is the end of the day', () => {
    expect(readInstant('31/12/2026', '24:00')).toEqual(brisbane('2027-01-01T00:00'));
    expect(readInstant('31/12/2026 24:00')).toEqual(brisbane('2027-01-01T00:00'));
    expect(instantOf('2026-12-31', '24:00')).toEqual(brisbane('2027-01-01T00:00'));
    expect(() => instantOf('2026-12-31', 'soon')).toThrow(RangeError);
  });

  test.each(['2026-12-30T14:05:00.000', '30/12/2026 14:05'])('the time %j is of another day', (time) => {
    expect(readInstant('31/12/2026', time)).toBe('other-day');
  });

  test.each(['25:00', '14', '31/12/2026', '13pm'])('%j is no time', (time) => {
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

test.each([
  ['31/12/2026', {}, false],
  ['46387', {}, false],
  ['46387.0', {}, true],
  ['2026-12-31T00:00:00.000', {}, true],
  ['2026-12-30T14:00:00Z', {}, true],
  ['31/12', { today: '2026-12-31' }, false],
  ['thu', { today: '2026-12-31' }, false],
  ['31/12 0:00', { today: '2026-12-31' }, true],
  ['today 12am', { today: '2026-12-31' }, true],
])('%j with %j is midnight, said in the text: %s', (text, reading, hasTime) => {
  const at = brisbane('2026-12-31T00:00');
  expect(readMoment(text, '', { ...USUAL_READING, ...reading })).toEqual({ at, hasTime });
});

test('a fraction of a day is of the nearest second', () => {
  expect(splitDay('46387.583333', USUAL_READING)).toEqual({ day: '2026-12-31', rest: '14:00:00.000' });
  expect(splitDay('46387.999999', USUAL_READING)).toEqual({ day: '2027-01-01', rest: '00:00:00.000' });
});

test('a text that is not typed today needs its year', () => {
  expect(readMoment('31/12 0:00')).toBe('bad-date');
});

test.each([
  ['24/11/2026 06:10', '2026-11-24', '06:10'],
  ['24/11/2026 6:10-14:30', '2026-11-24', '6:10-14:30'],
  ['2026-11-24T20:10:00.000Z', '2026-11-25', '06:10'],
  ['2026-11-24T06:10:00+1000', '2026-11-24', '06:10'],
  ['24/11/2026 20:10 UTC', '2026-11-25', '06:10'],
  ['1899-12-30T06:10:00.000', undefined, '1899-12-30T06:10:00.000'],
  ['30/12/1899 06:10', undefined, '06:10'],
  ['6:10-14:30', undefined, '6:10-14:30'],
  ['Z', undefined, 'Z'],
])('%j has the day %s before %j', (text, day, rest) => {
  expect(splitDay(text, USUAL_READING)).toEqual({ day, rest });
});

test('a date in figures has one separator, so a pair of times is none', () => {
  const time = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom('', '.15', '.30', '.5', ':45'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(time, time, (start, end) => {
      const pair = `${start}-${end}`;
      expect(splitDay(pair, { ...USUAL_READING, readOn: '2026-11-28' }).day).toBeUndefined();
      if (/[.:]/.test(pair)) expect(readDay(pair, '2026-11-28')).toBeUndefined();
    }),
  );
});
