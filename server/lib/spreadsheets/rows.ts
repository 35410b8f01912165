import { formatCount } from '@shared/figures';
import { restoreText } from './formula-injection';

const MAX_SHEET_ROWS = 1_048_576;
/** What a row may keep; the rest is cut. Every field of a row is shorter, so what is cut is refused by its field's length. */
export const MAX_COLUMNS = 100;
export const MAX_CELL_CHARACTERS = 5000;

/** A row of a spreadsheet: its number as the spreadsheet shows it, and its cells as text. */
export type SpreadsheetRow = { number: number; cells: string[] };

/** Which sheet of a workbook was read. */
export type SheetChoice = {
  /** The names of the visible sheets, at most 100. */
  sheets: string[];
  sheet: number;
  /** Whether dates are counted from 1904, as Excel for the Macintosh did. */
  countsFrom1904: boolean;
};

/** A file that cannot be read; the message is for the person who chose it. */
export class SpreadsheetError extends Error {}

/** Unicode's stream-safe texts have no more marks in a row: sorting them takes time that grows with the square of their number. */
const marksTooMany = /(\p{M}{30})\p{M}+/gu;

const kept = (cell: string) => restoreText(cell.slice(0, MAX_CELL_CHARACTERS).replace(marksTooMany, '$1'));

/**
 * Passes on the rows that are not empty, cut to the columns and characters that are read, with neutralised texts restored.
 * @returns a function to be called with every row; it throws SpreadsheetError from row `maxRows + 1` on
 */
export function keepRows(
  maxRows: number,
  keep: (row: SpreadsheetRow) => void,
): (row: SpreadsheetRow) => void {
  let count = 0;
  return ({ number, cells }) => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    if (!isEmpty) count += 1;
    if (count > maxRows || number > MAX_SHEET_ROWS) {
      throw new SpreadsheetError(`The file has more than ${formatCount(maxRows)} rows. Split it`);
    }
    if (!isEmpty) keep({ number, cells: cells.slice(0, MAX_COLUMNS).map(kept) });
  };
}
