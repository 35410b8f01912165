import { MAX_TYPED_ROWS } from '@shared/imports';
import type { ReadRemark } from '@shared/trips/reading/remarks';
import {
  isPlain,
  type PlainFieldName,
  plainField,
  plainFieldNames,
  tripField,
} from '@shared/trips/trip-fields';

export type TypedField = 'driver' | 'date' | 'time' | PlainFieldName;
export const TYPED_FIELDS: readonly TypedField[] = ['driver', 'date', 'time', ...plainFieldNames];

export const columnLabel = (field: TypedField): string => tripField(field).label;

export const isMinutes = (field: TypedField): field is PlainFieldName =>
  isPlain(field) && plainField(field).kind === 'minutes';

export type Cells = Readonly<Record<TypedField, string>>;

/** A row of the grid, and what was read in another way than it was typed or pasted. A change makes another object of it. */
export type TypedRow = Cells & { readonly id: number; readonly remarks?: readonly ReadRemark[] };

/** A row with another text in a cell; what was remarked on the one before goes with it. */
export const withCell = (row: TypedRow, field: TypedField, text: string, remark?: ReadRemark): TypedRow => ({
  ...row,
  [field]: text,
  remarks: remarksWith(row, field, remark),
});

export function remarksWith(row: TypedRow, field: TypedField, remark?: ReadRemark): readonly ReadRemark[] {
  const others = (row.remarks ?? []).filter((other) => other.field !== field);
  return remark ? [...others, remark] : others;
}

const EMPTY = Object.fromEntries(TYPED_FIELDS.map((field) => [field, ''])) as Cells;

let lastId = 0;

export function newRow(cells: Partial<Cells> = {}): TypedRow {
  lastId += 1;
  return { ...EMPTY, ...cells, id: lastId };
}

export const isBlank = (row: Cells): boolean => TYPED_FIELDS.every((field) => row[field].trim() === '');

export const filledRows = (rows: readonly TypedRow[]): TypedRow[] => rows.filter((row) => !isBlank(row));

export function carriedOn(rows: readonly TypedRow[], index: number): Pick<Cells, 'driver' | 'date'> {
  const above = rows.slice(0, index).reverse();
  const nearest = (field: TypedField) => above.find((row) => row[field] !== '')?.[field] ?? '';
  return { driver: nearest('driver'), date: nearest('date') };
}

/** The rows with other cells in one of them. A row that begins takes over driver and date; one of which nothing else is left is empty again. */
export function withCells(rows: readonly TypedRow[], id: number, change: (row: TypedRow) => TypedRow) {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  const changed = row && change(row);
  if (!row || !changed || TYPED_FIELDS.every((field) => row[field] === changed[field])) return rows;
  return rows.with(
    index,
    isBlank(row) ? withCarriedOn(rows, index, changed) : withoutCarriedOn(rows, index, changed),
  );
}

export function withCarriedOn(rows: readonly TypedRow[], index: number, row: TypedRow): TypedRow {
  if (isBlank(row)) return row;
  const { driver, date } = carriedOn(rows, index);
  return { ...row, driver: row.driver || driver, date: row.date || date };
}

function withoutCarriedOn(rows: readonly TypedRow[], index: number, row: TypedRow): TypedRow {
  const carried = carriedOn(rows, index);
  const isRest = TYPED_FIELDS.every(
    (field) => row[field] === '' || row[field] === carried[field as 'driver'],
  );
  return isRest ? { ...EMPTY, id: row.id } : row;
}

function withRoom(rows: readonly TypedRow[]): readonly TypedRow[] {
  const last = rows.at(-1);
  return rows.length < MAX_TYPED_ROWS && (!last || !isBlank(last)) ? [...rows, newRow()] : rows;
}

const MAX_STEPS = 200;

export type RowHistory = {
  rows: readonly TypedRow[];
  past: readonly (readonly TypedRow[])[];
  future: readonly (readonly TypedRow[])[];
  /** What the last step was about: another change of the same joins it. */
  about: string | null;
};

/** @param count how many rows there are at least, most of them to be filled in */
export function startHistory(rows: readonly TypedRow[], count: number): RowHistory {
  const more = Array.from({ length: Math.max(0, count - rows.length) }, () => newRow());
  return { rows: withRoom([...rows, ...more]), past: [], future: [], about: null };
}

/** @param about several steps about the same thing are undone together; null for a step by itself */
export function step(history: RowHistory, rows: readonly TypedRow[], about: string | null = null) {
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
  return rows ? { rows, past: [...history.past, history.rows], future, about: null } : history;
}

/** The rows with others from an index on: empty ones are filled, the rest comes between. */
export function insertRows(rows: readonly TypedRow[], index: number, added: readonly TypedRow[]) {
  const end = index + added.length;
  const next = rows.findIndex((row, at) => at >= index && at < end && !isBlank(row));
  return [...rows.slice(0, index), ...added, ...rows.slice(next < 0 ? end : next)];
}
