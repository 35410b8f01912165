import type { CellRemark } from './grid-cell';
import { type Cells, type GridRow, insertRows, isBlank, type RowsOf } from './grid-rows';
import type { LeftOutColumn, Pasted, PastedColumns } from './pasted-cells';
import { type RowHistory, rest } from './row-history';

/** The rows of a grid, and the meaning of their cells. */
export type GridRules<Field extends string, Row extends GridRow<Field>> = {
  rows: RowsOf<Field, Row>;
  /** A row as it may be typed, shown while the grid is empty. */
  example: Partial<Cells<Field>>;
  /** The stored values of a row's empty cells. */
  blank?: Partial<Cells<Field>>;
  /** The cell that comes after what is carried on. */
  firstTyped: Field;
  remarksOf: (row: Row) => Partial<Record<Field, CellRemark>>;
  /** Completes a cell that is left, knowing the rows around it. A text that belongs to another cell goes there. */
  settleCell: (row: Row, field: Field, rows: readonly Row[]) => Row;
  settleRow: (row: Row) => Row;
  /** The row with another text in a cell; remarks on the former text are dropped. */
  withCell: (row: Row, field: Field, text: string) => Row;
  /** The cell to go to after one that is done; the cells between them come with it. */
  after: (field: Field) => Field | undefined;
  readPasted: (cells: readonly string[][], from: Field) => Pasted<Field>;
  withPasted: (
    row: Row,
    cells: readonly string[],
    pasted: Pick<Pasted<Field>, 'columns' | 'headings'>,
  ) => Row;
  /** What pasted columns without a known heading may be, among the fields without a column. */
  guessColumns?: (
    columns: readonly (LeftOutColumn & { values: readonly string[] })[],
    fields: readonly Field[],
  ) => PastedColumns<Field>;
  /** Says that so many rows are too many. */
  tooMany: (rows: number) => string;
  /** Takes copied text that is no cells. @returns whether it was that */
  takeLines?: ((text: string) => boolean) | undefined;
};

type Cell<Field extends string> = { id: number; field: Field };

export type GridState<Field extends string, Row> = RowHistory<Row> & {
  /** The cell that has the focus. */
  active: Cell<Field> | null;
  /** The last paste that left columns out, and the rows that it filled. */
  pasted: (Pasted<Field> & { ids: readonly number[] }) | null;
};

export type GridAction<Field extends string, Row> =
  | { type: 'type'; cell: Cell<Field>; text: string }
  | { type: 'choose'; id: number; cells: object }
  | { type: 'remove'; id: number }
  | { type: 'copy-above'; cell: Cell<Field> }
  | { type: 'enter'; cell: Cell<Field> }
  | { type: 'leave'; cell: Cell<Field> | undefined; isOutside: boolean }
  | { type: 'insert'; rows: readonly Row[] }
  | { type: 'paste'; pasted: Pasted<Field>; index: number }
  | { type: 'fill-left-out'; columns: PastedColumns<Field> }
  | { type: 'leave-out' };

export const aboutCell = <Field extends string>({ id, field }: Cell<Field>) => `${id} ${field}`;

/** The index after the last row with something in it. */
export const endOf = (rows: readonly object[]): number => rows.findLastIndex((row) => !isBlank(row)) + 1;

export const isWrongBy =
  <Field extends string, Row extends GridRow<Field>>({ remarksOf }: GridRules<Field, Row>) =>
  (row: Row, field: Field): boolean =>
    remarksOf(row)[field]?.kind === 'problem';

/** The rows with those from an index on completed, each knowing the ones above. */
function settleRows<Field extends string, Row extends GridRow<Field>>(
  rules: GridRules<Field, Row>,
  rows: readonly Row[],
  from: number,
  count: number,
): readonly Row[] {
  const settled = [...rows];
  for (const [index, row] of rows.entries())
    if (index >= from && index < from + count)
      settled[index] = rules.settleRow(rules.rows.withCarriedOn(settled, index, isWrongBy(rules), row));
  return settled;
}

/** Reduces each action to the grid's next state (docs/product/log-several.md#log-several). */
export function reduceGrid<Field extends string, Row extends GridRow<Field>>(
  rules: GridRules<Field, Row>,
  state: GridState<Field, Row>,
  action: GridAction<Field, Row>,
): GridState<Field, Row> {
  const { rows, about, pasted } = state;
  const { step, withCells, newRow } = rules.rows;
  const changeRow = (id: number, change: (row: Row) => Row, of: string | null = null) =>
    step(state, withCells(rows, id, isWrongBy(rules), change), of);
  switch (action.type) {
    case 'type': {
      const { cell, text } = action;
      return changeRow(cell.id, (row) => rules.withCell(row, cell.field, text), aboutCell(cell));
    }
    case 'choose':
      return changeRow(action.id, (row) => ({ ...row, ...action.cells }));
    case 'remove':
      return step(
        state,
        rows.filter(({ id }) => id !== action.id),
      );
    case 'copy-above': {
      const { id, field } = action.cell;
      const above = rows[rows.findIndex((row) => row.id === id) - 1]?.[field];
      if (above === undefined) return state;
      return changeRow(id, (row) => rules.settleCell(rules.withCell(row, field, above), field, []));
    }
    case 'enter':
      return { ...state, active: action.cell };
    case 'leave': {
      const { cell, isOutside } = action;
      const settle = (row: Row) => (cell ? rules.settleCell(row, cell.field, rows) : row);
      const left = cell && about === aboutCell(cell) ? rest(changeRow(cell.id, settle, about)) : state;
      return isOutside ? { ...left, active: null } : left;
    }
    case 'insert': {
      const index = endOf(rows);
      const added = insertRows(rows, index, action.rows);
      return step(state, settleRows(rules, added, index, action.rows.length));
    }
    case 'paste': {
      const { index, pasted: read } = action;
      const end = index + read.rows.length;
      const long = [...rows, ...Array.from({ length: Math.max(0, end - rows.length) }, () => newRow())];
      const filled = long.map((row, at) => rules.withPasted(row, read.rows[at - index] ?? [], read));
      const ids = filled.slice(index, end).map(({ id }) => id);
      return {
        ...step(state, settleRows(rules, filled, index, read.rows.length)),
        pasted: read.leftOut.length > 0 ? { ...read, ids } : null,
      };
    }
    case 'fill-left-out': {
      const filled = rows.map((row) => {
        const cells = pasted?.rows[pasted.ids.indexOf(row.id)];
        const of = { columns: action.columns, headings: pasted?.headings ?? [] };
        return cells ? rules.settleRow(rules.withPasted(row, cells, of)) : row;
      });
      return { ...step(state, filled), pasted: null };
    }
    case 'leave-out':
      return { ...state, pasted: null };
  }
}
