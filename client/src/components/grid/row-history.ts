const MAX_STEPS = 200;

export type RowHistory<Row> = {
  rows: readonly Row[];
  past: readonly (readonly Row[])[];
  future: readonly (readonly Row[])[];
  /** The subject of the last step: another change of the same joins it. */
  about: string | null;
};

/** Ends a step, so that the next is undone by itself, even with the same subject. */
export const rest = <History extends RowHistory<unknown>>(history: History): History => ({
  ...history,
  about: null,
});

/** @param about several steps about the same thing are undone together; null for a step by itself */
export function step<Row, History extends RowHistory<Row>>(
  history: History,
  rows: readonly Row[],
  about: string | null,
): History {
  const isSame = about !== null && about === history.about;
  const past = isSame ? history.past : [...history.past, history.rows].slice(-MAX_STEPS);
  return { ...history, rows, past, future: [], about };
}

export function undoRows<History extends RowHistory<unknown>>(history: History): History {
  const rows = history.past.at(-1);
  if (!rows) return history;
  const future = [history.rows, ...history.future];
  return { ...history, rows, past: history.past.slice(0, -1), future, about: null };
}

export function redoRows<History extends RowHistory<unknown>>(history: History): History {
  const [rows, ...future] = history.future;
  return rows ? { ...history, rows, past: [...history.past, history.rows], future, about: null } : history;
}
