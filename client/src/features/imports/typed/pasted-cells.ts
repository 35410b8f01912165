import { columnsByHeading, unitOfHeading } from '@shared/trips/headings';
import { readMinutesOf } from '@shared/trips/reading/minutes';
import { isMinutes, TYPED_FIELDS, type TypedField, type TypedRow, withCell } from './typed-row';

/** A cell, with or without quotation marks around it, and what ends it. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)(?:"|$))?([^\t\r\n]*)(\t|\r\n|\r|\n|$)/g;

/** The cells of copied text, as spreadsheets separate and quote them; takes time in proportion to it. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, quoted = '', rest = '', end] of text.matchAll(CELL)) {
    if (whole === '' && row.length === 0) break;
    row.push((quoted.replaceAll('""', '"') + rest).trim());
    if (end === '\t') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A row with at least so many known headings is no trip. */
const HEADINGS_NEEDED = 3;

export type PastedColumns = Partial<Record<TypedField, number>>;

/** A column of pasted cells that no field takes, with its first text. */
export type LeftOutColumn = { column: number; name: string; example: string };

/** The columns that headings name; a licence says who drove where no name does. */
function columnsNamed(headings: readonly string[]): PastedColumns {
  const columns = columnsByHeading(headings);
  const { driver = columns.licence, ...others } = columns;
  const named = Object.entries({ ...others, driver }).filter(
    ([field, column]) => column !== undefined && TYPED_FIELDS.some((typed) => typed === field),
  );
  return Object.fromEntries(named);
}

/** The rows of pasted cells, and the column of each field: from the field `from` on, or by their headings. */
export function readPasted(cells: readonly string[][], from: TypedField) {
  const [first = []] = cells;
  const named = columnsNamed(first);
  const hasHeadings = Object.keys(named).length >= HEADINGS_NEEDED;
  const following = TYPED_FIELDS.slice(TYPED_FIELDS.indexOf(from));
  const columns: PastedColumns = hasHeadings
    ? named
    : Object.fromEntries(following.map((field, column) => [field, column]));
  const rows = hasHeadings ? cells.slice(1) : cells;
  const leftOut = Array.from({ length: Math.max(0, ...cells.map(({ length }) => length)) }, (_, column) => ({
    column,
    name: (hasHeadings && first[column]) || `Column ${column + 1}`,
    example: rows.find((row) => row[column])?.[column] ?? '',
  })).filter(({ column, example }) => example !== '' && !Object.values(columns).includes(column));
  return { rows, columns, leftOut, headings: hasHeadings ? first : [] };
}

/** A row with what was pasted for it, minutes in the unit of their heading. A pasted row may be shorter. */
export const withPasted = (
  row: TypedRow,
  cells: readonly string[],
  columns: PastedColumns,
  headings: readonly string[],
): TypedRow =>
  TYPED_FIELDS.reduce((filled, field) => {
    const column = columns[field] ?? -1;
    const text = cells[column];
    if (text === undefined) return filled;
    if (!isMinutes(field)) return withCell(filled, field, text);
    const { minutes, remark } = readMinutesOf(field, text, unitOfHeading(headings[column] ?? ''));
    return withCell(filled, field, remark ? String(minutes) : text, remark);
  }, row);
