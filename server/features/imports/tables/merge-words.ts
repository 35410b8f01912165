import { type ImportColumns, MAX_COLUMN_WORDS, MAX_IMPORT_COLUMNS } from '@shared/imports/imports';
import { readHeading } from '@shared/trips/headings';
import {
  answerInWords,
  readColumnWord,
  WORD_FIELDS,
  type WordField,
} from '@shared/trips/reading/column-words';
import { tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';

/** A column of states or kinds next to the one that its field is read from, and what is said of it. */
export type MoreWords = { field: WordField; column: number; text: string };

const isWordField = (field: string | undefined): field is WordField =>
  WORD_FIELDS.some((one) => one === field);

/** The different filled cells of a column; undefined for more than a column of words has. */
function wordsIn(rows: readonly SpreadsheetRow[], column: number): Set<string> | undefined {
  const words = new Set<string>();
  for (const { cells } of rows) {
    const cell = cells[column]?.trim();
    if (cell) words.add(cell);
    if (words.size > MAX_COLUMN_WORDS) return undefined;
  }
  return words;
}

/** The columns that their headings call states or kinds, and that have a word which is known, such as a yes under "No show". */
export function moreWordColumns(
  headings: readonly string[],
  columns: ImportColumns,
  rows: readonly SpreadsheetRow[],
): MoreWords[] {
  return headings.slice(0, MAX_IMPORT_COLUMNS).flatMap((heading, column) => {
    const { field } = readHeading(heading);
    const read = isWordField(field) ? columns[field] : undefined;
    if (!isWordField(field) || read === undefined || Object.values(columns).includes(column)) return [];
    const words = [...(wordsIn(rows, column) ?? [])];
    if (!words.some((word) => readColumnWord(field, word, heading))) return [];
    const text = `${tripField(field).label} is also read from "${heading.trim()}" (column ${column + 1})`;
    return { field, column, text };
  });
}

const MOMENT = /\d[:./-]\d/;

/** Whether the column of states has the times at which trips were completed. Under "Cancelled" a time says which were not driven. */
export function isCompletionTime(
  headings: readonly string[],
  { status }: ImportColumns,
  rows: readonly SpreadsheetRow[],
): boolean {
  if (status === undefined || readColumnWord('status', 'yes', headings[status]) !== 'trip') return false;
  const filled = rows.map(({ cells }) => cells[status]?.trim() ?? '').filter(Boolean);
  return filled.length > 0 && filled.every((cell) => MOMENT.test(cell));
}

/**
 * Puts the words of several columns of states or kinds into the first of them: a yes under "No show" next to "Completed" becomes "Completed,
 * No show". A row whose columns all mean the same stays as it is.
 */
export function mergeWords(
  {
    headings,
    columns,
    moreWords,
  }: { headings: readonly string[]; columns: ImportColumns; moreWords: MoreWords[] },
  rows: SpreadsheetRow[],
): SpreadsheetRow[] {
  if (moreWords.length === 0) return rows;
  const groups = WORD_FIELDS.flatMap((field) => {
    const first = columns[field];
    const others = moreWords.filter((more) => more.field === field).map(({ column }) => column);
    return first === undefined || others.length === 0 ? [] : { field, first, all: [first, ...others] };
  });
  return rows.map((row) => {
    const cells = [...row.cells];
    for (const { field, first, all } of groups) {
      const parts = all.flatMap((column) => {
        const [cell, heading] = [row.cells[column]?.trim(), headings[column] ?? ''];
        return cell
          ? {
              column,
              words: answerInWords(cell, heading) ?? cell,
              means: readColumnWord(field, cell, heading),
            }
          : [];
      });
      const [one] = parts;
      const isSaid =
        !one || (one.column === first && parts.every(({ means }) => means && means === one.means));
      if (isSaid || (parts.length === 1 && one.column === first)) continue;
      // a "not" says the opposite of what comes after it
      const isNo = ({ words }: { words: string }) => Number(words.startsWith('not '));
      while (cells.length < first) cells.push('');
      cells[first] = parts
        .toSorted((a, b) => isNo(a) - isNo(b))
        .map(({ words }) => words)
        .join(', ');
    }
    return { ...row, cells };
  });
}
