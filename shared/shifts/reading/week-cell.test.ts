import { describe, expect, test } from 'vitest';
import { brisbaneInstant, formatDateTime } from '../../periods';
import { wordsOfShiftFault } from './shift-row';
import { readWeekCell, settleWeekCell, textOfRow, type WeekCellContext } from './week-cell';

const DAY = '2026-11-24';
const amy = { id: 'amy', firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: 'DA-1' };
const context: WeekCellContext = {
  now: brisbaneInstant('2026-11-28', '12:00'),
  vehicles: [
    {
      id: 'car',
      registration: '123ABC',
      callSigns: [{ callSign: 'T-101', from: '2026-11-01', to: '2026-11-30' }],
    },
  ],
};

const read = (text: string, given: Partial<WeekCellContext> = {}, day = DAY) => {
  const { shifts, faults } = readWeekCell(text, amy, day, { ...context, ...given });
  const timeOf = (instant: string | null) =>
    instant && formatDateTime(new Date(instant)).replace('24/11/2026 ', '');
  return faults.length > 0
    ? faults.map(wordsOfShiftFault)
    : shifts.map(({ start, end, vehicleId, note }) =>
        [`${timeOf(start)}-${timeOf(end)}`, vehicleId, note].filter(Boolean).join(' | '),
      );
};

test.each([
  ['6:10-14:30', '06:10-14:30'],
  ['0610 - 1430', '06:10-14:30'],
  ['6-2pm', '06:00-14:00'],
  ['22-6', '22:00-25/11/2026 06:00'],
  ['6-14 airport', '06:00-14:00 | airport'],
  ['6 to 14 to airport', '06:00-14:00 | to airport'],
  ['6-14 123abc', '06:00-14:00 | car'],
  ['6-14 123-ABC swapped at noon', '06:00-14:00 | car | swapped at noon'],
  ['6-14 123 abc (5-6 by bus)', '06:00-14:00 | car | 5-6 by bus'],
  ['6-14 t 101 swapped', '06:00-14:00 | car | swapped'],
  ['6-14 T102', '06:00-14:00 | T102'],
  ['6-14 QF1234 delayed', '06:00-14:00 | QF1234 delayed'],
  ['6-14 (999XYZ)', '06:00-14:00 | 999XYZ'],
  ['6-14 airport (T2)', '06:00-14:00 | airport (T2)'],
  ['6-14 airport; back late', '06:00-14:00 | airport; back late'],
  ['24/11/2026 6:00 - 25/11/2026 8:00 far', '06:00-25/11/2026 08:00 | far'],
])('%j is one shift', (text, shift) => {
  expect(read(text)).toEqual([shift]);
});

test.each([
  ['6-10, 14-18', ['06:00-10:00', '14:00-18:00']],
  ['6-10, 14-18 123ABC school', ['06:00-10:00 | car | school', '14:00-18:00 | car | school']],
  ['6-10; 14-18', ['06:00-10:00', '14:00-18:00']],
  ['0600-10 school; 14-18 123ABC', ['06:00-10:00 | school', '14:00-18:00 | car']],
])('%j are two shifts', (text, shifts) => {
  expect(read(text)).toEqual(shifts);
});

test.each(['', ' ', 'OFF', 'rdo', 'leave', '-'])('%j is no shift', (text) => {
  expect(readWeekCell(text, amy, DAY, context)).toMatchObject({ shifts: [], faults: [] });
});

test.each([
  ['soon', '"soon" is not a time. Write it as 6:10-14:30'],
  ['6', 'Please enter the end'],
  ['5am 2pm', '"5am 2pm" is not a time. Write it as 6:10-14:30'],
  ['6-10 14-18', '"6-10 14-18" is not a time. Write it as 6:10-14:30'],
  ['6-14, 13-16 school', 'The times of "6-14, 13-16" are not in their order'],
  ['6-14 123ABC; 14-20, 19-22', 'The times of "14-20, 19-22" are not in their order'],
  ['14:00-13:00', 'The times of "14:00-13:00" are not in their order'],
  ['6-14 rego 999', 'No vehicle has the registration "999". Write a note in brackets'],
  ['06:00-14:00 ABC123', 'No vehicle has the registration "ABC123". Write a note in brackets'],
  ['6-14 999 xyz note', 'No vehicle has the registration "999XYZ". Write a note in brackets'],
  ['9-5', '"9-5" can be read in several ways. Answer the question about it'],
])('%j is at fault: %s', (text, fault) => {
  expect(read(text)).toEqual([fault]);
});

test('a start alone is an open shift today, with or without a note', () => {
  expect(read('6:10', {}, '2026-11-28')).toEqual(['28/11/2026 06:10-null']);
  expect(read('6:10 airport', {}, '2026-11-28')).toEqual(['28/11/2026 06:10-null | airport']);
});

test('times such as 9-5 are read as they are answered, and said', () => {
  const answered = { times: { 'falling from 5': 'day' } } as const;
  expect(read('9-5 airport', answered)).toEqual(['09:00-17:00 | airport']);
  const { open, readAs } = readWeekCell('9-5', amy, DAY, { ...context, ...answered });
  expect(open).toMatchObject([{ typed: '9-5' }]);
  expect(readAs).toEqual(['"9-5" is read as 09:00 to 17:00']);
});

test.each([
  ['610-1430', '06:10-14:30'],
  ['6-10,14-18 school', '06:00-10:00, 14:00-18:00 school'],
  ['0600-10 school;14-18 123abc', '06:00-10:00 school; 14:00-18:00 123ABC'],
  ['9-5', '9-5'],
  ['6-14 (7-3)', '06:00-14:00 (7-3)'],
  [' rdo ', 'rdo'],
  ['soon', 'soon'],
])('%j is written as %j', (text, settled) => {
  expect(settleWeekCell(text, DAY, context)).toBe(settled);
  expect(settleWeekCell(settled, DAY, context)).toBe(settled);
});

describe('a row of a sheet as a cell', () => {
  test.each([
    [{ start: '6:00', end: '14:30' }, '06:00-14:30'],
    [{ start: '9:00', end: '5:00' }, '9:00-5:00'],
    [{ start: '3:00', end: '+8:00' }, '3:00 +8:00'],
    [{ start: '6:00', end: '25/11/2026 08:00' }, '24/11/2026 06:00 - 25/11/2026 08:00'],
    [{ start: '6-10, 14-18', break: '0:30' }, '6-10, 14-18 Break 30 min'],
    [{ start: '6-14', vehicle: '123-abc', note: '7-3' }, '06:00-14:00 123ABC (7-3)'],
    [{ start: '6-14', vehicle: '999' }, '06:00-14:00 rego 999'],
    [{ start: '6-14', vehicle: 'van', break: 'short' }, '06:00-14:00 Vehicle van. Break short'],
  ])('%j', (cells, text) => {
    expect(textOfRow({ day: '24/11/2026', ...cells }, context)).toMatchObject({ day: DAY, text });
  });
});

test('a call sign is that of the day, and becomes its registration', () => {
  expect(settleWeekCell('6-14 T101 school', DAY, context)).toBe('06:00-14:00 123ABC school');
  expect(read('6-14 T101', {}, '2026-12-01')[0]).toMatch(/ \| T101$/);
  const cells = { start: '6:00', end: '14:00', vehicle: 't-101' };
  expect(textOfRow({ day: '24/11/2026', ...cells }, context)?.text).toBe('06:00-14:00 123ABC');
  expect(textOfRow({ day: '01/12/2026', ...cells }, context)?.text).toBe('06:00-14:00 rego T101');
  const callSigns = [{ callSign: '12', from: null, to: null }];
  expect(read('6-14 12', { vehicles: [{ id: 'bus', registration: '456DEF', callSigns }] })).toHaveLength(1);
  expect(read('6-14 rego 12', { vehicles: [{ id: 'bus', registration: '456DEF', callSigns }] })).toEqual([
    '06:00-14:00 | bus',
  ]);
});
