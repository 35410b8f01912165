import { type RowHistory, step as record } from './row-history';

export type Cells<Field extends string> = Readonly<Record<Field, string>>;

/** A row of a grid, and what was remarked on how its cells were read. A change makes another object of it. */
export type GridRow<
  Field extends string,
  Remark extends { field: string } = { field: string },
> = Cells<Field> & {
  readonly id: number;
  readonly remarks?: readonly Remark[];
};

type AnyRow = object & Pick<GridRow<never>, 'id'>;

export const isBlank = (row: object): boolean =>
  Object.values(row).every((value) => typeof value !== 'string' || value.trim() === '');

export const filledRows = <Row extends AnyRow>(rows: readonly Row[]): Row[] =>
  rows.filter((row) => !isBlank(row));

/** Whether a cell has a fault, and so is nothing to go on with. */
export type IsWrong<Field extends string, Row> = (row: Row, field: Field) => boolean;

/** The rows with others from an index on: empty ones are filled, the rest comes between. */
export function insertRows<Row extends AnyRow>(rows: readonly Row[], index: number, added: readonly Row[]) {
  const end = index + added.length;
  const next = rows.findIndex((row, at) => at >= index && at < end && !isBlank(row));
  return [...rows.slice(0, index), ...added, ...rows.slice(next < 0 ? end : next)];
}

type RowsOptions<Field extends string> = {
  /** The order is that of the columns. */
  fields: readonly Field[];
  /** The fields that a new row takes over from the one above. */
  carried: readonly Field[];
  most: number;
};

let lastId = 0;

/** Functions for the rows of a grid that has these fields. */
export function gridRows<Field extends string, Row extends GridRow<Field>>(options: RowsOptions<Field>) {
  const { fields, carried, most } = options;
  const EMPTY = Object.fromEntries(fields.map((field) => [field, ''])) as Cells<Field>;

  function newRow(cells: Partial<Cells<Field>> = {}): Row {
    lastId += 1;
    return { ...EMPTY, ...cells, id: lastId } as Row;
  }

  function carriedOn(
    rows: readonly Row[],
    index: number,
    isWrong: IsWrong<Field, Row>,
  ): Partial<Cells<Field>> {
    const above = rows.slice(0, index).reverse();
    const nearest = (field: Field) =>
      above.find((row) => row[field] !== '' && !isWrong(row, field))?.[field] ?? '';
    return Object.fromEntries(carried.map((field) => [field, nearest(field)])) as Partial<Cells<Field>>;
  }

  function withCarriedOn(rows: readonly Row[], index: number, isWrong: IsWrong<Field, Row>, row: Row): Row {
    if (isBlank(row)) return row;
    const missing = Object.entries(carriedOn(rows, index, isWrong)).filter(
      ([field]) => row[field as Field] === '',
    );
    return { ...row, ...Object.fromEntries(missing) };
  }

  /** An empty row where there is nothing in it but what is carried on. */
  function withoutCarriedOn(
    rows: readonly Row[],
    index: number,
    isWrong: IsWrong<Field, Row>,
    row: Row,
  ): Row {
    const above = carriedOn(rows, index, isWrong);
    const isRest = fields.every((field) => row[field] === '' || row[field] === above[field]);
    return isRest ? ({ ...EMPTY, id: row.id } as Row) : row;
  }

  /** The rows with other cells in one of them. A row that begins takes over what is carried on; one of which nothing else is left is empty again. */
  function withCells(
    rows: readonly Row[],
    id: number,
    isWrong: IsWrong<Field, Row>,
    change: (row: Row) => Row,
  ): readonly Row[] {
    const index = rows.findIndex((row) => row.id === id);
    const row = rows[index];
    const changed = row && change(row);
    if (!row || !changed || fields.every((field) => row[field] === changed[field])) return rows;
    const settle = isBlank(row) ? withCarriedOn : withoutCarriedOn;
    return rows.with(index, settle(rows, index, isWrong, changed));
  }

  function withRoom(rows: readonly Row[]): readonly Row[] {
    const last = rows.at(-1);
    return rows.length < most && (!last || !isBlank(last)) ? [...rows, newRow()] : rows;
  }

  /** @param count how many rows there are at least, most of them to be filled in */
  function startHistory(rows: readonly Row[], count: number): RowHistory<Row> {
    const more = Array.from({ length: Math.max(0, count - rows.length) }, () => newRow());
    return { rows: withRoom([...rows, ...more]), past: [], future: [], about: null };
  }

  const step = <History extends RowHistory<Row>>(
    history: History,
    rows: readonly Row[],
    about: string | null = null,
  ): History => (rows === history.rows ? history : record(history, withRoom(rows), about));

  return { ...options, newRow, carriedOn, withCarriedOn, withCells, startHistory, step };
}

export type RowsOf<Field extends string, Row extends GridRow<Field>> = ReturnType<
  typeof gridRows<Field, Row>
>;
