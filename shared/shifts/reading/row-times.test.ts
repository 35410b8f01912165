import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, brisbaneInstant, formatDay } from '../../periods';
import { openTimesOf, plainMoment, readRowTimes, type ShiftCells, settleRowTimes } from './row-times';
import { clockText } from './times';

const now = brisbaneInstant('2026-11-24', '12:00');
const DAY = '23/11/2026';

test.each<[ShiftCells, ShiftCells]>([
  [
    { day: DAY, start: '6', end: '14' },
    { day: DAY, start: '06:00', end: '14:00' },
  ],
  [
    { day: DAY, start: '22-6' },
    { day: DAY, start: '22:00', end: '06:00' },
  ],
  [
    { start: '2026-11-23T06:00:00.000', end: '2026-11-24T08:00:00.000' },
    { day: DAY, start: '06:00', end: '24/11/2026 08:00' },
  ],
  [
    { day: DAY, start: '23/11/2026 22:00', end: '24/11/2026 06:00' },
    { day: DAY, start: '22:00', end: '06:00' },
  ],
  [
    { day: DAY, start: '16:00', end: '24:00' },
    { day: DAY, start: '16:00', end: '24:00' },
  ],
  [
    { start: '6', end: '14' },
    { start: '06:00', end: '14:00' },
  ],
  [
    { day: 'tue', start: '610', end: '' },
    { day: '24/11/2026', start: '06:10', end: '' },
  ],
])('%j is settled as %j', (cells, settled) => {
  expect(settleRowTimes(cells, { now })?.cells).toEqual(settled);
});

test.each<ShiftCells>([
  { day: DAY, start: '9-5' },
  { day: DAY, start: '6-10, 12-14' },
  { day: DAY, start: '24:00', end: '6:00' },
  { day: '31/11/2026', start: '23/11/2026 6:00', end: '14:00' },
  { day: DAY, start: '24/11/2026 6:00', end: '14:00' },
  { start: '9', end: '24/11/2026 5:00' },
])('%j stays as it is written', (cells) => {
  expect(settleRowTimes(cells, { now })).toBeUndefined();
});

test('an answered time says how it was read, and is not asked about again', () => {
  const cells = { day: 'Fri 23/11/2026', start: '9-5' };
  expect(openTimesOf(cells, now)?.typed).toBe('9-5');
  expect(settleRowTimes(cells, { now, times: { 'falling from 5': 'day' } })).toEqual({
    cells: { day: DAY, start: '09:00', end: '17:00' },
    readAs: '"9-5" is read as 09:00 to 17:00',
    weekday: 'The date says Friday, but 23/11/2026 is a Monday',
  });
  const long = settleRowTimes(cells, { now, times: { 'falling from 5': 'long' } })?.cells ?? {};
  expect(long).toEqual({ day: DAY, start: '09:00', end: '24/11/2026 05:00' });
  expect(openTimesOf(long, now)).toBeUndefined();
});

test('what is settled means what was written, for shifts of one minute to 40 hours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }).map((count) => addDays('2024-11-01', count)),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 1, max: 2400 }),
      fc.boolean(),
      (day, start, length, hasDay) => {
        const end = start + length;
        const at = (minutes: number) =>
          `${formatDay(addDays(day, Math.floor(minutes / 1440)))} ${clockText(minutes % 1440)}`;
        const cells = { ...(hasDay && { day: formatDay(day) }), start: at(start), end: at(end) };
        const read = { day, times: [{ start, end }] };
        expect(readRowTimes(cells, { now })).toEqual(read);
        const settled = settleRowTimes(cells, { now })?.cells ?? {};
        expect(settled).toMatchObject({ day: formatDay(day), start: clockText(start) });
        expect(readRowTimes(settled, { now })).toEqual(read);
      },
    ),
  );
});

test.each([
  ['09:15:00.000', '9:15'],
  ['1899-12-31T06:00:00.000', '6:00'],
  ['1899-12-31T00:00:00.000', '24:00'],
  ['2026-10-10T22:00:00.000', '10/10/2026 22:00'],
  ['10/10/2026 06:00:00.000', '10/10/2026 6:00'],
  ['06:00', '06:00'],
  ['9-5', '9-5'],
  ['', ''],
])("a workbook's %j is written %j", (text, plain) => {
  expect(plainMoment(text)).toBe(plain);
});
