import { useMemo, useRef } from 'react';
import { cellSelector } from './grid-cell';
import { gridEvents } from './grid-events';
import { filledRows, type GridRow, isBlank } from './grid-rows';
import { endOf, type GridAction, type GridRules, isWrongBy, reduceGrid } from './grid-state';
import type { PastedColumns } from './pasted-cells';
import { type CheckedRows, type ShowOptions, shownRows } from './shown-rows';
import type { GridRows } from './use-grid-rows';

type GridOptions<Field extends string, Row extends GridRow<Field>> = ShowOptions<Row> & {
  rules: GridRules<Field, Row>;
  typed: GridRows<Field, Row>;
  onSubmit: () => void;
  onRefuse: (text: string) => void;
};

/** The elements of a grid's cells, and what moves the focus to one. */
function useCells<Field extends string, Row extends GridRow<Field>>(
  rules: GridRules<Field, Row>,
  rows: readonly Row[],
) {
  const frame = useRef<HTMLDivElement>(null);
  const { fields, carried, carriedOn } = rules.rows;

  function focusCell(index: number, field: Field | undefined = fields[0]): boolean {
    const input = frame.current?.querySelector<HTMLInputElement>(cellSelector(index, field ?? ''));
    input?.focus();
    input?.select();
    return Boolean(input);
  }

  /** The first cell of a row that is to be typed: what is suggested counts as typed. */
  function focusRow(index: number) {
    const row = rows[index];
    const above = row && isBlank(row) ? carriedOn(rows, index, isWrongBy(rules)) : undefined;
    focusCell(index, above && carried.every((field) => above[field]) ? rules.firstTyped : undefined);
  }

  return { frame, focusCell, focusRow };
}

/** A grid of typed rows: keys, pasting, completing and remarks (docs/product/log-several.md#log-several). */
export function useGrid<Field extends string, Row extends GridRow<Field>>(options: GridOptions<Field, Row>) {
  const { rules, typed, onSubmit, onRefuse } = options;
  const { state, setState, undo, redo } = typed;
  const { rows, active, pasted } = state;
  const { fields, most } = rules.rows;
  const { frame, focusCell, focusRow } = useCells(rules, rows);

  const dispatch = useMemo(
    () => (action: GridAction<Field, Row>) => setState((before) => reduceGrid(rules, before, action)),
    [setState, rules],
  );

  const checked: CheckedRows<Field, Row> = useMemo(
    () => new Map(filledRows(rows).map((row) => [row, rules.remarksOf(row)])),
    [rows, rules],
  );

  const handlers = useMemo(
    () => ({
      onType: (id: number, field: string, text: string) =>
        dispatch({ type: 'type', cell: { id, field: field as Field }, text }),
      onChoose(id: number, index: number, field: string, cells: object) {
        dispatch({ type: 'choose', id, cells });
        const next = rules.after(field as Field);
        if (next) frame.current?.querySelector<HTMLInputElement>(cellSelector(index, next))?.focus();
      },
      onRemove: (id: number) => dispatch({ type: 'remove', id }),
    }),
    [dispatch, rules, frame],
  );

  /** Takes rows into the grid, after those with something in them. @returns false where there is no room */
  function takeRows(added: readonly Row[]): boolean {
    if (endOf(rows) + added.length > most) return false;
    dispatch({ type: 'insert', rows: added });
    return true;
  }

  /** Puts cells into the grid, from one cell on; by default after the rows with something in them. @returns false where there is no room */
  function pasteCells(cells: readonly string[][], index = endOf(rows), field = fields[0] as Field): boolean {
    const read = rules.readPasted(cells, field);
    const needed = index + read.rows.length;
    if (needed > most) onRefuse(rules.tooMany(needed));
    else dispatch({ type: 'paste', pasted: read, index });
    return needed <= most;
  }

  function leaveOut() {
    dispatch({ type: 'leave-out' });
    focusCell(rows.findIndex(({ id }) => id === pasted?.ids[0]));
  }

  const to = { focusCell, focusRow, pasteCells, undo, redo, onSubmit };
  const events = gridEvents({ rules, state, dispatch, ...to });

  /** While the rows are there that columns were left out of: what to do about these. */
  const leftOut = useMemo(() => {
    if (!pasted) return null;
    const free = fields.filter((field) => pasted.columns[field] === undefined);
    const columns = pasted.leftOut.map((one) => ({
      ...one,
      values: pasted.rows.map((row) => row[one.column] ?? ''),
    }));
    return { columns, fields: free, guesses: rules.guessColumns?.(columns, free) ?? {} };
  }, [pasted, rules, fields]);
  const hasPasted = rows.some((row) => pasted?.ids.includes(row.id) && !isBlank(row));

  const shown = shownRows(rules, state, checked, options);
  return {
    frame,
    active,
    shown,
    handlers,
    events,
    checked,
    focusCell,
    takeRows,
    pasteCells,
    leftOut:
      hasPasted && leftOut
        ? {
            ...leftOut,
            onFill(columns: PastedColumns<Field>) {
              dispatch({ type: 'fill-left-out', columns });
              leaveOut();
            },
            onLeaveOut: leaveOut,
          }
        : null,
  };
}
