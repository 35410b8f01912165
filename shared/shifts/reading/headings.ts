import { foldText } from '../../fold-text';
import { headingReader, MAX_HEADING_COLUMNS } from '../../reading/headings';

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

/** Headings that people write over each column, in lower case without punctuation. `total` is known, and not read. */
const HEADINGS = {
  driver:
    'driver, driver name, driver s name, name of driver, name, full name, employee, employee name, staff, staff name, worker',
  firstName: 'first name, firstname, given name, given names, forename, first',
  lastName: 'last name, lastname, surname, family name, last',
  licence:
    'driver authority, driver authorisation, driver authority number, driver authorisation number, driver authority licence, driver authority license, authority number, da, da number, da no, licence, licence number',
  date: 'date, shift date, date of shift, work date, date worked, day worked',
  weekday: 'day, weekday, day of week, day of the week',
  startDate: 'start date, date start, date started, from date, date from, date in, sign on date',
  endDate: 'end date, date end, finish date, date finished, to date, date to, date out, sign off date',
  start:
    'start, start time, time start, started, shift start, on, time on, sign on, signed on, from, time from, begin, shift begin, commence, commenced, started at, log on, logon, login, log in, in, time in, clock in',
  end: 'end, end time, time end, ended, shift end, off, time off, sign off, signed off, finish, finish time, finished, to, time to, until, cease, ceased, finished at, shift finish, knock off, log off, logoff, logout, log out, out, time out, clock out',
  hours:
    'hours, hours worked, times, time, shift, shift times, shift time, roster, worked, start end, from to, on off, start finish',
  total:
    'total, totals, total hours, hours total, hours h mm, minutes, total minutes, decimal hours, paid hours',
  break:
    'break, breaks, break minutes, break min, break mins, break time, break length, unpaid break, meal break, lunch, rest',
  breakHours: 'break hours, break hrs, break hour, break h, breaks hours',
  vehicle:
    'vehicle, vehicle registration, registration, rego, rego no, rego number, car, cab, plate, number plate, reg, reg no',
  note: 'note, notes, comment, comments',
  remarks: 'remark, remarks',
};
export type ShiftColumn = keyof typeof HEADINGS;

const plainHeading = (heading: string) =>
  foldText(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** "In 2" as "in". */
const withoutNumber = (heading: string) => plainHeading(heading).replace(/ ?\d+$/, '');

const columnOf = headingReader(
  Object.entries(HEADINGS) as [ShiftColumn, string][],
  (heading) => withoutNumber(heading) || plainHeading(heading),
);

/** The column of each heading, from 0; several pairs of times have several starts and ends. */
export type ShiftColumns = Partial<Record<Exclude<ShiftColumn, 'start' | 'end'>, number>> & {
  starts: readonly number[];
  ends: readonly number[];
};

/** The columns that headings name: of several the first; of starts and ends all that are called the same, as in "In 1, Out 1, In 2, Out 2". */
export function shiftColumns(headings: readonly string[]): ShiftColumns {
  const first: Partial<Record<ShiftColumn, number>> = {};
  const pairs: Record<'start' | 'end', number[]> = { start: [], end: [] };
  for (const [index, heading] of headings.slice(0, MAX_HEADING_COLUMNS).entries()) {
    const column = columnOf(heading);
    if (!column) continue;
    first[column] ??= index;
    const isPair = column === 'start' || column === 'end';
    if (isPair && withoutNumber(headings[first[column]] ?? '') === withoutNumber(heading))
      pairs[column].push(index);
  }
  const { start, end: _, hours, ...others } = first;
  const starts = start === undefined && hours !== undefined ? [hours] : pairs.start;
  const columns = { ...others, ...(start !== undefined && hours !== undefined && { hours }) };
  if (!leavesFirst(headings, pairs)) return { ...columns, starts, ends: pairs.end };
  const { startDate: dateIn, endDate: dateOut } = others;
  const dates = dateIn === undefined || dateOut === undefined ? {} : { startDate: dateOut, endDate: dateIn };
  return { ...columns, ...dates, starts: pairs.end, ends: starts };
}

const IN_OR_OUT = /^(?:time |clock )?(?:in|out)$/;

/** Whether a depot's sheet is meant, by which a car goes out and comes in: Out stands before In. */
function leavesFirst(
  headings: readonly string[],
  { start, end }: Record<'start' | 'end', number[]>,
): boolean {
  const areInAndOut = [...start, ...end].every((column) =>
    IN_OR_OUT.test(withoutNumber(headings[column] ?? '')),
  );
  const isBefore = start.every((column, index) => (end[index] ?? column) < column);
  return start.length > 0 && start.length === end.length && areInAndOut && isBefore;
}

/** What is said of a sheet whose Out is the start; undefined for any other. */
export function leavesFirstNote(
  headings: readonly string[],
  { starts, ends }: ShiftColumns,
): string | undefined {
  const [out = '', back = ''] = [starts[0], ends[0]].map((column) => headings[column ?? -1]?.trim());
  return /\bout\b/i.test(out) && starts.length > 0
    ? `"${out}" is read as the start, because it stands before "${back}"`
    : undefined;
}

/** Whether a heading names sums, which are not read. */
export const isTotal = (heading: string): boolean => columnOf(heading) === 'total';

/** How many columns are known. */
export const knownColumns = ({ starts, ends, ...others }: ShiftColumns): number =>
  Object.keys(others).length + starts.length + ends.length;
