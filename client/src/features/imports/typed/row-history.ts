import { isBlank, newRow, type TypedRow, withRoom } from './typed-row';

const MAX_STEPS = 200;

type Rows = readonly TypedRow[];

export type RowHistory = {
  rows: Rows;
  past: readonly Rows[];
  future: readonly Rows[];
  /** What the last step was about: another change of the same joins it. */
  about: string | null;
};

/** @param count how many rows there are at least, most of them to be filled in */
export function startHistory(rows: Rows, count: number): RowHistory {
  const more = Array.from({ length: Math.max(0, count - rows.length) }, () => newRow());
  return { rows: withRoom([...rows, ...more]), past: [], future: [], about: null };
}

/**
 * Takes a step.
 * @param about several steps about the same thing are undone together; null for a step by itself
 */
export function step(history: RowHistory, rows: Rows, about: string | null = null): RowHistory {
  if (rows === history.rows) return history;
  const isSame = about !== null && about === history.about;
  const past = isSame ? history.past : [...history.past, history.rows].slice(-MAX_STEPS);
  return { rows: withRoom(rows), past, future: [], about };
}

/** Ends a step, so that the next is undone by itself, whatever it is about. */
export const rest = (history: RowHistory): RowHistory => ({ ...history, about: null });

export function undo(history: RowHistory): RowHistory {
  const rows = history.past.at(-1);
  if (!rows) return history;
  return { rows, past: history.past.slice(0, -1), future: [history.rows, ...history.future], about: null };
}

export function redo(history: RowHistory): RowHistory {
  const [rows, ...future] = history.future;
  if (!rows) return history;
  return { rows, past: [...history.past, history.rows], future, about: null };
}

/** The rows with others from an index on: empty ones are filled, the rest comes between. */
export function insertRows(rows: Rows, index: number, added: Rows): Rows {
  const end = index + added.length;
  const next = rows.findIndex((row, at) => at >= index && at < end && !isBlank(row));
  return [...rows.slice(0, index), ...added, ...rows.slice(next < 0 ? end : next)];
}
