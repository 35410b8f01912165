import { expect, test } from 'vitest';
import { findShiftHeadings, shiftColumnsByHeading } from './headings';

test.each([
  ['Driver,Date,Start,End,Rego,Note', { driver: 0, day: 1, start: 2, end: 3, vehicle: 4, note: 5 }],
  ['Name,Day,On,Off', { driver: 0, day: 1, start: 2, end: 3 }],
  ['Employee,Date,From,To,Break,Vehicle', { driver: 0, day: 1, start: 2, end: 3, break: 4, vehicle: 5 }],
  ['Driver,Date,Hours', { driver: 0, day: 1, start: 2 }],
  ['Driver,Date,Start time,Finish time,Hours', { driver: 0, day: 1, start: 2, end: 3 }],
  ['DRIVER NAME,Shift date,Times,Comments', { driver: 0, day: 1, start: 2, note: 3 }],
  ['Driver,Driver,Day', { driver: 0, day: 2 }],
  ['Pickup,Fare', {}],
])('knows the columns of %s', (headings, columns) => {
  expect(shiftColumnsByHeading(headings.split(','))).toEqual(columns);
});

test('headings may stand below a title', () => {
  const rows = [
    ['Smith Cars'],
    ['Week of 23 November', ''],
    ['Driver', 'Day', 'Hours'],
    ['Amy', '23/11/2026', '6-14'],
  ];
  expect(findShiftHeadings(rows)).toEqual({ row: 2, columns: { driver: 0, day: 1, start: 2 } });
  expect(findShiftHeadings([['Amy', '23/11/2026', '6-14']])).toBeUndefined();
  expect(shiftColumnsByHeading(['x'.repeat(10_000)])).toEqual({});
});
