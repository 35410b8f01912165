import type { Driver } from '@shared/drivers';
import { wordsOfShiftFault } from '@shared/shifts/reading/shift-row';
import { type ReadWeekCell, readWeekCell, type WeekCellContext } from '@shared/shifts/reading/week-cell';
import type { WeekCell } from '@shared/shifts/reading/week-sheet';
import { isOfOwnFigure, remarksOn, SHIFT_REMARKS } from '@shared/shifts/shift-remarks';
import { type Shift, shiftKey } from '@shared/shifts/shifts';
import type { RowRemark } from '@/components/grid/row-remarks';
import { dayOf } from '../shift-text';
import { cellKey } from './use-week-cells';

export type WeekKnown = WeekCellContext & { drivers: readonly Driver[] };

/** A cell of a driver who is known, and what it means. */
export type CellRead = { cell: WeekCell; driver: Driver; read: ReadWeekCell };

/** Reads cells, each once while the same is known. */
export function cellReader(known: WeekKnown) {
  const drivers = new Map(known.drivers.map((driver) => [driver.id, driver]));
  const done = new WeakMap<WeekCell, CellRead>();
  return (cells: readonly WeekCell[]): CellRead[] =>
    cells.flatMap((cell) => {
      const driver = drivers.get(cell.driverId);
      if (!driver) return [];
      const found = done.get(cell) ?? {
        cell,
        driver,
        read: readWeekCell(cell.text, driver, cell.day, known),
      };
      done.set(cell, found);
      return found;
    });
}

/** What is said about each cell, by its key: faults, how it was read, and what is odd about its shifts, which refuses nothing. */
export function remarksOnCells(
  cells: readonly CellRead[],
  stored: readonly Shift[],
  now: Date,
): ReadonlyMap<string, readonly RowRemark[]> {
  const found = new Map<string, RowRemark[]>();
  const say = (cell: WeekCell, kind: RowRemark['kind'], text: string) => {
    const said = found.get(cellKey(cell)) ?? [];
    if (!said.some((one) => one.text === text)) found.set(cellKey(cell), [...said, { kind, text }]);
  };
  for (const { cell, read } of cells) {
    for (const fault of read.faults) say(cell, 'problem', wordsOfShiftFault(fault));
    for (const text of read.readAs) say(cell, 'note', text);
  }
  const storedKeys = new Set(stored.map(shiftKey));
  const typed = cells.flatMap(({ cell, read }) => read.shifts.map((shift) => ({ cell, shift })));
  const added = typed.filter(({ cell, shift }) => {
    const isStored = storedKeys.has(shiftKey(shift));
    if (isStored) say(cell, 'check', 'Already stored: it is not saved again');
    return !isStored;
  });
  const odd = remarksOn([...stored, ...added.map(({ shift }) => shift)], now, dayOf);
  for (const [index, { cell, shift }] of added.entries()) {
    if (Date.parse(shift.start) > now.getTime()) say(cell, 'check', 'In the future');
    for (const remark of odd[stored.length + index] ?? [])
      say(cell, 'note', SHIFT_REMARKS[remark] + (isOfOwnFigure(remark) ? " (Trip Log's own figure)" : ''));
  }
  return found;
}
