import { foldText } from '../../fold-text';
import { type ColumnsOf, findHeadings, firstColumns, headingReader } from '../../reading/headings';

/** The columns of a sheet of shifts. `start` has times such as "6:10-14:30" where there is no `end`. */
export const SHIFT_FIELDS = ['driver', 'day', 'start', 'end', 'break', 'vehicle', 'note'] as const;
export type ShiftField = (typeof SHIFT_FIELDS)[number];

export const SHIFT_FIELD_LABELS: Record<ShiftField, string> = {
  driver: 'Driver',
  day: 'Day',
  start: 'Start',
  end: 'End',
  break: 'Break',
  vehicle: 'Vehicle',
  note: 'Note',
};

/** Headings that people write over each field's column, in lower case without punctuation. */
const HEADINGS: Record<ShiftField | 'hours', string> = {
  driver:
    'driver, driver name, driver s name, name of driver, name, employee, employee name, driver authority, da, da number',
  day: 'day, date, shift date, date of shift, work date, day worked',
  start:
    'start, start time, time start, started, shift start, on, time on, sign on, signed on, from, time from, begin, in, time in, clock in',
  end: 'end, end time, time end, ended, shift end, off, time off, sign off, signed off, finish, finish time, finished, to, time to, until, out, time out, clock out',
  hours:
    'hours, hours worked, times, time, shift, shift times, shift time, roster, worked, start end, from to, on off, start finish',
  break:
    'break, breaks, break minutes, break min, break mins, break time, unpaid break, meal break, lunch, rest',
  vehicle:
    'vehicle, vehicle registration, registration, rego, rego no, rego number, car, cab, plate, number plate, reg, reg no',
  note: 'note, notes, comment, comments, remark, remarks',
};

const plainHeading = (heading: string) =>
  foldText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const fieldOf = headingReader(Object.entries(HEADINGS) as [ShiftField | 'hours', string][], plainHeading);

/**
 * The column of each field that headings name, from 0: of several the first. A column of hours has the times where no column has the start;
 * next to a start it is a total, which is not read.
 */
export function shiftColumnsByHeading(headings: readonly string[]): ColumnsOf<ShiftField> {
  const { hours, start = hours, ...others } = firstColumns(headings, fieldOf);
  return start === undefined ? others : { ...others, start };
}

/** The row of headings of a sheet of shifts, and its columns; undefined where two are not known. */
export const findShiftHeadings = (rows: readonly (readonly string[])[]) =>
  findHeadings(rows, shiftColumnsByHeading, 2);
