import { isDay } from '@shared/periods';
import type { WeekCell } from '@shared/shifts/reading/week-sheet';
import { MAX_SHIFTS_AT_ONCE } from '@shared/shifts/shifts';
import { use, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type RowHistory, redoRows, rest, step, undoRows } from '@/components/grid/row-history';
import { keepDraft, readDraft } from '@/lib/drafts/drafts';
import { DraftOwner } from '@/lib/drafts/use-form-draft';

/** The draft's subject. */
const THING = 'hours-week';
/** More than times, a registration and a note take. */
const MAX_LENGTH = 1000;

const draftSchema = z.catch(
  z.array(
    z.catch(
      z.object({
        driverId: z.string(),
        day: z.string().check(z.refine(isDay)),
        text: z.string().check(z.minLength(1), z.maxLength(MAX_LENGTH)),
      }),
      { driverId: '', day: '', text: '' },
    ),
  ),
  [],
);

const cellsOfDraft = (owner: string): WeekCell[] =>
  z
    .parse(draftSchema, readDraft({ owner, thing: THING })?.fields.cells)
    .filter(({ driverId }) => driverId !== '')
    .slice(0, MAX_SHIFTS_AT_ONCE);

/** Identifies a driver's cell of a day. */
export const cellKey = ({ driverId, day }: Pick<WeekCell, 'driverId' | 'day'>): string =>
  `${driverId} ${day}`;

/** The cells with others in place of those of the same drivers and days; empty ones are dropped. */
function withCells(cells: readonly WeekCell[], put: readonly WeekCell[]): readonly WeekCell[] {
  const placed = new Map(cells.map((cell) => [cellKey(cell), cell]));
  for (const cell of put) {
    if (cell.text === '') placed.delete(cellKey(cell));
    else placed.set(cellKey(cell), cell);
  }
  return [...placed.values()];
}

const started = (rows: readonly WeekCell[]): RowHistory<WeekCell> => ({
  rows,
  past: [],
  future: [],
  about: null,
});

/** What is typed into cells of any weeks, with undo, kept as a draft until it is stored or discarded (docs/product/app.md#drafts). */
export function useWeekCells() {
  const owner = use(DraftOwner);
  const [restored] = useState(() => cellsOfDraft(owner));
  const [isRestored, setRestored] = useState(restored.length > 0);
  const [history, setHistory] = useState(() => started(restored));
  const isShown = useRef(false);
  const { rows: cells, about } = history;

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const keep = (kept: readonly WeekCell[]) =>
    keepDraft({ owner, thing: THING }, { fields: kept.length > 0 ? { cells: kept } : {} });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is made of the owner
  useEffect(() => keep(cells), [cells, owner]);

  const put = (added: readonly WeekCell[], of: string | null = null) =>
    setHistory((before) => step(before, withCells(before.rows, added), of));

  /** Leaves out the cells that were stored; what was typed meanwhile stays. */
  function dropStored(stored: readonly WeekCell[]) {
    setRestored(false);
    setHistory((before) => started(before.rows.filter((cell) => !stored.includes(cell))));
  }

  function startOver() {
    keep([]);
    setRestored(false);
    setHistory(started([]));
  }

  return {
    cells,
    /** The cell that is being typed into. */
    typing: about,
    type: (cell: WeekCell) => put([cell], cellKey(cell)),
    put,
    /** Writes the cell that is left as the week does. */
    leave: (key: string, settle: (cell: WeekCell) => string) =>
      setHistory((before) => {
        const cell = before.rows.find((one) => cellKey(one) === key);
        if (before.about !== key) return before;
        const text = cell && settle(cell);
        if (!cell || text === undefined || text === cell.text) return rest(before);
        return rest(step(before, withCells(before.rows, [{ ...cell, text }]), key));
      }),
    /** Puts cells back; into the draft, where the screen was left meanwhile. */
    putBack: (back: readonly WeekCell[]) =>
      isShown.current ? put(back) : keep(withCells(cellsOfDraft(owner), back)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undoRows),
    redo: () => setHistory(redoRows),
    dropStored,
    draft: { isRestored, isTyped: () => cells.length > 0, forget: startOver, startOver },
  };
}
