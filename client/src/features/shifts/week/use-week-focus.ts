import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { wayOf } from '@/components/grid/grid-events';
import { weekCellSelector } from './week-cell';

type Place = { row: number; day: string };

/** The cell that an event comes from. */
export function placeOf(target: EventTarget): Place | undefined {
  const { row, day } = target instanceof HTMLElement ? target.dataset : {};
  return row && day ? { row: Number(row), day } : undefined;
}

/** What a button says of its caret: it is at both ends. */
const NO_TEXT = { selectionStart: 0, selectionEnd: 0, value: '' };

type Commands = {
  undo: () => void;
  redo: () => void;
  submit: () => void;
  copyAbove: (place: Place) => void;
};

/**
 * Moves the focus between the cells of the week as in a spreadsheet: arrows, and Enter, which goes to the next row, to the column where a
 * series of Tabs began.
 */
export function useWeekFocus(days: readonly string[], commands: Commands) {
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Place>();
  const begun = useRef<Place>(undefined);
  const isAlong = useRef(false);

  function focusCell({ row, day }: Place): boolean {
    const cell = frame.current?.querySelector<HTMLElement>(weekCellSelector(row, day));
    cell?.focus();
    if (cell instanceof HTMLTextAreaElement) cell.select();
    return Boolean(cell);
  }

  // once the week or the day of the cell is shown
  useEffect(() => {
    if (!wanted) return;
    focusCell(wanted);
    setWanted(undefined);
  });

  /** The cell so many rows down and days to the right; undefined outside of the week. */
  function next({ row, day }: Place, down: number, right: number): Place | undefined {
    const to = days[days.indexOf(day) + right];
    return to === undefined ? undefined : { row: row + down, day: to };
  }

  return {
    frame,
    focusCell,
    /** Focuses a cell that may not be shown yet. */
    focusLater: setWanted,
    /** Goes on along the row; on a phone, which has one day, down. */
    goRight(place: Place) {
      isAlong.current = true;
      const right = next(place, 0, 1);
      if (!right || !focusCell(right)) focusCell({ ...place, row: place.row + 1 });
    },
    onFocus({ target }: FocusEvent) {
      const place = placeOf(target);
      if (place && !(isAlong.current && begun.current?.row === place.row)) begun.current = place;
      isAlong.current = false;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const place = placeOf(event.target);
      if (!place || event.nativeEvent.isComposing || event.altKey) return;
      const { key, shiftKey, target } = event;
      const input = target instanceof HTMLTextAreaElement ? target : undefined;
      if (event.ctrlKey || event.metaKey) {
        const command = {
          z: shiftKey ? commands.redo : commands.undo,
          y: commands.redo,
          d: () => commands.copyAbove(place),
          enter: commands.submit,
        }[key.toLowerCase()];
        if (command) event.preventDefault();
        command?.();
      } else if (key === 'Tab') {
        isAlong.current = !shiftKey;
      } else if (key === 'Enter' && input) {
        event.preventDefault();
        const day = begun.current?.row === place.row ? begun.current.day : place.day;
        if (!focusCell({ row: place.row + (shiftKey ? -1 : 1), day }))
          focusCell({ ...place, row: place.row + 1 });
      } else if (!shiftKey) {
        const way = wayOf(event, input ?? NO_TEXT);
        const to = way && next(place, way[0], way[1]);
        if (to && focusCell(to)) event.preventDefault();
      }
    },
  };
}
