import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react';
import type { GridRow } from './grid-rows';
import type { GridAction, GridRules } from './grid-state';
import { type Pasted, parseCells } from './pasted-cells';

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
function wayOf({ key }: KeyboardEvent, { selectionStart, selectionEnd, value }: HTMLInputElement) {
  const way = ARROWS[key];
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (!way?.[1] || isWhole) return way;
  const end = way[1] < 0 ? 0 : value.length;
  return selectionStart === end && selectionEnd === end ? way : undefined;
}

type EventOptions<Field extends string, Row extends GridRow<Field>> = {
  rules: GridRules<Field, Row>;
  rows: readonly Row[];
  dispatch: (action: GridAction<Field, Row>) => void;
  focusCell: (index: number, field: Field) => boolean;
  focusRow: (index: number) => void;
  pasteCells: (cells: readonly string[][], index: number, field: Field) => void;
  putRows: (read: Pasted<Field>, index: number) => void;
  undo: () => void;
  redo: () => void;
  onSubmit: () => void;
};

/** Handles keys, focus and clipboard in the cells of a grid. */
export function gridEvents<Field extends string, Row extends GridRow<Field>>({
  rules,
  rows,
  dispatch,
  ...to
}: EventOptions<Field, Row>) {
  const { fields } = rules.rows;

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
        to.focusRow(index + (event.shiftKey ? -1 : 1));
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
      const cells = parseCells(text);
      if (!rules.takeCells?.(cells, place.index, to.putRows)) to.pasteCells(cells, place.index, place.field);
    },
  };
}
