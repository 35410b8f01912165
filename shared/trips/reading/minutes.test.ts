import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockParts, readMinutes, readMinutesOf, unitsOf } from './minutes';

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
  ['no waiting', 0],
  ['nil', 0],
  ['none', 0],
  ['nil so far', Number.NaN],
  ['the nil', Number.NaN],
])('reads the minutes %j as %j', (typed, minutes) => {
  expect(readMinutes(typed)).toEqual({ minutes, ...(/\d/.test(typed) && { isFraction: false }) });
});

it.each(['1,000', '2,500 min'])('does not read %j, which may be thousands', (typed) => {
  expect(readMinutes(typed).minutes).toBeNaN();
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
  ['60 s', 1],
  ['120 seconds', 2],
  ['4m 30s', 5],
  ['4 min 10 sec', 4],
  ['1 hr 5 mins', 65],
  ['10h5', 605],
  ['1:05:30', 66],
  ['1899-12-30T00:07:00', 7],
  ['1900-12-31T00:00', 366 * 1440],
])('converts %j to %j minutes, and says so', (typed, minutes) => {
  expect(readMinutes(typed)).toEqual({ minutes, isConverted: true });
});

it.each([
  '1899-12-29T01:00',
  '1901-01-01T00:00',
  '1900-02-30T01:00',
  '1:60',
  '0:04:60',
  'at 1h5',
  '1h5 or so',
])('reads no minutes from %j', (typed) => {
  expect(readMinutes(typed)).toEqual({ minutes: Number.NaN });
});

it('reads up to 40 characters', () => {
  expect(readMinutes(`5${' '.repeat(38)}m`).minutes).toBe(5);
  expect(readMinutes(`5${' '.repeat(39)}m`).minutes).toBeNaN();
});

it.each([
  ['300', 'seconds', '300 seconds', 5],
  [' 1.5 ', 'hours', '1.5 hours', 90],
  ['0:04', 'minutes', '0:04', 4],
  ['00:04:00.000', 'minutes', '00:04', 4],
  ['1899-12-31T01:30:00.000', 'minutes', '25:30', 1530],
  ['0:04:40', 'seconds', '0:04:40', 5],
  ['04:30', 'seconds', '04:30', 5],
  ['04:30', 'mm:ss', '04:30', 5],
  ['04:30', 'h:mm', '04:30', 270],
  ['04:30.0', 'h:mm', '04:30.0', 5],
  ['5', 'mm:ss', '5', 5],
] as const)('remarks that %j in %s was converted', (typed, unit, said, minutes) => {
  const remark = { field: 'waitingTime', kind: 'minutes-converted', typed: said, minutes };
  expect(readMinutesOf('waitingTime', typed, unitsOf(unit))).toMatchObject({
    minutes,
    isConverted: true,
    remark,
  });
});

it('has no remark on minutes as they stand', () => {
  expect(readMinutesOf('waitingTime', '5', unitsOf('minutes'))).toEqual({ minutes: 5, isFraction: false });
});

it('has no remark on no wait, whatever counts it', () => {
  expect(readMinutesOf('waitingTime', '0', unitsOf('seconds')).remark).toBeUndefined();
});

it('counts what the heading says', () => {
  expect(readMinutes('300', unitsOf('seconds'))).toEqual({ minutes: 5, isConverted: true });
  expect(readMinutes('1,5', unitsOf('hours'))).toEqual({ minutes: 90, isConverted: true });
  expect(readMinutes('5 min', unitsOf('seconds'))).toEqual({ minutes: 5, isFraction: false });
});

it('takes the times of a workbook for minutes and seconds where that is said', () => {
  const units = { clock: 'mm:ss', cell: 'mm:ss' } as const;
  expect(readMinutes('04:30:00.000', units).minutes).toBe(5);
  expect(readMinutes('1899-12-31T01:30:00.000', units).minutes).toBe(26);
  expect(readMinutes('00:45:00.000', units).minutes).toBe(1);
  expect(readMinutes('04:30:00.000', { ...units, cell: 'h:mm' }).minutes).toBe(270);
});

it('tells the parts of a clock time', () => {
  expect(clockParts('04:30')).toEqual({ first: 4, last: 30, seconds: undefined, isCell: false });
  expect(clockParts('0:04:30')).toEqual({ first: 0, last: 4, seconds: 30, isCell: false });
  expect(clockParts('1899-12-31T01:30:00.000')).toEqual({ first: 25, last: 30, seconds: 0, isCell: true });
  expect(['5', '4:60', ''].map(clockParts)).toEqual([undefined, undefined, undefined]);
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
