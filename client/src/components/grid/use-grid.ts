import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CellRemark, cellSelector } from './grid-cell';
import { type Cells, filledRows, type GridRow, insertRows, isBlank, type RowsOf } from './grid-rows';
import type { ShownRow } from './grid-table';
import { type Pasted, type PastedColumns, parseCells } from './pasted-cells';
import type { RowRemark } from './row-remarks';
import type { GridRows } from './use-grid-rows';

/** What a grid is of: its rows, and what their cells mean. */
export type GridRules<Field extends string, Row extends GridRow<Field>> = {
  rows: RowsOf<Field, Row>;
  /** A row as it may be typed, shown while there is none. */
  example: Partial<Cells<Field>>;
  /** What an empty cell of a row is stored as. */
  blank?: Partial<Cells<Field>>;
  /** The cell that comes after what is carried on. */
  firstTyped: Field;
  remarksOf: (row: Row) => Partial<Record<Field, CellRemark>>;
  /** Completes a cell that is left, knowing the rows around it. */
  settleCell: (row: Row, field: Field, rows: readonly Row[]) => Row;
  settleRow: (row: Row) => Row;
  /** The row with another text in a cell; what was remarked on the one before goes with it. */
  withCell: (row: Row, field: Field, text: string) => Row;
  /** The cell to go to after a choice. */
  after: (field: Field) => Field | undefined;
  readPasted: (cells: readonly string[][], from: Field) => Pasted<Field>;
  withPasted: (
    row: Row,
    cells: readonly string[],
    pasted: Pick<Pasted<Field>, 'columns' | 'headings'>,
  ) => Row;
  /** Says that so many rows are too many. */
  tooMany: (rows: number) => string;
  /** Takes copied text that is no cells. @returns whether it was that */
  takeLines?: ((text: string) => boolean) | undefined;
};

type GridOptions<Field extends string, Row extends GridRow<Field>> = {
  rules: GridRules<Field, Row>;
  typed: GridRows<Field, Row>;
  /** Whether cells that no one has come to yet are remarked on, too. */
  isStrict: boolean;
  /** What is said about whole rows. */
  below: (row: Row) => readonly RowRemark[];
  /** What people call a row. */
  numberOf: (row: Row, index: number) => number;
  onSubmit: () => void;
  onRefuse: (text: string) => void;
};

const aboutCell = (id: number, field: string) => `${id} ${field}`;

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

const NOTHING = {};

/** What happens in a grid of typed rows: keys, pasting, completing and remarks (docs/product/log-several.md#log-several). */
export function useGrid<Field extends string, Row extends GridRow<Field>>(options: GridOptions<Field, Row>) {
  const { rules, typed, isStrict, below, numberOf, onSubmit, onRefuse } = options;
  const { fields, carried, most, newRow, carriedOn, withCarriedOn, withCells } = rules.rows;
  const { rows, about, change, finish, undo, redo } = typed;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ id: number; field: Field } | null>(null);
  /** What was pasted last, where columns of it were left out, and the rows that it went into. */
  const [pasted, setPasted] = useState<Pasted<Field> & { ids: readonly number[] }>();
  const [first] = fields;

  const checked: ReadonlyMap<Row, Partial<Record<Field, CellRemark>>> = useMemo(
    () => new Map(filledRows(rows).map((row) => [row, rules.remarksOf(row)])),
    [rows, rules],
  );

  const isWrong = useCallback(
    (row: Row, field: Field) => rules.remarksOf(row)[field]?.kind === 'problem',
    [rules],
  );

  /** Leaves out what a person has not come to yet, and what is being typed. */
  function remarksToShow(row: Row): Partial<Record<Field, CellRemark>> {
    const all = checked.get(row);
    if (!all) return NOTHING;
    if (active?.id !== row.id) return all;
    const at = fields.indexOf(active.field);
    const shown = fields.filter((field) => {
      if (field === active.field && about === aboutCell(row.id, active.field)) return false;
      return isStrict || !all[field]?.isMissing || fields.indexOf(field) < at;
    });
    return Object.fromEntries(shown.flatMap((field) => (all[field] ? [[field, all[field]]] : []))) as Partial<
      Record<Field, CellRemark>
    >;
  }

  const isNext = (row: Row, index: number) => {
    const above = rows[index - 1];
    return row.id === active?.id || !above || !isBlank(above);
  };

  function suggestionFor(row: Row, index: number): Partial<Cells<Field>> {
    const { blank = NOTHING } = rules;
    if (!isBlank(row)) return blank;
    // shown where someone goes on; further below it would look like rows
    return isNext(row, index) ? { ...blank, ...carriedOn(rows, index, isWrong) } : NOTHING;
  }

  const shown: ShownRow[] = rows.map((row, index) => ({
    row,
    index,
    number: numberOf(row, index),
    suggestion: suggestionFor(row, index),
    example: index === 0 && filledRows(rows).length === 0 ? rules.example : NOTHING,
    remarks: remarksToShow(row),
    below: below(row),
  }));

  function focusCell(index: number, field: Field): boolean {
    const input = frame.current?.querySelector<HTMLInputElement>(cellSelector(index, field));
    input?.focus();
    input?.select();
    return Boolean(input);
  }

  /** The first cell of a row that is to be typed: what is suggested counts as typed. */
  function focusRow(index: number) {
    const row = rows[index];
    const above = row && isBlank(row) ? carriedOn(rows, index, isWrong) : undefined;
    const isCarried = above && carried.every((field) => above[field]);
    const field = isCarried ? rules.firstTyped : first;
    if (field) focusCell(index, field);
  }

  const handlers = useMemo(
    () => ({
      onType: (id: number, field: string, value: string) =>
        change(
          (before) => withCells(before, id, isWrong, (row) => rules.withCell(row, field as Field, value)),
          aboutCell(id, field),
        ),
      onChoose: (id: number, index: number, field: string, cells: object) => {
        change((before) => withCells(before, id, isWrong, (row) => ({ ...row, ...cells })));
        const next = rules.after(field as Field);
        if (next) frame.current?.querySelector<HTMLInputElement>(cellSelector(index, next))?.focus();
      },
      onRemove: (id: number) => change((before) => before.filter((row) => row.id !== id)),
    }),
    [change, rules, withCells, isWrong],
  );

  function settleRows(all: readonly Row[], from: number, count: number): readonly Row[] {
    const settled = [...all];
    for (const [index, row] of all.entries())
      if (index >= from && index < from + count)
        settled[index] = rules.settleRow(withCarriedOn(settled, index, isWrong, row));
    return settled;
  }

  /** Takes rows into the grid, after those with something in them. @returns false where there is no room */
  function takeRows(added: readonly Row[]): boolean {
    const index = rows.findLastIndex((row) => !isBlank(row)) + 1;
    if (index + added.length > most) return false;
    change((before) => settleRows(insertRows(before, index, added), index, added.length));
    return true;
  }

  /** Puts cells into the grid, from one cell on. */
  function pasteCells(cells: readonly string[][], index: number, field: Field) {
    const read = rules.readPasted(cells, field);
    const needed = index + read.rows.length;
    if (needed > most) return onRefuse(rules.tooMany(needed));
    const long = [...rows];
    while (long.length < needed) long.push(newRow());
    const filled = long.map((row, at) => rules.withPasted(row, read.rows[at - index] ?? [], read));
    change(() => settleRows(filled, index, read.rows.length));
    const ids = filled.slice(index, needed).map(({ id }) => id);
    setPasted(read.leftOut.length > 0 ? { ...read, ids } : undefined);
  }

  function fillLeftOut(columns: PastedColumns<Field>) {
    change((before) =>
      before.map((row) => {
        const cells = pasted?.rows[pasted.ids.indexOf(row.id)];
        return cells
          ? rules.settleRow(rules.withPasted(row, cells, { columns, headings: pasted.headings }))
          : row;
      }),
    );
    leaveOut();
  }

  function leaveOut() {
    setPasted(undefined);
    const index = rows.findIndex(({ id }) => id === pasted?.ids[0]);
    if (first) focusCell(index, first);
  }

  function onCommand(event: KeyboardEvent, index: number, field: Field) {
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
        withCells(before, id, isWrong, (row) =>
          rules.settleCell(rules.withCell(row, field, above), field, []),
        ),
      );
    } else if (key === 'enter') {
      event.preventDefault();
      onSubmit();
    }
  }

  function cellAt(target: EventTarget) {
    const { index, field } = placeOf<Field>(target) ?? {};
    const id = rows[index ?? -1]?.id;
    return field && id !== undefined ? { id, field } : undefined;
  }

  const events = {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const place = placeOf<Field>(event.target);
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
        const next = way && fields[fields.indexOf(field) + way[1]];
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
          (before) => withCells(before, id, isWrong, (row) => rules.settleCell(row, field, before)),
          aboutCell(id, field),
        );
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setActive(null);
    },
    onPaste(event: ClipboardEvent) {
      const place = placeOf<Field>(event.target);
      const text = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '');
      if (!place || !/[\t\r\n]/.test(text)) return;
      event.preventDefault();
      if (!rules.takeLines?.(text)) pasteCells(parseCells(text), place.index, place.field);
    },
  };

  /** While the rows are there that columns were left out of: what to do about these. */
  const leftOut = pasted &&
    rows.some((row) => pasted.ids.includes(row.id) && !isBlank(row)) && {
      columns: pasted.leftOut,
      fields: fields.filter((field) => pasted.columns[field] === undefined),
      onFill: fillLeftOut,
      onLeaveOut: leaveOut,
    };

  return { frame, active, shown, handlers, events, checked, focusCell, takeRows, pasteCells, leftOut };
}
