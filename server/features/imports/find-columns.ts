import {
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  importFields,
  MAX_IMPORT_COLUMNS,
} from '@shared/imports';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';

/** Headings of each field, as plainHeading writes them. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  date: ['date', 'date time', 'date and time', 'datetime', 'trip date', 'booking date', 'day'],
  time: ['time', 'trip time', 'start time'],
  driver: ['driver', 'driver name', 'name of driver', 'name'],
  licence: [
    'driver authority license',
    'driver authority licence',
    'driver authority',
    'driver authority number',
    'driver authorisation',
    'driver authorisation number',
    'driver license',
    'driver licence',
    'da',
    'da number',
    'da no',
    'license',
    'licence',
    'licence number',
    'license number',
  ],
  suburb: ['suburb', 'location', 'locality', 'town', 'from', 'area', 'pickup', 'pick up'],
  postcode: ['postcode', 'post code', 'pcode', 'zip'],
  waitingTime: ['waiting time', 'wait time', 'waiting', 'wait'],
  duration: ['duration', 'trip duration', 'length', 'trip length'],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
  tripId: ['trip id', 'id'],
};

/** A title may stand above the headings. */
const MAX_ROWS_ABOVE_HEADINGS = 9;
/** A longer cell is no heading that is known. */
const MAX_HEADING_CHARACTERS = 100;

/** A heading in lower case, without punctuation, "pickup" and the unit. */
function plainHeading(heading: string): string {
  const words = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words.replace(/\b(pick ?up|in|minutes|minute|mins|min)\b/g, '').replace(/\s+/g, ' ');
  return plain.trim() || words;
}

function columnsOf(row: SpreadsheetRow): ImportColumns {
  const columns: ImportColumns = {};
  row.cells.slice(0, MAX_IMPORT_COLUMNS).forEach((cell, index) => {
    if (cell.trim() === '' || cell.length > MAX_HEADING_CHARACTERS) return;
    const heading = plainHeading(cell);
    const field = importFields.find(
      (name) => columns[name] === undefined && HEADINGS[name].includes(heading),
    );
    if (field) columns[field] = index;
  });
  return columns;
}

export type TripTable = { headings: string[]; columns: ImportColumns; rows: SpreadsheetRow[] };

/**
 * Finds the headings: the row with the most known ones among the first ten.
 * @returns the headings, the column of each field they name, and the rows below
 */
export function readTable(rows: SpreadsheetRow[]): TripTable {
  const candidates = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(columnsOf);
  const known = candidates.map((columns) => Object.keys(columns).length);
  const at = known.indexOf(Math.max(0, ...known));
  return {
    headings: rows[at]?.cells ?? [],
    columns: candidates[at] ?? {},
    rows: rows.slice(at + 1),
  };
}

/** The labels of required fields without a column. See docs/product.md#import. */
export function missingFields(columns: ImportColumns): string[] {
  const { date, suburb, postcode, waitingTime, driver, licence } = columns;
  const required = { date, suburb, postcode, waitingTime, driver: driver ?? licence };
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((field) => required[field] === undefined)
    .map((field) => IMPORT_FIELDS[field]);
}
