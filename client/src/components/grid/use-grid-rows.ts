import { use, useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { keepDraft, readDraft } from '@/lib/drafts/drafts';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import {
  filledRows,
  type GridRow,
  insertRows,
  isBlank,
  type RowHistory,
  type RowsOf,
  redo,
  rest,
  undo,
} from './grid-rows';

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

/** Without remarks: they name streets where passengers were picked up. */
const cellsOf = <Row extends GridRow<never>>(rows: readonly Row[]) =>
  filledRows(rows).map(({ id: _, remarks: _remarks, ...cells }) => cells);

type GridRowsOptions<Field extends string, Row extends GridRow<Field>> = {
  /** What the draft is of; no colon. */
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
  type Change = (rows: readonly Row[]) => readonly Row[];
  const { startHistory, step } = of;
  const owner = use(DraftOwner);
  const isShown = useRef(false);
  const [restored] = useState(() => rowsOfDraft(readDraft({ owner, thing })?.fields.rows, of));
  const [isRestored, setRestored] = useState(restored.length > 0);
  const [history, setHistory] = useState<RowHistory<Row>>(() => startHistory(restored, count));
  const { rows } = history;
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
    setHistory(startHistory(next, count));
  }

  function putBack(back: readonly Row[]) {
    if (isShown.current)
      return change((before) => insertRows(before, before.findLastIndex((row) => !isBlank(row)) + 1, back));
    const kept = rowsOfDraft(readDraft({ owner, thing })?.fields.rows, of);
    keepDraft({ owner, thing }, { fields: { rows: cellsOf([...kept, ...back]) } });
  }

  const change = useCallback(
    (to: Change, about: string | null = null) => setHistory((before) => step(before, to(before.rows), about)),
    [step],
  );

  return {
    rows,
    about: history.about,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    /** Ends the step that is about something; nothing happens where the last step was about another thing. */
    finish: (to: Change, about: string) =>
      setHistory((before) => (before.about === about ? rest(step(before, to(before.rows), about)) : before)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    /** Puts other rows, or none, in place of all; there is no way back. */
    startOver,
    /** Puts rows after those that are typed; into the draft, where the grid was left meanwhile. */
    putBack,
    draft: { isRestored, isTyped, forget: () => startOver(), startOver: () => startOver() },
  };
}

export type GridRows<Field extends string, Row extends GridRow<Field>> = ReturnType<
  typeof useGridRows<Field, Row>
>;
