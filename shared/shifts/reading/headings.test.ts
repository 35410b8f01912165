import { expect, test } from 'vitest';
import { shiftColumns } from './headings';

test.each([
  ['Driver,Date,Start,End,Rego,Note', { driver: 0, date: 1, starts: [2], ends: [3], vehicle: 4, note: 5 }],
  ['Name,Day,On,Off', { driver: 0, weekday: 1, starts: [2], ends: [3] }],
  [
    'Employee,Date,From,To,Break,Vehicle',
    { driver: 0, date: 1, starts: [2], ends: [3], break: 4, vehicle: 5 },
  ],
  ['Driver,Date,Hours', { driver: 0, date: 1, starts: [2], ends: [] }],
  ['Driver,Date,Start time,Finish time,Hours', { driver: 0, date: 1, starts: [2], ends: [3], hours: 4 }],
  ['DRIVER NAME,Shift date,Times,Comments', { driver: 0, date: 1, starts: [2], ends: [], note: 3 }],
  ['Driver,Driver,Day', { driver: 0, weekday: 2, starts: [], ends: [] }],
  ['First name,Surname,In 1,Out 1,In2,Out2', { firstName: 0, lastName: 1, starts: [2, 4], ends: [3, 5] }],
  ['Start,Finish,Start,Finish', { starts: [0, 2], ends: [1, 3] }],
  ['Start,Finish,From,To', { starts: [0], ends: [1] }],
  [
    'Start date,Start time,End date,End time,Break (hrs)',
    { startDate: 0, starts: [1], endDate: 2, ends: [3], breakHours: 4 },
  ],
  ['Driver,Date,Time Out,Time In', { driver: 0, date: 1, starts: [2], ends: [3] }],
  ['Driver,Date,Time In,Time Out', { driver: 0, date: 1, starts: [2], ends: [3] }],
  ['Date out,Out,Date in,In', { startDate: 0, starts: [1], endDate: 2, ends: [3] }],
  ['Driver,Date,Log on,Log off', { driver: 0, date: 1, starts: [2], ends: [3] }],
  ['Remarks,Note', { remarks: 0, note: 1, starts: [], ends: [] }],
  ['Pickup,Fare,2', { starts: [], ends: [] }],
  ['x'.repeat(10_000), { starts: [], ends: [] }],
])('knows the columns of %s', (headings, columns) => {
  expect(shiftColumns(headings.split(','))).toEqual(columns);
});
