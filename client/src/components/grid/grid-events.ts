import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react';
import type { GridRow } from './grid-rows';
import { aboutCell, type GridAction, type GridRules, type GridState } from './grid-state';
import { parseCells } from './pasted-cells';

/** The cell that an event comes from. */
function placeOf<Field extends string>(target: EventTarget) {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { row, field } = target.dataset;
  return row && field ? { index: Number(row), field: field as Field, input: target } : undefined;
}

const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The way that an arrow leads, as in a spreadsheet; sideways only where the caret can go no further. */
export function wayOf(
  { key }: KeyboardEvent,
  {
    selectionStart,
    selectionEnd,
    value,
  }: Pick<HTMLInputElement, 'selectionStart' | 'selectionEnd' | 'value'>,
) {
  const way = ARROWS[key];
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (!way?.[1] || isWhole) return way;
  const end = way[1] < 0 ? 0 : value.length;
  return selectionStart === end && selectionEnd === end ? way : undefined;
}

type EventOptions<Field extends string, Row extends GridRow<Field>> = {
  rules: GridRules<Field, Row>;
  state: GridState<Field, Row>;
  dispatch: (action: GridAction<Field, Row>) => void;
  focusCell: (index: number, field: Field) => boolean;
  focusRow: (index: number) => void;
  pasteCells: (cells: readonly string[][], index: number, field: Field) => void;
  undo: () => void;
  redo: () => void;
  onSubmit: () => void;
};

/** Handles keys, focus and clipboard in the cells of a grid. */
export function gridEvents<Field extends string, Row extends GridRow<Field>>({
  rules,
  state: { rows, about },
  dispatch,
  ...to
}: EventOptions<Field, Row>) {
  const { fields } = rules.rows;

  /** The row as it is once its cell is left. */
  function rowAfter(row: Row, field: Field): Row {
    return about === aboutCell({ id: row.id, field }) ? rules.settleCell(row, field, rows) : row;
  }

  /** Moves the text of a cell that belongs to an earlier one. The focus stays for what belongs here. @returns whether it did */
  function giveBack(row: Row | undefined, field: Field): boolean {
    if (!row) return false;
    const left = rowAfter(row, field);
    const isLater = fields.slice(fields.indexOf(field) + 1).some((one) => left[one] !== row[one]);
    if (left[field] !== '' || row[field] === '' || isLater) return false;
    dispatch({ type: 'leave', cell: { id: row.id, field }, isOutside: false });
    return true;
  }

  /** The cell after those that this one fills, unless there is something to look at; undefined where the next cell follows. */
  function cellAfterFilled(row: Row | undefined, field: Field): Field | undefined {
    const next = rules.after(field);
    const passed = fields.slice(fields.indexOf(field) + 1, next && fields.indexOf(next));
    if (!row || !next || passed.length === 0) return undefined;
    const left = rowAfter(row, field);
    const remarks = rules.remarksOf(left);
    const isDone = (one: Field) => left[one] !== '' && (remarks[one] ?? { kind: 'note' }).kind === 'note';
    return [field, ...passed].every(isDone) ? next : undefined;
  }

  function cellAt(target: EventTarget) {
    const place = placeOf<Field>(target);
    const id = rows[place?.index ?? -1]?.id;
    return place && id !== undefined ? { id, field: place.field } : undefined;
  }

  function commandOf({ key, shiftKey, target }: KeyboardEvent) {
    const cell = cellAt(target);
    const commands: Partial<Record<string, () => void>> = {
      z: shiftKey ? to.redo : to.undo,
      y: to.redo,
      d: () => cell && dispatch({ type: 'copy-above', cell }),
      enter: to.onSubmit,
    };
    return commands[key.toLowerCase()];
  }

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const place = placeOf<Field>(event.target);
      if (!place || event.nativeEvent.isComposing) return;
      const { index, field, input } = place;
      if (event.altKey) {
        if (event.key === 'ArrowDown') input.parentElement?.querySelector('button')?.focus();
      } else if (event.ctrlKey || event.metaKey) {
        const command = commandOf(event);
        if (command) event.preventDefault();
        command?.();
      } else if (event.key === 'Enter') {
        event.preventDefault();
        if (event.shiftKey || !giveBack(rows[index], field)) to.focusRow(index + (event.shiftKey ? -1 : 1));
      } else if (event.key === 'Tab' && !event.shiftKey) {
        const next = cellAfterFilled(rows[index], field);
        if (giveBack(rows[index], field) || (next && to.focusCell(index, next))) event.preventDefault();
      } else if (!event.shiftKey) {
        const way = wayOf(event, input);
        const next = way && fields[fields.indexOf(field) + way[1]];
        if (next && to.focusCell(index + way[0], next)) event.preventDefault();
      }
    },
    onFocus({ target }: FocusEvent) {
      const cell = cellAt(target);
      if (cell) dispatch({ type: 'enter', cell });
    },
    onBlur({ target, relatedTarget, currentTarget }: FocusEvent) {
      const isOutside = !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
      dispatch({ type: 'leave', cell: cellAt(target), isOutside });
    },
    onPaste(event: ClipboardEvent) {
      const place = placeOf<Field>(event.target);
      const text = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '');
      if (!place || !/[\t\r\n]/.test(text)) return;
      event.preventDefault();
      if (rules.takeLines?.(text)) return;
      to.pasteCells(parseCells(text), place.index, place.field);
    },
  };
}
