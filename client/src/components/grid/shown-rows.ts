import type { CellRemark } from './grid-cell';
import { type Cells, filledRows, type GridRow, isBlank } from './grid-rows';
import { aboutCell, type GridRules, type GridState, isWrongBy } from './grid-state';
import type { ShownRow } from './grid-table';
import type { RowRemark } from './row-remarks';

type Remarks<Field extends string> = Partial<Record<Field, CellRemark>>;

/** Faults in the cells of each row that is not empty. */
export type CheckedRows<Field extends string, Row> = ReadonlyMap<Row, Remarks<Field>>;

export type ShowOptions<Row> = {
  /** Whether cells that no one has come to yet are remarked on, too. */
  isStrict: boolean;
  /** Remarks on whole rows. */
  below: (row: Row) => readonly RowRemark[];
  /** A row's number as people count. */
  numberOf: (row: Row, index: number) => number;
};

const NO_REMARKS = {};

/** Leaves out what a person has not come to yet, and what is being typed. */
function remarksToShow<Field extends string, Row extends GridRow<Field>>(
  all: Remarks<Field>,
  row: Row,
  { rows: { fields } }: GridRules<Field, Row>,
  { active, about }: GridState<Field, Row>,
  isStrict: boolean,
): Remarks<Field> {
  if (active?.id !== row.id) return all;
  const at = fields.indexOf(active.field);
  const isTyped = about === aboutCell(active);
  const shown = fields.filter(
    (field, index) =>
      !(isTyped && index === at) && all[field] && (isStrict || !all[field].isMissing || index < at),
  );
  return Object.fromEntries(shown.map((field) => [field, all[field]])) as Remarks<Field>;
}

function suggestionFor<Field extends string, Row extends GridRow<Field>>(
  row: Row,
  index: number,
  rules: GridRules<Field, Row>,
  { rows, active }: GridState<Field, Row>,
): Partial<Cells<Field>> {
  const { blank = NO_REMARKS } = rules;
  if (!isBlank(row)) return blank;
  const above = rows[index - 1];
  // shown in the next row to fill; further below it would look like rows
  const isNext = row.id === active?.id || !above || !isBlank(above);
  return isNext ? { ...blank, ...rules.rows.carriedOn(rows, index, isWrongBy(rules)) } : NO_REMARKS;
}

/** The rows of a grid with what is shown in and below them. */
export function shownRows<Field extends string, Row extends GridRow<Field>>(
  rules: GridRules<Field, Row>,
  state: GridState<Field, Row>,
  checked: CheckedRows<Field, Row>,
  { isStrict, below, numberOf }: ShowOptions<Row>,
): ShownRow[] {
  const isEmpty = filledRows(state.rows).length === 0;
  return state.rows.map((row, index) => ({
    row,
    index,
    number: numberOf(row, index),
    suggestion: suggestionFor(row, index, rules, state),
    example: index === 0 && isEmpty ? rules.example : NO_REMARKS,
    remarks: remarksToShow(checked.get(row) ?? NO_REMARKS, row, rules, state, isStrict),
    below: below(row),
  }));
}
