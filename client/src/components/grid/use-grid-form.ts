import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listCellFaults } from './fault-list';
import type { GridColumn } from './grid-cell';
import { filledRows, type GridRow, isBlank } from './grid-rows';
import type { GridRules } from './grid-state';
import type { RowRemark } from './row-remarks';
import { useGrid } from './use-grid';
import type { GridRows } from './use-grid-rows';

type GridFormOptions<Field extends string, Row extends GridRow<Field>> = {
  rules: GridRules<Field, Row>;
  typed: GridRows<Field, Row>;
  columns: readonly (GridColumn & { field: Field })[];
  /** Remarks on whole rows. */
  below: (row: Row) => readonly RowRemark[];
  /** The rows are only to be fixed: every fault is shown at once, no row is added, and the focus stays in its place. */
  isToFix?: boolean;
  /** A row's number, unless it is counted from the first. */
  numberOf?: ((row: Row, index: number) => number) | undefined;
  /** Stores the rows, once no cell has a fault. */
  onSubmit: () => void;
};

const countedFromFirst = (_: unknown, index: number) => index + 1;

/** A grid whose rows are stored together: what is wrong with them is asked for first. */
export function useGridForm<Field extends string, Row extends GridRow<Field>>(
  options: GridFormOptions<Field, Row>,
) {
  const { rules, typed, columns, below, isToFix = false, numberOf = countedFromFirst, onSubmit } = options;
  const { rows, draft } = typed;
  const [isStrict, setStrict] = useState(isToFix);
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [timesStored, setTimesStored] = useState(0);
  const leaveButton = useRef<HTMLButtonElement>(null);
  const grid = useGrid({
    rules,
    typed,
    isStrict,
    below,
    numberOf,
    onSubmit: () => setAsked(true),
    onRefuse: setRefusal,
  });
  const { focusCell, checked } = grid;
  const filled = filledRows(rows);
  const faults = listCellFaults(rows, columns, checked, numberOf);

  function focusFirst(index: number) {
    const [first] = columns;
    if (first) focusCell(index, first.field);
  }

  // on a phone the keyboard would cover what the screen says; rows to be fixed have their own notice
  const begin = useEffectEvent(() => {
    if (isToFix) return;
    if (!window.matchMedia('(pointer: coarse)').matches) focusFirst(Math.max(0, rows.findIndex(isBlank)));
    else if (timesStored > 0) leaveButton.current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft brings other rows, and those that are stored give way to empty ones
  useEffect(() => begin(), [draft.isRestored, timesStored]);

  // after the cell that the focus was in is completed
  useEffect(() => {
    if (!isAsked) return;
    setAsked(false);
    setRefusal('');
    const [first] = faults;
    if (filled.length === 0) focusFirst(0);
    else if (first) {
      setStrict(true);
      focusCell(first.index, first.field);
    } else onSubmit();
  });

  return {
    ...grid,
    shown: isToFix ? grid.shown.filter(({ row }) => !isBlank(row) || row.id === grid.active?.id) : grid.shown,
    typed,
    columns,
    filled,
    faults,
    isStrict,
    refusal,
    /** Checks the rows, and stores them where nothing is wrong. */
    submit: () => setAsked(true),
    /** Resets remarks to those at the start: cells that were not visited are not wrong yet. */
    rest: () => setStrict(false),
    /** Begins anew once the rows are stored. */
    finish() {
      setStrict(false);
      setTimesStored((times) => times + 1);
    },
    forgetRefusal: () => setRefusal(''),
    leaveButton,
    /** Nothing is left to be cancelled. */
    isDone: timesStored > 0 && filled.length === 0,
  };
}

export type GridForm<Field extends string, Row extends GridRow<Field>> = ReturnType<
  typeof useGridForm<Field, Row>
>;
