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
  date: [
    'date',
    'date time',
    'date and time',
    'datetime',
    'date of trip',
    'date of',
    'trip date',
    'trip date and time',
    'job date',
    'start date',
    'booking date',
    'day',
  ],
  time: ['time', 'time of', 'trip time', 'job time', 'start time'],
  driver: ['driver', 'driver name', 'driver s name', 'name of driver', 'driver full name', 'name'],
  licence: [
    'driver authority license',
    'driver authority licence',
    'driver authority',
    'driver authority number',
    'driver authorisation',
    'driver authorisation number',
    'driver authorisation no',
    'driver authority no',
    'driver license',
    'driver licence',
    'driver license number',
    'driver licence number',
    'driver license no',
    'driver licence no',
    'authority number',
    'da',
    'da licence',
    'da license',
    'da number',
    'da no',
    'license',
    'licence',
    'licence number',
    'license number',
    'licence no',
    'license no',
  ],
  suburb: [
    'suburb',
    'suburb name',
    'location',
    'locality',
    'town',
    'from',
    'area',
    'origin',
    'pickup',
    'pick up',
  ],
  postcode: ['postcode', 'post code', 'postal code', 'pcode', 'zip', 'zip code'],
  waitingTime: ['waiting time', 'wait time', 'waiting', 'wait', 'waited', 'time waiting'],
  duration: ['duration', 'trip duration', 'length', 'trip length'],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
  tripId: ['trip id', 'id'],
};

/** A title may stand above the headings. */
export const MAX_ROWS_ABOVE_HEADINGS = 20;
/** A longer cell is no heading that is known. */
const MAX_HEADING_CHARACTERS = 100;
const MAX_NOTES = 10;

/** A heading in lower case, without punctuation, "pickup" and the unit. */
function plainHeading(heading: string): string {
  const words = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words.replace(/\b(pick ?up|in|minutes|minute|mins|min)\b/g, '').replace(/\s+/g, ' ');
  return plain.trim() || words;
}

type PassedOver = { field: ImportField; column: number; text: string };

/** The column of each field, and what else could have been one. */
function columnsOf(row: SpreadsheetRow): { columns: ImportColumns; passedOver: PassedOver[] } {
  const columns: ImportColumns = {};
  const passedOver: PassedOver[] = [];
  row.cells.slice(0, MAX_IMPORT_COLUMNS).forEach((cell, index) => {
    if (cell.trim() === '' || cell.length > MAX_HEADING_CHARACTERS) return;
    const heading = plainHeading(cell);
    const field = importFields.find((name) => HEADINGS[name].includes(heading));
    if (!field) return;
    const column = columns[field];
    if (column === undefined) columns[field] = index;
    else {
      const read = `"${row.cells[column]?.trim()}" (column ${column + 1})`;
      const text = `${IMPORT_FIELDS[field]} is read from ${read}, not from "${cell.trim()}" (column ${index + 1})`;
      passedOver.push({ field, column, text });
    }
  });
  return { columns, passedOver };
}

export type TripTable = {
  headings: string[];
  columns: ImportColumns;
  rows: SpreadsheetRow[];
  /** Which columns were passed over, in words. */
  notes: string[];
};

/**
 * Finds the headings: the row with the most known ones among the first.
 * @param columns of the fields; found by the headings if not given
 * @returns the headings, the column of each field they name, and the rows below
 */
export function readTable(rows: SpreadsheetRow[], columns?: ImportColumns): TripTable {
  const candidates = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(columnsOf);
  const known = candidates.map((found) => Object.keys(found.columns).length);
  const at = known.indexOf(Math.max(0, ...known));
  const used = columns ?? candidates[at]?.columns ?? {};
  const passedOver = candidates[at]?.passedOver ?? [];
  return {
    headings: rows[at]?.cells ?? [],
    columns: used,
    rows: rows.slice(at + 1),
    notes: passedOver
      .filter(({ field, column }) => used[field] === column)
      .slice(0, MAX_NOTES)
      .map(({ text }) => text),
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
