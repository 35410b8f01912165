import type { PortalData, PortalPart } from '@shared/reports/reports';
import { describe, expect, test } from 'vitest';
import { cellsOf, neighbourOf, nextToCopy, portalPartsOf } from './portal-cells';

const text = (label: string) => ({ label, kind: 'text' as const });
const day = (label: string) => ({ label, kind: 'day' as const });
const vehicles: PortalPart = {
  id: 'vehicles',
  title: 'Vehicles',
  columns: [text('Registration'), text('Licence'), day('Start'), day('End')],
  rows: [
    ['123ABC', '77', '2026-01-05', '2026-08-31'],
    ['123ABC', '77', '2026-09-20', null],
    ['456DEF', null, '2026-02-01', null],
  ],
};
const part = (id: string): PortalPart => ({ id: id as PortalPart['id'], title: id, columns: [], rows: [] });
const data = (...ids: string[]): PortalData => ({ parts: ids.map(part) });
const idsOf = (kind: 'quarterly' | 'annual', ...ids: string[]) => {
  const { asked, others } = portalPartsOf(kind, data(...ids));
  return [asked.map(({ id }) => id), others.map(({ id }) => id)];
};

test("the parts stand in the portal's order, and details of others apart", () => {
  expect(idsOf('quarterly', 'postcodes', 'areas', 'vehicles', 'drivers')).toEqual([
    ['drivers', 'vehicles', 'areas'],
    ['postcodes'],
  ]);
  expect(idsOf('quarterly', 'postcodes', 'drivers', 'vehicles')).toEqual([
    ['drivers', 'vehicles', 'postcodes'],
    [],
  ]);
  expect(idsOf('annual', 'postcodes', 'drivers', 'vehicles')).toEqual([
    ['postcodes'],
    ['drivers', 'vehicles'],
  ]);
});

describe('the cells of a part', () => {
  const cells = cellsOf(vehicles);
  const keys = (from: string, key: string) => {
    const index = cells.findIndex(({ row, column }) => `${row}${column}` === from);
    const there = neighbourOf(cells, index, key);
    return there && `${there.row}${there.column}`;
  };

  test('are those with something to copy, and each has a name of its own', () => {
    expect(cells.map(({ figure }) => figure)).toEqual([
      ...['123ABC', '77', '05/01/2026', '31/08/2026'],
      ...['123ABC', '77', '20/09/2026'],
      ...['456DEF', '01/02/2026'],
    ]);
    expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
  });

  test('keep their names when others come', () => {
    const more = { ...vehicles, rows: [['000AAA', '1', null, null], ...vehicles.rows] };
    expect(cellsOf(more).map(({ name }) => name)).toEqual(
      expect.arrayContaining(cells.map(({ name }) => name)),
    );
  });

  test('lead to one another by the arrow keys, in a shorter row to the cell before', () => {
    expect(keys('00', 'ArrowRight')).toBe('01');
    expect(keys('03', 'ArrowRight')).toBe('10');
    expect(keys('10', 'ArrowLeft')).toBe('03');
    expect(keys('03', 'ArrowDown')).toBe('12');
    expect(keys('11', 'ArrowDown')).toBe('20');
    expect(keys('22', 'ArrowUp')).toBe('12');
    for (const [from, key] of [
      ['00', 'ArrowLeft'],
      ['00', 'ArrowUp'],
      ['22', 'ArrowRight'],
      ['22', 'ArrowDown'],
      ['00', 'Enter'],
    ] as const)
      expect(keys(from, key)).toBeUndefined();
  });

  test('are copied one after the other, those that were left out at last', () => {
    const ticked = new Set([1, 4, 5, 6, 7, 8]);
    const next = (index: number) => nextToCopy(cells, index, (cell) => ticked.has(cells.indexOf(cell)));
    expect([next(0), next(2), next(3)]).toEqual([cells[2], cells[3], cells[0]]);
    expect(nextToCopy(cells, 3, () => true)).toBeUndefined();
  });
});
