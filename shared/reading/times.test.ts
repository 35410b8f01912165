import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTypedTime } from './times';

it.each([
  ['1015', '10:15'],
  ['915', '09:15'],
  ['9:05', '09:05'],
  ['9.15 pm', '21:15'],
  ['9pm', '21:00'],
  ['12am', '00:00'],
  ['12:30 p.m.', '12:30'],
  ['10:15:30', '10:15'],
  ['0000', '00:00'],
  [' 9 PM ', '21:00'],
  ['1pm', '13:00'],
  ['10:59', '10:59'],
  ['10:15:59.9', '10:15'],
  ['0.5', '12:00'],
  ['0.5'.padEnd(60, '0'), '12:00'],
  ['0.5'.padEnd(61, '0'), undefined],
  ['0.9999999999', '23:59'],
  ['0.583333', '14:00'],
  ['0.916666', '22:00'],
  ['0.2604166', '06:15'],
  ['0.5x', undefined],
  ['12026-01-01t0:15', undefined],
  ['0pm', undefined],
  ['10:60', undefined],
  ['10:15:60', undefined],
  ['2561', undefined],
  ['2400', '24:00'],
  ['24:00', '24:00'],
  ['24:01', undefined],
  ['noon', '12:00'],
  ['12 Midday', '12:00'],
  ['midnight', '00:00'],
  ['1899-12-30T10:15:00.000', '10:15'],
  ['1899-12-31T10:15:00.000', '10:15'],
  ['1904-01-01T10:15:00.000', '10:15'],
  ['1899-12-31T00:00:00.000', '24:00'],
  ['2026-11-24T10:15:00.000', undefined],
  ['13pm', undefined],
  ['10', undefined],
  ['5m', undefined],
  ['', undefined],
  [`10:15${' hrs'.repeat(20)}`, undefined],
])('reads the time %j as %j', (typed, time) => {
  expect(readTypedTime(typed)).toBe(time);
});

it('reads any text as a time of day or not at all', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readTypedTime(text) ?? '00:00').toMatch(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
    }),
  );
});
