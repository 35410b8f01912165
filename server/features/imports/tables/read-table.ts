import { type ImportAnswers, type ImportColumns, MAX_IMPORT_COLUMNS } from '@shared/imports/imports';
import { dayInAnyOrder } from '@shared/reading/days';
import { findHeadings, MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { columnsByHeading, isOtherMoment, mayBeLength, readHeading } from '@shared/trips/headings';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';
import { headingsTest, joinTables } from './join-tables';
import { isCompletionTime, type MoreWords, moreWordColumns } from './merge-words';
import { readTitles } from './title-lines';

const MAX_NOTES = 10;

type PassedOver = { field: TripFieldName; column: number; index: number; text: string };

/** The headings that name a field which is read from another column. */
const passedOverBy = (headings: readonly string[], columns: ImportColumns): PassedOver[] =>
  headings.slice(0, MAX_IMPORT_COLUMNS).flatMap((heading, index) => {
    const { field } = readHeading(heading);
    const column = field && columns[field];
    if (!field || column === undefined || Object.values(columns).includes(index)) return [];
    const read = `"${headings[column]?.trim()}" (column ${column + 1})`;
    const text = `${tripField(field).label} is read from ${read}, not from "${heading.trim()}" (column ${index + 1})`;
    return { field, column, index, text };
  });

export type TripTable = {
  headings: string[];
  columns: ImportColumns;
  /** The rows above the headings. */
  above: SpreadsheetRow[];
  rows: SpreadsheetRow[];
  notes: string[];
  /** The rows that a line above them calls no trips, by their numbers, and that line. */
  underTitles: Map<number, string>;
  /** Further columns of states and kinds, whose words count as well. */
  moreWords: MoreWords[];
  /** The other columns with something in them that no field takes. */
  unread: number[];
};

/** Zones of other clocks than Brisbane's. */
const OTHER_ZONE = /\b(?:utc|gmt|zulu|aedt|acst|acdt|awst|nzst|nzdt)\b/i;
const MIDNIGHT_CELL = /T00:00:00\.000$/;
const TIME_IN_DATE = /\d[:.h]\d\d|\d\s?[ap]\.?m\b|T\d\d|\d{5}\.\d/i;

/** Said where no column has times. */
export const NO_TIMES = 'No column has the time: each trip is stored at 00:00';

/** What is said of the columns of dates and times: a moment of the booking or of another clock, and trips without a time. */
function momentNotes(
  headings: readonly string[],
  { date, time }: ImportColumns,
  rows: readonly SpreadsheetRow[],
): string[] {
  const notes = (['date', 'time'] as const).flatMap((field) => {
    const heading = headings[{ date, time }[field] ?? -1] ?? '';
    const from = `${tripField(field).label} is read from "${heading.trim()}"`;
    const check = `check that it is the ${field === 'date' ? 'day' : 'time'} of the trip`;
    return [
      ...(isOtherMoment(heading) ? [`${from}: ${check}`] : []),
      ...(OTHER_ZONE.test(heading) ? [`${from} as Brisbane's time: check whether it is`] : []),
    ];
  });
  const dates = date === undefined || time !== undefined ? [] : rows.map(({ cells }) => cells[date] ?? '');
  const isTimeless =
    dates.length > 0 && !dates.some((text) => !MIDNIGHT_CELL.test(text) && TIME_IN_DATE.test(text));
  return isTimeless ? [...notes, NO_TIMES] : notes;
}

/** Whether the times have their dates with them, and no column has the dates: "Start Time" over "2026-08-03 09:15". */
function hasDatesUnderTime({ date, time }: ImportColumns, rows: readonly SpreadsheetRow[]): boolean {
  if (date !== undefined || time === undefined) return false;
  const filled = rows.map(({ cells }) => cells[time]?.trim() ?? '').filter(Boolean);
  return filled.length > 0 && filled.every((cell) => dayInAnyOrder(cell) !== undefined);
}

/** A time before 6 am, as a person or a workbook writes it. */
const SHORT_TIME = /^(?:1899-12-3[01]T|1904-01-01T)?0?[0-5][:.h]\d\d(?:[:.][\d.]+)?$/;

/** What is said of a "Trip time" that has short times only: it is more likely how long the trips took. */
function lengthsInsteadOfTimes(
  headings: readonly string[],
  { time }: ImportColumns,
  rows: readonly SpreadsheetRow[],
): string | undefined {
  const heading = headings[time ?? -1] ?? '';
  if (time === undefined || !mayBeLength(heading)) return undefined;
  const filled = rows.map(({ cells }) => cells[time]?.trim() ?? '').filter((cell) => /\d/.test(cell));
  if (filled.length === 0 || !filled.every((cell) => SHORT_TIME.test(cell))) return undefined;
  return `"${heading.trim()}" has only times before 6:00, which may be how long the trips took: choose it as Time if they are times of day`;
}

/** A row with a date, and hardly a heading, is a trip. */
const MAX_HEADINGS_OF_TRIP = 2;
const hasDate = ({ cells }: SpreadsheetRow) => cells.some((cell) => dayInAnyOrder(cell.trim()) !== undefined);

/** Whether headings say more together with the line above them: "mins" below "Waiting". */
function isSecondLine(rows: readonly SpreadsheetRow[], at: number, columns: ImportColumns): boolean {
  const { headings, begin } = readHeadingLines(rows, at - 1);
  const together = Object.keys(columnsByHeading(headings)).length;
  return begin === at + 1 && together > Object.keys(columns).length;
}

/** The place of the headings among the rows: near the top, or where they were sorted together with the trips; -1 for none. */
function headingsRow(rows: readonly SpreadsheetRow[]): number {
  const first = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(({ cells }) => cells);
  const { row = -1, columns = {} } = findHeadings(first, columnsByHeading) ?? {};
  const found = rows[row];
  const isTrip = found && Object.keys(columns).length <= MAX_HEADINGS_OF_TRIP && hasDate(found);
  if (!isTrip) return isSecondLine(rows, row, columns) ? row - 1 : row;
  const areHeadings = headingsTest(new Set());
  return rows.findIndex(({ cells }) => areHeadings(cells));
}

/** A line that is drawn below headings: "-----". */
const DRAWN_LINE = /^\s*[-=_\u2013\u2014*]{2,}\s*$/;

/**
 * The headings, with a second line of them below, such as "hrs" and "mins" below "Waiting", and where the rows begin. A merged heading
 * stands over the first of its columns.
 */
function readHeadingLines(rows: readonly SpreadsheetRow[], at: number) {
  const headings = rows[at]?.cells ?? [];
  const plain = { headings, begin: at + 1 };
  const below = rows[at + 1]?.cells ?? [];
  if (at < 0 || below.some((cell) => /\d/.test(cell))) return plain;
  const fieldOf = (heading = '') => readHeading(heading).field;
  let over = '';
  const both = Array.from({ length: Math.max(headings.length, below.length) }, (_, column) => {
    const line = (below[column] ?? '').replace(DRAWN_LINE, '').trim();
    over = headings[column]?.trim() || (line === '' ? '' : over);
    return `${over} ${line}`.trim();
  });
  const areHeadings = below.every((cell, column) => {
    const line = cell.replace(DRAWN_LINE, '').trim();
    return line === '' || (/\p{L}/u.test(line) && fieldOf(both[column]));
  });
  return areHeadings && below.length > 0 ? { headings: both, begin: at + 2 } : plain;
}

/** The headings of the first table of a sheet; empty where it has none. */
export const headingsOf = (rows: readonly SpreadsheetRow[]): string[] =>
  readHeadingLines(rows, headingsRow(rows)).headings;

/** Hidden columns of a sheet, from 0, and whether they are to be read. */
export type HiddenColumns = { columns: readonly number[]; answer?: ImportAnswers['hiddenColumns'] };

/** The columns of the fields: those that were chosen, else by headings; without hidden ones that are left out. */
function columnsOf(headings: readonly string[], chosen: ImportColumns | undefined, hidden: HiddenColumns) {
  const named = columnsByHeading(headings);
  const isHidden = (column: number | undefined) => column !== undefined && hidden.columns.includes(column);
  const pick = (
    columns: ImportColumns,
    is: (field: TripFieldName, column: number) => boolean,
  ): ImportColumns =>
    Object.fromEntries(
      (Object.entries(columns) as [TripFieldName, number][]).filter(([field, column]) => is(field, column)),
    );
  if (hidden.answer === 'leave-out') {
    const shown = columnsByHeading(headings.map((heading, column) => (isHidden(column) ? '' : heading)));
    if (!chosen) return { named: shown, used: shown };
    const instead = pick(shown, (field) => isHidden(chosen[field]));
    return { named: shown, used: { ...pick(chosen, (_, column) => !isHidden(column)), ...instead } };
  }
  const asked = hidden.answer === 'read' ? pick(named, (_, column) => isHidden(column)) : {};
  return { named, used: chosen ? { ...asked, ...chosen } : named };
}

/**
 * Finds the headings of a sheet, the columns of the fields, and the rows below. Tables that follow the first have their columns put into its
 * order. @param chosen the columns; found by the headings if not given
 */
export function readTable(
  rows: SpreadsheetRow[],
  chosen?: ImportColumns,
  hidden: HiddenColumns = { columns: [] },
): TripTable {
  const at = headingsRow(rows);
  const lines = readHeadingLines(rows, at);
  const { named, used } = columnsOf(lines.headings, chosen, hidden);
  const titles = readTitles(rows, at);
  const joined = joinTables(lines.headings, rows.slice(lines.begin), used);
  const { layout: headings, rows: below } = joined;
  const columns = { ...(chosen ? used : joined.columns) };
  if (!chosen && isCompletionTime(headings, columns, below)) delete columns.status;
  if (!chosen && hasDatesUnderTime(columns, below)) {
    columns.date = columns.time;
    delete columns.time;
  }
  const lengths = chosen ? undefined : lengthsInsteadOfTimes(headings, columns, below);
  if (lengths) delete columns.time;
  const isLeftOut = (column: number) => hidden.answer === 'leave-out' && hidden.columns.includes(column);
  const moreWords = moreWordColumns(headings, columns, below).filter(({ column }) => !isLeftOut(column));
  const merged = moreWords.map(({ column }) => column);
  const passedOver = passedOverBy(headings, named).filter(
    ({ field, column, index }) => columns[field] === column && !merged.includes(index),
  );
  const known = new Set([...Object.values(columns), ...merged, ...passedOver.map(({ index }) => index)]);
  if (hidden.answer === 'leave-out') for (const column of hidden.columns) known.add(column);
  const isUnread = (column: number) => !known.has(column) && below.some(({ cells }) => cells[column]?.trim());
  return {
    headings,
    columns,
    above: rows.slice(0, Math.max(0, at)),
    rows: below,
    moreWords,
    underTitles: titles.notTrips,
    unread: headings.map((_, column) => column).filter(isUnread),
    notes: [
      ...(at < 0 && rows.length > 0 ? ['The file has no headings: its first row is read as a trip'] : []),
      ...(lengths ? [lengths] : []),
      ...momentNotes(headings, columns, below),
      ...moreWords.map(({ text }) => text),
      ...[...passedOver.map(({ text }) => text), ...titles.notes, ...joined.notes].slice(0, MAX_NOTES),
    ],
  };
}

/** The labels of required fields without a column; a suburb has its postcode (docs/product/import-export.md#import). */
export function missingFields(columns: ImportColumns): string[] {
  const { date, suburb, postcode, driver, licence } = columns;
  const required = { date, suburb, postcode: postcode ?? suburb, driver: driver ?? licence };
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((field) => required[field] === undefined)
    .map((field) => tripField(field).label);
}
