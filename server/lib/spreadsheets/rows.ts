import { restoreText } from './formula-injection';

const MAX_SHEET_ROWS = 1_048_576;

/** A row of a spreadsheet: its number as the spreadsheet shows it, and its cells as text. */
export type SpreadsheetRow = { number: number; cells: string[] };

/** A file that cannot be read; the message is for the person who chose it. */
export class SpreadsheetError extends Error {}

/**
 * Passes on the rows that are not empty, with neutralised texts restored.
 * @returns a function to be called with every row; it throws SpreadsheetError from row `maxRows + 1` on
 */
export function keepRows(
  maxRows: number,
  keep: (row: SpreadsheetRow) => void,
): (row: SpreadsheetRow) => void {
  let kept = 0;
  return ({ number, cells }) => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    if (!isEmpty) kept += 1;
    if (kept > maxRows || number > MAX_SHEET_ROWS) {
      throw new SpreadsheetError(`The file has more than ${maxRows.toLocaleString('en-AU')} rows. Split it`);
    }
    if (!isEmpty) keep({ number, cells: cells.map(restoreText) });
  };
}
