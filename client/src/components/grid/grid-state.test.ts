import { describe, expect, it } from 'vitest';
import type { CellRemark } from './grid-cell';
import { type GridRow, gridRows } from './grid-rows';
import { type GridAction, type GridRules, type GridState, reduceGrid } from './grid-state';
import { readPastedCells } from './pasted-cells';
import { undoRows } from './row-history';
import { shownRows } from './shown-rows';

type Field = 'driver' | 'time' | 'notes';
type Row = GridRow<Field>;
const FIELDS: readonly Field[] = ['driver', 'time', 'notes'];

/** A driver is in capitals once its cell is left, and "?" is a fault in any cell. */
const settleCell = (row: Row, field: Field): Row =>
  field === 'driver' ? { ...row, driver: row.driver.toUpperCase() } : row;
const remarkOn = (text: string): CellRemark | undefined =>
  text === '?' || text === ''
    ? { kind: 'problem', text: 'Please enter it', isMissing: text === '' }
    : undefined;

const rules: GridRules<Field, Row> = {
  rows: gridRows<Field, Row>({ fields: FIELDS, carried: ['driver'], most: 5 }),
  example: { driver: 'Amy' },
  firstTyped: 'time',
  remarksOf: (row) =>
    Object.fromEntries(
      FIELDS.flatMap((field) => (remarkOn(row[field]) ? [[field, remarkOn(row[field])]] : [])),
    ),
  settleCell,
  settleRow: (row) => FIELDS.reduce(settleCell, row),
  withCell: (row, field, text) => ({ ...row, [field]: text }),
  after: () => undefined,
  readPasted: (cells, from) =>
    readPastedCells(cells, FIELDS.slice(FIELDS.indexOf(from)), (headings) =>
      Object.fromEntries(
        FIELDS.filter((field) => headings.includes(field)).map((field) => [field, headings.indexOf(field)]),
      ),
    ),
  withPasted: (row, cells, { columns }) => ({
    ...row,
    ...Object.fromEntries(
      FIELDS.flatMap((field) => {
        const text = cells[columns[field] ?? -1];
        return text === undefined ? [] : [[field, text]];
      }),
    ),
  }),
  tooMany: String,
};
const { newRow, startHistory } = rules.rows;

const gridOf = (...rows: Partial<Record<Field, string>>[]): GridState<Field, Row> => ({
  ...startHistory(rows.map(newRow), 1),
  active: null,
  pasted: null,
});
const reduced = (state: GridState<Field, Row>, ...actions: GridAction<Field, Row>[]) =>
  actions.reduce((before, action) => reduceGrid(rules, before, action), state);
const texts = ({ rows }: GridState<Field, Row>) =>
  rows.map((row) => FIELDS.map((field) => row[field]).join(' '));
const cellOf = ({ rows }: GridState<Field, Row>, index: number, field: Field) => ({
  id: rows[index]?.id ?? 0,
  field,
});

describe('typing', () => {
  it('carries the driver on to a row that begins, and completes a cell when it is left, as one step', () => {
    const start = gridOf({ driver: 'AMY', time: '8' }, {});
    const time = cellOf(start, 1, 'time');
    const typed = reduced(start, { type: 'type', cell: time, text: '9' });
    expect(texts(typed)).toEqual(['AMY 8 ', 'AMY 9 ', '  ']);
    const driver = cellOf(start, 1, 'driver');
    const left = reduced(
      typed,
      { type: 'type', cell: driver, text: 'b' },
      { type: 'type', cell: driver, text: 'ben' },
      { type: 'leave', cell: driver, isOutside: false },
    );
    expect(texts(left)).toEqual(['AMY 8 ', 'BEN 9 ', '  ']);
    expect(texts(undoRows(left))).toEqual(texts(typed));
  });

  it('changes nothing in a cell that was only looked at', () => {
    const start = gridOf({ driver: 'amy', time: '8' });
    const driver = cellOf(start, 0, 'driver');
    const visited = reduced(
      start,
      { type: 'enter', cell: driver },
      { type: 'leave', cell: driver, isOutside: true },
    );
    expect(visited).toEqual(start);
    expect(reduced(start, { type: 'enter', cell: driver }).active).toEqual(driver);
  });

  it('copies the cell above, which the first row has none of', () => {
    const start = gridOf({ driver: 'AMY', notes: 'gate' }, { driver: 'BEN' });
    expect(texts(reduced(start, { type: 'copy-above', cell: cellOf(start, 1, 'notes') }))[1]).toBe(
      'BEN  gate',
    );
    expect(reduced(start, { type: 'copy-above', cell: cellOf(start, 0, 'notes') })).toBe(start);
  });

  it('puts chosen cells into their row, and removes a row', () => {
    const start = gridOf({ driver: 'a' }, { driver: 'BEN' });
    const { id } = cellOf(start, 0, 'driver');
    expect(texts(reduced(start, { type: 'choose', id, cells: { driver: 'AMY' } }))[0]).toBe('AMY  ');
    expect(texts(reduced(start, { type: 'remove', id }))).toEqual(['BEN  ', '  ']);
  });
});

describe('pasting', () => {
  const paste = (cells: string[][], index: number, from: Field): GridAction<Field, Row> => ({
    type: 'paste',
    pasted: rules.readPasted(cells, from),
    index,
  });

  it('fills rows from a cell on, completes them, adds those that are missing, and is undone at once', () => {
    const start = gridOf({ driver: 'AMY', time: '8' });
    const pasted = reduced(start, paste([['9'], ['10', 'gate']], 1, 'time'));
    expect(texts(pasted)).toEqual(['AMY 8 ', 'AMY 9 ', 'AMY 10 gate', '  ']);
    expect(pasted.pasted).toBeNull();
    expect(texts(undoRows(pasted))).toEqual(texts(start));
  });

  it('keeps the columns that were left out until they are filled in or left out', () => {
    const block = [
      ['driver', 'time', 'notes', 'gate'],
      ['amy', '8', '', 'north'],
    ];
    const pasted = reduced(gridOf({}), paste(block, 0, 'driver'));
    expect(texts(pasted)).toEqual(['AMY 8 ', '  ']);
    expect(pasted.pasted?.leftOut).toEqual([{ column: 3, name: 'gate', example: 'north' }]);
    expect(pasted.pasted?.ids).toEqual([pasted.rows[0]?.id]);
    const filled = reduced(pasted, { type: 'fill-left-out', columns: { notes: 3 } });
    expect(texts(filled)).toEqual(['AMY 8 north', '  ']);
    expect(filled.pasted).toBeNull();
    expect(reduced(pasted, { type: 'leave-out' })).toMatchObject({ rows: pasted.rows, pasted: null });
  });

  it('inserts rows after the last that has something in it', () => {
    const start = gridOf({ driver: 'AMY' }, {});
    const inserted = reduced(start, {
      type: 'insert',
      rows: [newRow({ time: '8' }), newRow({ driver: 'ben' })],
    });
    expect(texts(inserted)).toEqual(['AMY  ', 'AMY 8 ', 'BEN  ', '  ']);
  });
});

describe('what is shown', () => {
  const show = (state: GridState<Field, Row>, isStrict = false) =>
    shownRows(rules, state, new Map(state.rows.map((row) => [row, rules.remarksOf(row)])), {
      isStrict,
      below: () => [],
      numberOf: (_, index) => index + 1,
    });

  it('is an example in an empty grid, and in the next row what would be carried on', () => {
    const [first, second] = show(gridOf({}, {}));
    expect(first).toMatchObject({ number: 1, example: { driver: 'Amy' } });
    expect(second?.example).toEqual({});
    const [, next, further] = show(gridOf({ driver: 'AMY', time: '8' }, {}, {}));
    expect(next?.suggestion).toEqual({ driver: 'AMY' });
    expect(further?.suggestion).toEqual({});
  });

  it('is no fault of what a person is typing or has not come to yet, unless all are asked for', () => {
    const start = gridOf({ driver: '?', time: '', notes: '' });
    const time = cellOf(start, 0, 'time');
    const atTime = reduced(start, { type: 'enter', cell: time });
    expect(Object.keys(show(start)[0]?.remarks ?? {})).toEqual(['driver', 'time', 'notes']);
    expect(Object.keys(show(atTime)[0]?.remarks ?? {})).toEqual(['driver']);
    expect(Object.keys(show(atTime, true)[0]?.remarks ?? {})).toEqual(['driver', 'time', 'notes']);
    const typing = reduced(atTime, { type: 'type', cell: time, text: '?' });
    expect(Object.keys(show(typing, true)[0]?.remarks ?? {})).toEqual(['driver', 'notes']);
  });
});
