import type { Shift } from '@shared/shifts/shifts';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { emptyShiftForm, filledShiftForm, NO_VEHICLE, shiftFormSchema } from './shift-form';

const NOON = new Date('2026-11-22T02:00:00.000Z');
const typed = { ...emptyShiftForm(NOON), driverId: 'amy', startTime: '610', endTime: '14:30' };

const read = (fields: typeof typed) => {
  const { data, error } = safeParse(shiftFormSchema, fields);
  return data ?? Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
};

test('a shift of a day is read with the times that people write', () => {
  expect(read(typed)).toEqual({
    driverId: 'amy',
    start: '2026-11-21T20:10:00.000Z',
    end: '2026-11-22T04:30:00.000Z',
    note: null,
  });
});

test('an end before the start is on the next day, unless another day is given', () => {
  expect(read({ ...typed, startTime: '20:00', endTime: '2:15 am' })).toMatchObject({
    end: '2026-11-22T16:15:00.000Z',
  });
  expect(read({ ...typed, startTime: '20:00', endTime: '02:15', endDate: '2026-11-22' })).toEqual({
    endTime: 'The end must be after the start',
  });
});

test('times that may end on either day are asked about', () => {
  const nine = { ...typed, startTime: '9:00', endTime: '5:00' };
  expect(read(nine)).toEqual({
    endTime:
      '9:00 to 5:00: 09:00 to 17:00, or 21:00 to 05:00 the next day, or 09:00 to 05:00 the next day? Add am or pm',
  });
  expect(read({ ...nine, endTime: '5pm' })).toMatchObject({ end: '2026-11-22T07:00:00.000Z' });
  expect(read({ ...nine, endTime: '5am' })).toMatchObject({ end: '2026-11-22T19:00:00.000Z' });
  expect(read({ ...nine, endDate: '2026-11-23' })).toMatchObject({ end: '2026-11-22T19:00:00.000Z' });
});

test('noon and 24:00 are read, the end of the day as the next midnight', () => {
  expect(read({ ...typed, startTime: 'noon', endTime: '24:00' })).toMatchObject({
    start: '2026-11-22T02:00:00.000Z',
    end: '2026-11-22T14:00:00.000Z',
  });
});

test('without an end the shift is open; a time that cannot be read is shown at its field', () => {
  expect(read({ ...typed, endTime: '' })).toMatchObject({ end: null });
  expect(read({ ...typed, startTime: '25:00', endTime: 'late', driverId: '', date: '' })).toEqual({
    driverId: 'Please select a driver',
    date: 'Date is required',
    startTime: 'Please write the time as 14:05',
    endTime: 'Please write the time as 14:05',
  });
});

test.each([
  ['2026-11-22T04:30:00.000Z', ''],
  ['2026-11-22T10:00:00.000Z', ''],
  // 06:10 to 01:00 could be 06:10 to 13:00
  ['2026-11-22T15:00:00.000Z', '2026-11-23'],
  ['2026-11-23T15:00:00.000Z', '2026-11-24'],
  [null, ''],
])('a stored shift that ends at %s is shown as it is, and saved as it was', (end, endDate) => {
  const shift = {
    driverId: 'amy',
    vehicleId: null,
    start: '2026-11-21T20:10:00.000Z',
    end,
    note: 'Airport',
  };
  const fields = filledShiftForm(shift as Shift);
  expect(fields).toMatchObject({ vehicleId: NO_VEHICLE, endDate });
  expect(read(fields)).toEqual(shift);
});
