import { type ImportAnswers, type ImportColumns, MAX_IMPORT_COLUMNS } from '@shared/imports';
import { dayInAnyOrder } from '@shared/reading/days';
import { findHeadings, MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { columnsByHeading, isOtherDay, readHeading } from '@shared/trips/headings';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { joinTables } from './join-tables';

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
  /** The other columns with something in them that no field takes. */
  unread: number[];
};

/** A day of the booking or of the entry may be another than the trip's. */
function dayNotes(headings: readonly string[], { date = -1 }: ImportColumns): string[] {
  const heading = headings[date] ?? '';
  return isOtherDay(heading)
    ? [`Date is read from "${heading.trim()}": check that it is the day of the trip`]
    : [];
}

/** A row with a date, and hardly a heading, is a trip. */
const MAX_HEADINGS_OF_TRIP = 2;
const hasDate = ({ cells }: SpreadsheetRow) => cells.some((cell) => dayInAnyOrder(cell.trim()) !== undefined);

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
  const first = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(({ cells }) => cells);
  const found = findHeadings(first, columnsByHeading);
  const headed = found && rows[found.row];
  const isTrip =
    found && headed && Object.keys(found.columns).length <= MAX_HEADINGS_OF_TRIP && hasDate(headed);
  const at = isTrip ? -1 : (found?.row ?? -1);
  const { named, used } = columnsOf(rows[at]?.cells ?? [], chosen, hidden);
  const joined = joinTables(rows[at]?.cells ?? [], rows.slice(at + 1), used);
  const { headings, rows: below } = joined;
  const columns = chosen ? used : joined.columns;
  const passedOver = passedOverBy(headings, named).filter(({ field, column }) => columns[field] === column);
  const known = new Set([...Object.values(columns), ...passedOver.map(({ index }) => index)]);
  if (hidden.answer === 'leave-out') for (const column of hidden.columns) known.add(column);
  const isUnread = (column: number) => !known.has(column) && below.some(({ cells }) => cells[column]?.trim());
  return {
    headings,
    columns,
    above: rows.slice(0, Math.max(0, at)),
    rows: below,
    unread: headings.map((_, column) => column).filter(isUnread),
    notes: [
      ...(isTrip ? ['The file has no headings: its first row is read as a trip'] : []),
      ...dayNotes(headings, columns),
      ...[...passedOver.map(({ text }) => text), ...joined.notes].slice(0, MAX_NOTES),
    ],
  };
}

/** The labels of required fields without a column; a suburb has its postcode (docs/product/import-export.md#import). */
export function missingFields(columns: ImportColumns): string[] {
  const { date, suburb, postcode, waitingTime, driver, licence } = columns;
  const required = { date, suburb, postcode: postcode ?? suburb, waitingTime, driver: driver ?? licence };
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((field) => required[field] === undefined)
    .map((field) => tripField(field).label);
}
