import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brisbaneInstant, formatDateTime } from '../../periods';
import type { ShiftCells } from './row-times';
import { readShiftRow, wordsOfShiftFault } from './shift-row';

const driver = (id: string, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  driverAuthorityLicense: `DA-${id}`,
});
const context = {
  drivers: [driver('1', 'Amy', 'Young'), driver('2', 'Ben', 'Okafor'), driver('3', 'Ben', 'Hill')],
  vehicles: [
    {
      id: 'car',
      registration: '123ABC',
      callSigns: [{ callSign: 'T-101', from: '2026-11-01', to: '2026-11-30' }],
    },
  ],
  now: brisbaneInstant('2026-11-24', '12:00'),
};
const read = (cells: ShiftCells) => readShiftRow(cells, context);
const usual = { driver: 'Amy', day: '23/11/2026', start: '6:10-14:30' };
const shown = (cells: ShiftCells) =>
  read(cells).shifts.map(({ start, end }) =>
    [start, end].map((at) => (at ? formatDateTime(new Date(at)) : 'open')).join(' - '),
  );

test('a row is a shift, in the usual vehicle unless another is named', () => {
  expect(read(usual)).toMatchObject({
    shifts: [
      {
        driverId: '1',
        start: '2026-11-22T20:10:00.000Z',
        end: '2026-11-23T04:30:00.000Z',
        note: null,
      },
    ],
    faults: [],
  });
  expect(read({ ...usual, vehicle: '123 abc', note: ' Airport ' }).shifts).toMatchObject([
    { vehicleId: 'car', note: 'Airport' },
  ]);
});

test('a call sign is that of the row’s day', () => {
  expect(read({ ...usual, vehicle: 't101' }).shifts).toMatchObject([{ vehicleId: 'car' }]);
  expect(read({ ...usual, day: '31/10/2026', vehicle: 't101' }).faults).toMatchObject([
    { kind: 'vehicle-unknown', typed: 't101' },
  ]);
});

test.each<[ShiftCells, string[]]>([
  [{ ...usual, start: '06:10', end: '14:30' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [{ ...usual, start: '22:00', end: '6:00' }, ['23/11/2026 22:00 - 24/11/2026 06:00']],
  [{ ...usual, start: '4pm-12am' }, ['23/11/2026 16:00 - 24/11/2026 00:00']],
  [
    { ...usual, start: '6-10, 12-16:30' },
    ['23/11/2026 06:00 - 23/11/2026 10:00', '23/11/2026 12:00 - 23/11/2026 16:30'],
  ],
  [{ ...usual, day: 'Mon 23 Nov 2026' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [{ ...usual, day: '2026-11-23T00:00:00.000' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [
    { driver: 'Amy', start: '23/11/2026 22:10', end: '24/11/2026 06:30' },
    ['23/11/2026 22:10 - 24/11/2026 06:30'],
  ],
  [
    { driver: 'Amy', start: '2026-11-23T22:10:00.000', end: '2026-11-24T06:30:00.000' },
    ['23/11/2026 22:10 - 24/11/2026 06:30'],
  ],
  [{ driver: 'Amy', start: '23/11/2026 22:10', end: '6:30' }, ['23/11/2026 22:10 - 24/11/2026 06:30']],
  [{ ...usual, day: '24/11/2026', start: '6:10' }, ['24/11/2026 06:10 - open']],
  [
    { ...usual, start: '2026-11-23T06:00:00.000', end: '2026-11-24T08:00:00.000' },
    ['23/11/2026 06:00 - 24/11/2026 08:00'],
  ],
  [{ driver: 'Amy', start: '23/11/2026 22:10 - 24/11/2026 06:30' }, ['23/11/2026 22:10 - 24/11/2026 06:30']],
  [{ driver: 'Amy', start: '23/11/2026 6:10-14:30' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [{ driver: 'Amy', day: '23/11/2026 6:10', end: '14:30' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [{ ...usual, day: 'Mon 23/11' }, ['23/11/2026 06:10 - 23/11/2026 14:30']],
  [{ ...usual, start: '24:00', end: '6:00' }, ['24/11/2026 00:00 - 24/11/2026 06:00']],
  [{ ...usual, start: '16:00', end: '1899-12-31T00:00:00.000' }, ['23/11/2026 16:00 - 24/11/2026 00:00']],
  [{ ...usual, start: '1904-01-01T16:00:00.000', end: '22:00' }, ['23/11/2026 16:00 - 23/11/2026 22:00']],
])('reads %j', (cells, expected) => {
  expect(read(cells).faults).toEqual([]);
  expect(shown(cells)).toEqual(expected);
});

test('a break in minutes goes into the note and takes nothing off', () => {
  expect(read({ ...usual, break: '30' }).shifts).toMatchObject([
    { note: 'Break 30 min', end: '2026-11-23T04:30:00.000Z' },
  ]);
  expect(read({ ...usual, break: '0:30', note: 'Late' }).shifts).toMatchObject([
    { note: 'Late. Break 30 min' },
  ]);
  expect(read({ ...usual, break: '0' }).shifts).toMatchObject([{ note: null }]);
});

test.each<[ShiftCells, string[]]>([
  [{}, []],
  [
    { note: 'x' },
    ['driver: Please select a driver', 'day: Please enter the day', 'start: Please enter the start'],
  ],
  [{ ...usual, driver: 'Zoe' }, ['driver: No driver is called "Zoe"']],
  [{ ...usual, driver: 'Ben' }, ['driver: "Ben" may be several drivers']],
  [{ ...usual, day: '31/11/26' }, ['day: "31/11/26" is not a date: November has 30 days']],
  [{ ...usual, day: '29/2/2027' }, ['day: "29/2/2027" is not a date: February 2027 has 28 days']],
  [{ ...usual, day: '45' }, ['day: "45" is not a date. Write it as 31/12/2026']],
  [{ ...usual, start: '24/11/2026 6:10', end: '14:30' }, ['day: The start has another date']],
  [
    { ...usual, start: '6-10', end: '22/11/2026 14:30' },
    ['start: "6-10" is not a time. Write it as 6:10-14:30'],
  ],
  [{ ...usual, start: '6:10', end: '22/11/2026 14:30' }, ['end: The end must be after the start']],
  [
    { ...usual, start: '9', end: '5' },
    ['start: "9" can be read in several ways. Answer the question about it'],
  ],
  [{ ...usual, start: '8.5' }, ['start: "8.5" is not a time. Write it as 6:10-14:30']],
  [{ ...usual, start: '6:10' }, ['end: Please enter the end']],
  [{ ...usual, start: '14:10', end: '14:10' }, ['end: The end is the same as the start']],
  [
    { ...usual, vehicle: '999' },
    ['vehicle: No vehicle has the registration "999". Write a note in brackets'],
  ],
  [{ ...usual, break: 'long' }, ['break: "long" is not a break. Write it in minutes']],
  [{ ...usual, note: 'x'.repeat(501) }, ['note: Must be 500 characters or fewer']],
  [
    { ...usual, day: '23/11/1999' },
    ['start: Date must lie between 2000 and 2099', 'end: Date must lie between 2000 and 2099'],
  ],
])('says what is wrong with %j', (cells, expected) => {
  const { shifts, faults } = read(cells);
  expect(shifts).toEqual([]);
  expect(faults.map((fault) => `${fault.field}: ${wordsOfShiftFault(fault)}`)).toEqual(expected);
});

test('reads any texts without an error', () => {
  const text = fc.string();
  fc.assert(
    fc.property(
      fc.record({ driver: text, day: text, start: text, end: text, break: text, vehicle: text, note: text }),
      (cells) => {
        const { shifts, faults } = read(cells);
        expect(shifts.length > 0 && faults.length > 0).toBe(false);
      },
    ),
  );
});
