import { DAY_MS } from '@shared/durations';
import { formatCount } from '@shared/figures';
import { DAY_ZERO } from '@shared/reading/days';

const MAX_SHEET_ROWS = 1_048_576;
/** The most columns a row keeps; the rest is cut. Every field is shorter, so its length check refuses a cut one. */
export const MAX_COLUMNS = 100;
export const MAX_CELL_CHARACTERS = 5000;

/** A row of a spreadsheet: its number as the spreadsheet shows it, and its cells as text. */
export type SpreadsheetRow = {
  number: number;
  cells: string[];
  /** Whether the spreadsheet does not show it. */
  isHidden?: boolean;
};

export type SheetChoice = {
  /** The names of the visible sheets, at most 100. */
  sheets: string[];
  sheet: number;
  /** Whether dates are counted from 1904, as Excel for the Macintosh did. */
  countsFrom1904: boolean;
  /** The columns that the sheet does not show, from 0. */
  hiddenColumns: number[];
};

/** A file that cannot be read; the message is for the person who chose it. */
export class SpreadsheetError extends Error {}

/** Unicode's stream-safe texts have no more marks in a row: sorting them takes time that grows with the square of their number. */
const MAX_MARKS = 30;
const marksTooMany = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

function kept(cell: string): string {
  if (cell.length <= MAX_MARKS) return restoreText(cell);
  return restoreText(cell.slice(0, MAX_CELL_CHARACTERS).replace(marksTooMany, '$1'));
}

/** Passes on rows that are not empty, cut and with texts restored. @throws SpreadsheetError beyond `maxRows` */
export function keepRows(maxRows: number, keep: (row: SpreadsheetRow) => void) {
  let count = 0;
  return ({ cells, ...row }: SpreadsheetRow): void => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    if (!isEmpty) count += 1;
    if (count > maxRows || row.number > MAX_SHEET_ROWS)
      throw new SpreadsheetError(`The file has more than ${formatCount(maxRows)} rows. Split it`);
    if (!isEmpty) keep({ ...row, cells: cells.slice(0, MAX_COLUMNS).map(kept) });
  };
}

/** Beginnings that a spreadsheet takes for a formula, full-width signs too (docs/product/import-export.md#export). */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before what would be read as a formula or looks as if it had one: `restoreText` undoes it. */
export const neutraliseText = (text: string) => (formula.test(text) ? `'${text}` : text);

export const restoreText = (cell: string) =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

const LAST_DAY = 2_958_466;
const SECOND_MS = 1000;
/** A fraction that was cut, such as 0.583333, is short of the second that it means. */
const SHORT_FRACTION = /\.\d{1,6}$/;

/**
 * Formats a spreadsheet's date: a count of days since 30 December 1899, with the time as its fraction.
 * @returns "2026-12-31T14:05:00.000"; "14:05:00.000" below one day; the number itself after the year 9999
 */
export function serialText(serial: number): string {
  if (serial >= LAST_DAY) return String(serial);
  const step = SHORT_FRACTION.test(String(serial)) ? SECOND_MS : 1;
  const sinceZero = Math.round((serial * DAY_MS) / step) * step;
  const clock = new Date(DAY_ZERO + sinceZero).toISOString().slice(0, -1);
  return serial < 1 ? clock.slice(11) : clock;
}
