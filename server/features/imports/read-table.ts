import { type ImportColumns, MAX_IMPORT_COLUMNS } from '@shared/imports';
import { findHeadings, MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { columnsByHeading, isOtherDay, readHeading } from '@shared/trips/headings';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';

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

/** Headings: the row with the most known ones among the first. @param columns found by them if not given */
export function readTable(rows: SpreadsheetRow[], columns?: ImportColumns): TripTable {
  const first = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(({ cells }) => cells);
  const { row: at, columns: named } = findHeadings(first, columnsByHeading) ?? { row: -1, columns: {} };
  const headings = rows[at]?.cells ?? [];
  const used = columns ?? named;
  const passedOver = passedOverBy(headings, named).filter(({ field, column }) => used[field] === column);
  const below = rows.slice(at + 1);
  const known = new Set([...Object.values(used), ...passedOver.map(({ index }) => index)]);
  const widest = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columnCount = Math.min(widest, MAX_IMPORT_COLUMNS);
  const isUnread = (column: number) => !known.has(column) && below.some(({ cells }) => cells[column]?.trim());
  return {
    headings,
    columns: used,
    rows: below,
    unread: Array.from({ length: columnCount }, (_, column) => column).filter(isUnread),
    notes: [...dayNotes(headings, used), ...passedOver.slice(0, MAX_NOTES).map(({ text }) => text)],
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
