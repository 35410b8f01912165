import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filledRows, type GridRow, gridRows, insertRows, isBlank } from './grid-rows';
import { redoRows, rest, undoRows } from './row-history';

type Field = 'driver' | 'date' | 'time' | 'notes';
const MOST = 200;
const { newRow, startHistory, step, withCells } = gridRows<Field, GridRow<Field>>({
  fields: ['driver', 'date', 'time', 'notes'],
  carried: ['driver', 'date'],
  most: MOST,
});

const texts = (rows: readonly { notes: string }[]) => rows.map(({ notes }) => notes);
const noted = (notes: string) => newRow({ notes });

it('has an empty row at its end, up to the most', () => {
  expect(startHistory([], 3).rows).toHaveLength(3);
  expect(texts(startHistory([noted('a')], 1).rows)).toEqual(['a', '']);
  const full = Array.from({ length: MOST }, () => noted('a'));
  expect(startHistory(full, 1).rows).toHaveLength(MOST);
});

it('goes back over what was typed in a cell at once, and forth again', () => {
  const start = startHistory([], 1);
  const typed = step(step(start, [noted('a')], '1 notes'), [noted('ab')], '1 notes');
  const more = step(rest(typed), [noted('abc')], '1 notes');
  expect(texts(undoRows(more).rows)).toEqual(['ab', '']);
  expect(undoRows(undoRows(more)).rows).toBe(start.rows);
  expect(undoRows(undoRows(undoRows(more))).rows).toBe(start.rows);
  expect(redoRows(redoRows(undoRows(undoRows(more)))).rows).toBe(more.rows);
  expect(redoRows(more)).toBe(more);
});

it('is where it was after any steps and as many back', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 50 }), (notes) => {
      const start = startHistory([], 1);
      const end = notes.reduce((history, one) => step(history, [noted(one)]), start);
      expect(notes.reduce(undoRows, end).rows).toBe(start.rows);
      expect(notes.reduce(redoRows, notes.reduce(undoRows, end)).rows).toEqual(end.rows);
    }),
  );
});

it('puts rows into empty ones, and between those with something in them', () => {
  const rows = [noted('a'), newRow(), newRow(), noted('b'), newRow()];
  expect(texts(insertRows(rows, 1, [noted('x')]))).toEqual(['a', 'x', '', 'b', '']);
  expect(texts(insertRows(rows, 1, [noted('x'), noted('y'), noted('z')]))).toEqual([
    'a',
    'x',
    'y',
    'z',
    'b',
    '',
  ]);
  expect(texts(insertRows(rows, 0, [noted('x')]))).toEqual(['x', 'a', '', '', 'b', '']);
});

const isRight = () => false;

it('carries driver and date on to a row that begins, and takes them from one that is emptied', () => {
  const above = newRow({ driver: 'Amy Young', date: '22/11/2026', time: '10:15' });
  const row = newRow();
  const begun = withCells([above, row], row.id, isRight, (one) => ({ ...one, time: '1' }));
  expect(begun[1]).toMatchObject({ driver: 'Amy Young', date: '22/11/2026', time: '1' });
  const emptied = withCells(begun, row.id, isRight, (one) => ({ ...one, time: '' }));
  expect(emptied.map(isBlank)).toEqual([false, true]);
  const other = withCells(begun, row.id, isRight, (one) => ({ ...one, driver: 'Ben', time: '' }));
  expect(filledRows(other)).toHaveLength(2);
  expect(withCells(other, row.id, isRight, (one) => ({ ...one }))).toBe(other);
});

it('carries the nearest text on that has no fault', () => {
  const rows = [newRow({ driver: 'Amy Young' }), newRow({ driver: 'No one', time: '9' }), newRow()];
  const isNoOne = (row: { driver: string }, field: Field) => row[field as 'driver'] === 'No one';
  const begun = withCells(rows, rows[2]?.id ?? 0, isNoOne, (one) => ({ ...one, time: '1' }));
  expect(begun[2]).toMatchObject({ driver: 'Amy Young', time: '1' });
});
