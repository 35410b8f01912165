/** What people send is read in time that grows with its length and no faster: each rule on its own worst input. */
import { MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { LENGTHS, MAX_IMAGE_BYTES, MAX_IMPORT_BYTES } from '@shared/limits';
import { brisbaneDay, brisbaneInstant, instantOrDayStart } from '@shared/periods';
import { placeKey } from '@shared/places/place-key';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { leftOpen, USUAL_READING } from '@shared/reading/days';
import { readMoment } from '@shared/reading/moments';
import { readBreak } from '@shared/shifts/reading/breaks';
import { readRowTimes } from '@shared/shifts/reading/row-times';
import { readShiftTable, tableCells } from '@shared/shifts/reading/table';
import { askAboutTimes, readTimes } from '@shared/shifts/reading/times';
import { remarksOn } from '@shared/shifts/shift-remarks';
import { MAX_SHEET_ROWS } from '@shared/shifts/shifts';
import { readColumnWord } from '@shared/trips/reading/column-words';
import { tripFieldNames } from '@shared/trips/trip-fields';
import { expect, test } from 'vitest';
import { fileDuplicates } from '../features/imports/match-stored';
import { askAboutMinutes } from '../features/imports/questions/ask-about-minutes';
import { askAboutRows } from '../features/imports/questions/ask-about-rows';
import { tripReader } from '../features/imports/read-rows';
import { readWords } from '../features/imports/read-words';
import { readTable } from '../features/imports/tables/read-table';
import { checkPicture } from '../features/pictures/check-picture';
import type { VehicleOfAnyDay } from '../features/vehicles/vehicles.repository';
import { oneLine, parseMailbox } from '../lib/mail/mail-address';
import { splitRuns } from '../lib/pdf/fonts';
import { MAX_CELL_CHARACTERS, neutraliseText, restoreText } from '../lib/spreadsheets/rows';
import { readSpreadsheet } from '../lib/spreadsheets/spreadsheet';
import { isObjectKey } from '../lib/storage/object-store';
import { buildTrip } from './builders';

/** Super-linear code takes this many times over at these lengths, and linear code never, however slow the machine is. */
const MOST_MS = 2000;
const LONG = 100_000;

const filled = (length: number, before: string, unit: string, after = '') =>
  before +
  unit.repeat(Math.max(0, Math.floor((length - before.length - after.length) / unit.length))) +
  after;

const amy = { id: 'a', driverAuthorityLicense: 'DA-1', firstName: 'Amy', lastName: 'Young' };
const car = {
  registration: '123ABC',
  callSigns: [] as VehicleOfAnyDay['callSigns'],
  registrations: new Set(['123ABC']),
  description: 'white Camry',
  deletedAt: null,
} as VehicleOfAnyDay;
const columns = Object.fromEntries(tripFieldNames.map((field, index) => [field, index]));
const table = { columns, headings: [] };
const readTrip = tripReader({
  ...table,
  reading: USUAL_READING,
  drivers: [amy],
  vehicles: [car],
  localities: undefined,
  now: new Date(0),
});
const tryRead = (read: () => unknown) => {
  try {
    read();
  } catch {
    // refused is read too
  }
};

const readStates = (stateOf: (row: number) => string) => {
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, number) => ({
    number,
    cells: ['31/12/2026', stateOf(number)],
  }));
  const read = readWords({ ...readTable([]), columns: { date: 0, status: 1 }, rows }, {});
  rows.forEach(read.kindOf);
};

const spaces = filled(LONG, '2026-12-31', ' ', '\n');
const marks = filled(LONG, 'e', '\u0301\u0323');

/** A sheet of hours with as many rows and columns as one may have. */
function readHours(cellOf: (row: number) => string) {
  const rows = Array.from({ length: MAX_SHEET_ROWS }, (_, row) => ({
    number: row + 1,
    cells: ['Driver', ...Array<string>(99).fill(cellOf(row))],
  }));
  const table = readShiftTable(rows);
  return table && tableCells(table, USUAL_READING, (name) => name);
}

test.each<[string, () => unknown]>([
  ['a date that ends in spaces', () => readMoment(spaces)],
  ['a date in words', () => readMoment(filled(LONG, '31 ', '- ', '\n'))],
  ['what a date leaves open', () => leftOpen(filled(60, '31 ', '- ')) + leftOpen(marks)],
  ['a weekday', () => readMoment(filled(LONG, 'mon', 'a', '!'))],
  ['a time', () => readMoment('2026-12-31', filled(LONG, '1', ' ', '!'))],
  ['an instant', () => instantOrDayStart(filled(LONG, '2026-12-31T10:00:00.', '0', '!'))],
  ...tripFieldNames.flatMap((field, column): [string, () => unknown][] =>
    [
      ['e', '\u0301\u0323'],
      ['1', ' ', '!'],
      ['', '0'],
      ['1.', '0', '!'],
    ]
      .map(([before = '', unit = '', after]) => filled(MAX_CELL_CHARACTERS, before, unit, after))
      .map((text) => [
        `the ${field} of a row that begins ${JSON.stringify(text.slice(0, 4))}`,
        () => readTrip({ number: 2, cells: tripFieldNames.map((_, at) => (at === column ? text : '1')) }),
      ]),
  ),
  ['headings', () => readTable([{ number: 1, cells: Array(100).fill(filled(LONG, '', 'in pick up ')) }])],
  ['a state', () => readColumnWord('status', filled(60, 'no', ' not a '), filled(LONG, '', ' (y/'))],
  ['a kind', () => readColumnWord('kind', 'y', filled(LONG, '', ' (y/', 'n'))],
  ['states', () => readStates((row) => filled(MAX_CELL_CHARACTERS, `${row}`, ' e\u0301'))],
  ['a few states', () => readStates((row) => filled(60, `${row % 40} no`, ' not'))],
  ['a suburb to capitalise', () => capitaliseSuburb(filled(LONG, '', 'vic ', ','))],
  ['a suburb to look up', () => placeKey(filled(LONG, '', ' mt-'))],
  ['apostrophes', () => restoreText(filled(LONG, '', "'", 'x')) + neutraliseText(filled(LONG, '', "'"))],
  [
    'times of a shift',
    () => [readTimes(filled(200, '', '6-', '!')), askAboutTimes(filled(200, '9-5', ', 9-5'))],
  ],
  [
    'the times of a row',
    () =>
      readRowTimes(
        { day: spaces, start: filled(LONG, '31/12/2026 ', ' - '), end: marks },
        { now: new Date(0) },
      ),
  ],
  ['a break', () => readBreak(filled(LONG, '1', ' ', 'h')) ?? readBreak(filled(100, '1 ', ' ', '½'))],
  ['a sheet of shifts', () => readHours((row) => filled(MAX_CELL_CHARACTERS, `${row}`, ' -', 'off'))],
  [
    'days of a sheet of shifts',
    () => readHours((row) => (row === 0 ? 'Mon 23/11' : filled(60, 'mon ', '. '))),
  ],
  ['a mailbox', () => tryRead(() => parseMailbox(filled(LONG, 'a <', 'b.', '@')))],
  ['a header', () => oneLine(filled(LONG, 'a', '\u0000 '))],
  ['an object key', () => isObjectKey(filled(LONG, 'a', '/a-', '!'))],
  ['a name of signs after a Hebrew letter', () => splitRuns(filled(LENGTHS.notes, 'א', '!'), 'regular')],
])('%s', (_, read) => {
  const start = performance.now();
  read();
  expect(performance.now() - start).toBeLessThan(MOST_MS);
});

const asSvg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}`;

// each is refused by the last of the rules, so that all are tried
test.each([
  ['names of elements', asSvg(filled(MAX_IMAGE_BYTES - 100, '<', 'a', ' url(x)'))],
  ['one handler and spaces', asSvg(filled(MAX_IMAGE_BYTES - 100, ' ona', ' ', ' url(x)'))],
  ['references', asSvg(filled(MAX_IMAGE_BYTES - 100, '', "href=''", ' url(x)'))],
  ['functions', asSvg(filled(MAX_IMAGE_BYTES - 100, '', 'url (', 'x)'))],
  ['a comment before it', filled(MAX_IMAGE_BYTES, '<!--', '-', '--><p>')],
  ['an encoding', filled(MAX_IMAGE_BYTES, '<?xml ', 'encoding ', '?><svg>')],
])('a picture of 5 MB: %s', async (_, svg) => {
  const start = performance.now();
  await expect(checkPicture(Buffer.from(svg), [])).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(5 * MOST_MS);
});

test.each([
  ['commas', filled(MAX_IMPORT_BYTES, '', `${','.repeat(99_000)}\n`)],
  ['quotes', filled(MAX_IMPORT_BYTES, '', `${'""'.repeat(49_000)}\n`)],
  ['an open quote', filled(MAX_IMPORT_BYTES, '"', 'a\n')],
  ['empty lines', filled(MAX_IMPORT_BYTES, '', '\r\n')],
  ['marks', filled(MAX_IMPORT_BYTES / 2, '', 'e\u0301\u0323', '\n')],
  ['wrapped texts', filled(MAX_IMPORT_BYTES, '', `="${'"'.repeat(4000)}\n`)],
])('a CSV file of 10 MB: %s', async (_, text) => {
  const start = performance.now();
  await readSpreadsheet(Buffer.from(text as string), MAX_IMPORT_ROWS).catch(() => undefined);
  expect(performance.now() - start).toBeLessThan(15 * MOST_MS);
});

const MIDNIGHT = Date.parse('2026-10-30T14:00:00Z');

test.each([
  ['at one minute', () => 0],
  ['a millisecond apart, the last first', (row: number) => -row],
])('twenty thousand trips of one driver and suburb %s are compared', (_, offset) => {
  const duplicatesOf = fileDuplicates();
  const start = performance.now();
  for (let row = 0; row < MAX_IMPORT_ROWS; row += 1) {
    const datetime = new Date(MIDNIGHT + offset(row)).toISOString();
    duplicatesOf(row, buildTrip(amy, { datetime }));
  }
  expect(performance.now() - start).toBeLessThan(MOST_MS);
});

const word = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

test.each<[string, (row: number) => string[]]>([
  [
    'of which each begins a table',
    (row) => (row % 2 ? ['Date', 'Driver', 'Wait'] : ['Driver', 'Wait (s)', 'Date']),
  ],
  [
    'of words that are no headings',
    (row) => Array.from({ length: 20 }, (_, at) => `Word ${word(row)} in ${word(at)} (min)`),
  ],
  [
    'of hardly fewer headings than words',
    () => Array.from({ length: 100 }, (_, at) => (at % 2 ? 'Pickup Date' : 'Stood')),
  ],
  ['of times', (row) => ['31/10/2026', 'Amy', `${row}:30`]],
])('twenty thousand rows %s are read as tables', (_, cellsOf) => {
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, row) => ({
    number: row + 2,
    cells: cellsOf(row),
  }));
  const start = performance.now();
  const table = readTable([{ number: 1, cells: ['Date', 'Driver', 'Wait'] }, ...rows]);
  askAboutRows(table, [0], {});
  askAboutMinutes(table, {});
  expect(performance.now() - start).toBeLessThan(2 * MOST_MS);
});

test('remarks on a year of 200 drivers', () => {
  const HOUR_MS = 3_600_000;
  const year = Array.from({ length: 200 }, (_, driver) =>
    Array.from({ length: 260 }, (_, day) => {
      const from = brisbaneInstant('2026-01-01').getTime() + day * 24 * HOUR_MS;
      const [start, end] = [new Date(from), new Date(from + 8 * HOUR_MS)];
      return { driverId: `${driver}`, start: start.toISOString(), end: end.toISOString() };
    }),
  ).flat();
  const now = brisbaneInstant('2026-11-24', '12:00');
  const start = performance.now();
  const remarks = remarksOn(year, now, (instant) => brisbaneDay(new Date(instant)));
  expect(remarks).toHaveLength(52_000);
  expect(performance.now() - start).toBeLessThan(MOST_MS);
});
