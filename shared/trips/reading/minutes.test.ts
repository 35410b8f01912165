import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMinutes } from './minutes';

it.each([
  ['5', 5],
  ['5 min', 5],
  ['12m', 12],
  ["7'", 7],
  ['5.0', 5],
  ['-3', -3],
  ['', null],
  ['five', Number.NaN],
  ['no wait', 0],
])('reads the minutes %j as %j', (typed, minutes) => {
  expect(readMinutes(typed)).toEqual({ minutes, ...(/\d/.test(typed) && { isFraction: false }) });
});

it.each(['1.5', '5,5 min'])('says that %j is no whole number', (typed) => {
  expect(readMinutes(typed)).toMatchObject({ isFraction: true });
});

it.each([
  ['0:04', 4],
  ['1:05', 65],
  ['0:04:40', 5],
  ['00:04:00.000', 4],
  ['1899-12-31T01:30:00.000', 1530],
  ['1h 5m', 65],
  ['2 hours', 120],
  ['0.5 h', 30],
  ['90 sec', 2],
])('converts %j to %j minutes, and says so', (typed, minutes) => {
  expect(readMinutes(typed)).toEqual({ minutes, isConverted: true });
});

it('counts what the heading says', () => {
  expect(readMinutes('300', 'seconds')).toEqual({ minutes: 5, isConverted: true });
  expect(readMinutes('1,5', 'hours')).toEqual({ minutes: 90, isConverted: true });
  expect(readMinutes('5 min', 'seconds')).toEqual({ minutes: 5, isFraction: false });
});

it('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dT:. hms-]{0,25}$/)), (text) => {
      expect(readMinutes(text)).toHaveProperty('minutes');
    }),
  );
});

it('reads minutes as they are written', () => {
  fc.assert(
    fc.property(fc.nat(10_080), (minutes) => {
      const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
      for (const text of [`${minutes}`, `${minutes} min`, clock])
        expect(readMinutes(text).minutes).toBe(minutes);
    }),
  );
});
