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

/** A row with at least so many known headings is a row of headings. */
const HEADINGS_NEEDED = 3;

export type PastedColumns<Field extends string> = Partial<Record<Field, number>>;

/** A column of pasted cells that no field takes, with its first text. */
export type LeftOutColumn = { column: number; name: string; example: string };

export type Pasted<Field extends string> = {
  rows: readonly string[][];
  /** The column of each field. */
  columns: PastedColumns<Field>;
  leftOut: readonly LeftOutColumn[];
  headings: readonly string[];
};

/** The rows of pasted cells, and the column of each field: by their headings, as `named` finds them, or else the fields `following` one another. */
export function readPastedCells<Field extends string>(
  cells: readonly string[][],
  following: readonly Field[],
  columnsNamed: (headings: readonly string[]) => PastedColumns<Field>,
): Pasted<Field> {
  const [first = []] = cells;
  const named = columnsNamed(first);
  const hasHeadings = Object.keys(named).length >= HEADINGS_NEEDED;
  const columns = hasHeadings
    ? named
    : (Object.fromEntries(following.map((field, column) => [field, column])) as PastedColumns<Field>);
  const rows = hasHeadings ? cells.slice(1) : cells;
  const leftOut = Array.from({ length: Math.max(0, ...cells.map(({ length }) => length)) }, (_, column) => ({
    column,
    name: (hasHeadings && first[column]) || `Column ${column + 1}`,
    example: rows.find((row) => row[column])?.[column] ?? '',
  })).filter(({ column, example }) => example !== '' && !Object.values(columns).includes(column));
  return { rows, columns, leftOut, headings: hasHeadings ? first : [] };
}
