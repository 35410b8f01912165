import { type ImportRemark, MAX_TYPED_ROWS } from '@shared/imports';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type RowRemarks, remarksOn } from './cell-words';
import { checkRow, type Known, knowingPlaces, settleCell, settleRow } from './check-cells';
import { cellSelector } from './grid-cell';
import { type PastedColumns, parseCells, readPasted, withPasted } from './pasted-cells';
import type { GridRow } from './trip-grid';
import {
  type Cells,
  carriedOn,
  filledRows,
  insertRows,
  isBlank,
  newRow,
  TYPED_FIELDS,
  type TypedField,
  type TypedRow,
  withCarriedOn,
  withCell,
  withCells,
} from './typed-row';
import type { TypedRows } from './use-typed-rows';

type GridOptions = {
  known: Known;
  typed: TypedRows;
  /** Whether cells that no one has come to yet are remarked on, too. */
  isStrict: boolean;
  found: ReadonlyMap<TypedRow, readonly ImportRemark[]>;
  onSubmit: () => void;
  onRefuse: (text: string) => void;
  /** Takes lines that are no cells. */
  onLines: (text: string) => void;
};

/** Whether text that was copied has lines of words with a time, instead of cells. */
const isThread = (text: string) =>
  !text.includes('\t') &&
  /[\p{L}] [^\r\n]{0,200}\d{1,2}[:.]\d{2}|\d{1,2}[:.]\d{2}[^\r\n]{0,200} \p{L}/u.test(text);

const aboutCell = (id: number, field: TypedField) => `${id} ${field}`;

function placeOf(target: EventTarget) {
  if (!(target instanceof HTMLInputElement)) return undefined;
  const { row, field } = target.dataset;
  return row && field ? { index: Number(row), field: field as TypedField, input: target } : undefined;
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

/** What happens in a grid of typed rows: keys, pasting, completing and remarks (docs/product/log-several.md#log-several). */
export function useGrid({ known, typed, isStrict, found, onSubmit, onRefuse, onLines }: GridOptions) {
  const { rows, about, change, finish, undo, redo } = typed;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ id: number; field: TypedField } | null>(null);
  /** What was pasted last, where columns of it were left out, and the rows that it went into. */
  const [pasted, setPasted] = useState<ReturnType<typeof readPasted> & { ids: readonly number[] }>();

  // the table of places may come after what was typed; what is being typed is completed when it is left
  const settlePlaces = useEffectEvent(() => {
    const isOpen = (row: TypedRow) => row.postcode === '' && row.suburb !== '' && row.id !== active?.id;
    const settle = (row: TypedRow) => (isOpen(row) ? settleCell(row, 'suburb', known, false) : row);
    change((before) => (before.some(isOpen) ? before.map(settle) : before));
  });
  useEffect(() => {
    if (known.localities) settlePlaces();
  }, [known.localities]);

  const checked: ReadonlyMap<TypedRow, RowRemarks> = useMemo(
    () => new Map(filledRows(rows).map((row) => [row, remarksOn(checkRow(row, known).findings)])),
    [rows, known],
  );

  /** Leaves out what a person has not come to yet, and what is being typed. */
  function remarksToShow(row: TypedRow): RowRemarks {
    const all = checked.get(row);
    if (!all) return NONE;
    if (active?.id !== row.id) return all;
    const at = TYPED_FIELDS.indexOf(active.field);
    return Object.fromEntries(
      Object.entries(all).filter(([field, { isMissing }]) => {
        if (field === active.field && about === aboutCell(row.id, active.field)) return false;
        return isStrict || !isMissing || TYPED_FIELDS.indexOf(field as TypedField) < at;
      }),
    );
  }

  const isNext = (row: TypedRow, index: number) => row.id === active?.id || !isBlank(rows[index - 1] ?? row);

  const shown: GridRow[] = rows.map((row, index) => ({
    row,
    index,
    // shown where someone goes on; further below it would look like trips
    suggestion: isBlank(row) && isNext(row, index) ? carriedOn(rows, index) : NO_SUGGESTION,
    example: index === 0 && filledRows(rows).length === 0 ? EXAMPLE : NONE_TYPED,
    remarks: remarksToShow(row),
    found: found.get(row),
  }));

  function focusCell(index: number, field: TypedField): boolean {
    const input = frame.current?.querySelector<HTMLInputElement>(cellSelector(index, field));
    input?.focus();
    input?.select();
    return Boolean(input);
  }

  /** The first cell of a row that is to be typed: what is suggested counts as typed. */
  function focusRow(index: number) {
    const row = rows[index];
    const { driver, date } = row && isBlank(row) ? carriedOn(rows, index) : NO_SUGGESTION;
    focusCell(index, driver && date ? 'time' : 'driver');
  }

  const handlers = useMemo(
    () => ({
      onType: (id: number, field: TypedField, value: string) =>
        change((before) => withCells(before, id, (row) => withCell(row, field, value)), aboutCell(id, field)),
      onChoose: (id: number, index: number, field: TypedField, cells: Partial<Cells>) => {
        change((before) => withCells(before, id, (row) => ({ ...row, ...cells })));
        const next = TYPED_FIELDS[TYPED_FIELDS.indexOf(field) + (field === 'suburb' ? 2 : 1)];
        if (next) frame.current?.querySelector<HTMLInputElement>(cellSelector(index, next))?.focus();
      },
      onRemove: (id: number) => change((before) => before.filter((row) => row.id !== id)),
    }),
    [change],
  );

  function settleRows(all: readonly TypedRow[], from: number, count: number): readonly TypedRow[] {
    const settled = [...all];
    for (const [index, row] of all.entries())
      if (index >= from && index < from + count)
        settled[index] = settleRow(withCarriedOn(settled, index, row), known);
    return settled;
  }

  /** Takes rows into the grid, after those with something in them. @returns false where there is no room */
  function takeRows(added: readonly TypedRow[]): boolean {
    const index = rows.findLastIndex((row) => !isBlank(row)) + 1;
    if (index + added.length > MAX_TYPED_ROWS) return false;
    change((before) => settleRows(insertRows(before, index, added), index, added.length));
    return true;
  }

  function pasteCells(text: string, index: number, field: TypedField) {
    const read = readPasted(parseCells(text), field);
    const needed = index + read.rows.length;
    if (needed > MAX_TYPED_ROWS)
      return onRefuse(
        `A grid holds ${MAX_TYPED_ROWS} rows, and this would be ${needed}. Nothing was pasted. Past trips come from a file: Import trips`,
      );
    const long = [...rows];
    while (long.length < needed) long.push(newRow());
    const filled = long.map((row, at) =>
      withPasted(row, read.rows[at - index] ?? [], read.columns, read.headings),
    );
    change(() => settleRows(filled, index, read.rows.length));
    const ids = filled.slice(index, needed).map(({ id }) => id);
    setPasted(read.leftOut.length > 0 ? { ...read, ids } : undefined);
  }

  function fillLeftOut(columns: PastedColumns) {
    change((before) =>
      before.map((row) => {
        const cells = pasted?.rows[pasted.ids.indexOf(row.id)];
        return cells ? settleRow(withPasted(row, cells, columns, pasted.headings), known) : row;
      }),
    );
    leaveOut();
  }

  function leaveOut() {
    setPasted(undefined);
    const first = rows.findIndex(({ id }) => id === pasted?.ids[0]);
    focusCell(first, 'driver');
  }

  function onCommand(event: KeyboardEvent, index: number, field: TypedField) {
    const key = event.key.toLowerCase();
    if (key === 'z' || key === 'y') {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    } else if (key === 'd') {
      event.preventDefault();
      const { id } = rows[index] ?? {};
      const above = rows[index - 1]?.[field];
      if (id === undefined || above === undefined) return;
      change((before) =>
        withCells(before, id, (row) => settleCell(withCell(row, field, above), field, known)),
      );
    } else if (key === 'enter') {
      event.preventDefault();
      onSubmit();
    }
  }

  function cellAt(target: EventTarget) {
    const { index, field } = placeOf(target) ?? {};
    const id = rows[index ?? -1]?.id;
    return field && id !== undefined ? { id, field } : undefined;
  }

  const events = {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const place = placeOf(event.target);
      if (!place || event.nativeEvent.isComposing) return;
      const { index, field, input } = place;
      if (event.altKey) {
        if (event.key === 'ArrowDown') input.parentElement?.querySelector('button')?.focus();
        return;
      }
      if (event.ctrlKey || event.metaKey) onCommand(event, index, field);
      else if (event.key === 'Enter') {
        event.preventDefault();
        focusRow(index + (event.shiftKey ? -1 : 1));
      } else if (!event.shiftKey) {
        const way = wayOf(event, input);
        const next = way && TYPED_FIELDS[TYPED_FIELDS.indexOf(field) + way[1]];
        if (next && focusCell(index + way[0], next)) event.preventDefault();
      }
    },
    onFocus({ target }: FocusEvent) {
      const cell = cellAt(target);
      if (cell) setActive(cell);
    },
    onBlur({ target, relatedTarget, currentTarget }: FocusEvent) {
      const { id, field } = cellAt(target) ?? {};
      if (id !== undefined && field)
        finish(
          (before) => withCells(before, id, (row) => settleCell(row, field, knowingPlaces(before, known))),
          aboutCell(id, field),
        );
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setActive(null);
    },
    onPaste(event: ClipboardEvent) {
      const place = placeOf(event.target);
      const text = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '');
      if (!place || !/[\t\r\n]/.test(text)) return;
      event.preventDefault();
      if (isThread(text)) onLines(text);
      else pasteCells(text, place.index, place.field);
    },
  };

  /** While the rows are there that columns were left out of: what to do about these. */
  const leftOut = pasted &&
    rows.some((row) => pasted.ids.includes(row.id) && !isBlank(row)) && {
      columns: pasted.leftOut,
      fields: TYPED_FIELDS.filter((field) => pasted.columns[field] === undefined),
      onFill: fillLeftOut,
      onLeaveOut: leaveOut,
    };

  return { frame, active, shown, handlers, events, checked, focusCell, takeRows, leftOut };
}

const NONE: RowRemarks = {};
const NO_SUGGESTION = { driver: '', date: '' };
const NONE_TYPED: Partial<Cells> = {};
const EXAMPLE: Partial<Cells> = {
  driver: 'Amy',
  date: 'Fri',
  time: '810',
  suburb: 'toowong',
  waitingTime: '5',
};
