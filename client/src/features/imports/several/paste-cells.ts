import { type Cells, columnLabel, TYPED_FIELDS, type TypedField } from './typed-row';

/**
 * The cells of text that was copied from a spreadsheet: tabs between cells, ends of lines between rows, quotation marks around a
 * cell with either. Takes time in proportion to the text.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      const rest = endOfCell(text, at);
      cell += text.slice(at, rest);
      at = rest;
    } else {
      const end = endOfCell(text, at);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell.trim());
    const isRowEnd = text[at] !== '\t';
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    if (isRowEnd) {
      rows.push(row);
      row = [];
    } else if (at >= text.length) row.push('');
  }
  return row.length > 0 ? [...rows, row] : rows;
}

function endOfCell(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\t' && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function closingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text[at] !== '"') at += 1;
    else if (text[at + 1] === '"') at += 2;
    else return at;
  }
  return text.length;
}

/** Other headings of columns, besides the grid's own. */
const HEADINGS: Record<string, TypedField> = {
  'driver name': 'driver',
  'driver authority license': 'driver',
  'pickup suburb': 'suburb',
  waiting: 'waitingTime',
  'waiting (min)': 'waitingTime',
  'waiting time (minutes)': 'waitingTime',
  'duration (min)': 'duration',
  'duration (minutes)': 'duration',
};

function fieldOfHeading(text: string): TypedField | undefined {
  const key = text.trim().toLowerCase();
  return TYPED_FIELDS.find((field) => columnLabel(field).toLowerCase() === key) ?? HEADINGS[key];
}

/** The least headings that tell a heading from a trip. */
const HEADINGS_NEEDED = 3;

/**
 * What goes into which cells of rows when cells are pasted: from a column on, or by the headings where these came along.
 * @param from the column of the cell that they are pasted into
 */
export function placeCells(cells: readonly string[][], from: TypedField): Partial<Cells>[] {
  const first = TYPED_FIELDS.indexOf(from);
  const named = (cells[0] ?? []).map(fieldOfHeading);
  const hasHeadings = named.filter(Boolean).length >= HEADINGS_NEEDED;
  const fieldAt = (column: number) => (hasHeadings ? named[column] : TYPED_FIELDS[first + column]);
  return cells.slice(hasHeadings ? 1 : 0).map((row) =>
    Object.fromEntries(
      row.flatMap((text, column) => {
        const field = fieldAt(column);
        return field ? [[field, text]] : [];
      }),
    ),
  );
}
