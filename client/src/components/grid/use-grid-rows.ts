import { use, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { keepDraft, readDraft } from '@/lib/drafts/drafts';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import { filledRows, type GridRow, insertRows, type RowsOf } from './grid-rows';
import { endOf, type GridState } from './grid-state';
import { redoRows, undoRows } from './row-history';

/** More than any field takes. */
const MAX_LENGTH = 5000;

const textSchema = z.catch(z.string().check(z.maxLength(MAX_LENGTH)), '');
const draftSchema = z.catch(z.array(z.catch(z.record(z.string(), z.unknown()), {})), []);

function rowsOfDraft<Field extends string, Row extends GridRow<Field>>(
  value: unknown,
  { fields, most, newRow }: RowsOf<Field, Row>,
): Row[] {
  const found = z.parse(draftSchema, value).slice(0, most);
  const read = (cells: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, z.parse(textSchema, cells[field])]));
  return filledRows(found.map((cells) => newRow(read(cells) as Partial<Record<Field, string>>)));
}

/** The cells without remarks, which name streets where passengers were picked up. */
const cellsOf = <Row extends GridRow<never>>(rows: readonly Row[]) =>
  filledRows(rows).map(({ id: _, remarks: _remarks, ...cells }) => cells);

type GridRowsOptions<Field extends string, Row extends GridRow<Field>> = {
  /** The draft's subject; no colon. */
  thing: string;
  count: number;
  of: RowsOf<Field, Row>;
};

/** The rows of a grid with undo, kept as a draft until they are stored or discarded (docs/product/app.md#drafts). */
export function useGridRows<Field extends string, Row extends GridRow<Field>>({
  thing,
  count,
  of,
}: GridRowsOptions<Field, Row>) {
  const owner = use(DraftOwner);
  const isShown = useRef(false);
  const start = (rows: readonly Row[]): GridState<Field, Row> => ({
    ...of.startHistory(rows, count),
    active: null,
    pasted: null,
  });
  const [restored] = useState(() => rowsOfDraft(readDraft({ owner, thing })?.fields.rows, of));
  const [isRestored, setRestored] = useState(restored.length > 0);
  const [state, setState] = useState(() => start(restored));
  const { rows } = state;
  const isTyped = () => filledRows(rows).length > 0;

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    const filled = cellsOf(rows);
    keepDraft({ owner, thing }, { fields: filled.length > 0 ? { rows: filled } : {} });
  }, [rows, owner, thing]);

  function startOver(next: readonly Row[] = []) {
    keepDraft({ owner, thing }, { fields: {} });
    setRestored(false);
    setState(({ active }) => ({ ...start(next), active }));
  }

  const change = (to: (rows: readonly Row[]) => readonly Row[]) =>
    setState((before) => of.step(before, to(before.rows)));

  function putBack(back: readonly Row[]) {
    if (isShown.current) return change((before) => insertRows(before, endOf(before), back));
    const kept = rowsOfDraft(readDraft({ owner, thing })?.fields.rows, of);
    keepDraft({ owner, thing }, { fields: { rows: cellsOf([...kept, ...back]) } });
  }

  return {
    rows,
    state,
    setState,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    change,
    undo: () => setState(undoRows),
    redo: () => setState(redoRows),
    /** Replaces all rows, for good. */
    startOver,
    /** Puts rows after those that are typed; into the draft, where the grid was left meanwhile. */
    putBack,
    draft: { isRestored, isTyped, forget: () => startOver(), startOver: () => startOver() },
  };
}

export type GridRows<Field extends string, Row extends GridRow<Field>> = ReturnType<
  typeof useGridRows<Field, Row>
>;
