import { brisbaneDay, daysBetween } from '@shared/periods';
import { readShiftRow } from '@shared/shifts/reading/shift-row';
import { isOfOwnFigure, remarksOn, SHIFT_REMARKS } from '@shared/shifts/shift-remarks';
import { type CreateShift, MAX_HOURS_DAYS, shiftKey } from '@shared/shifts/shifts';
import { useMemo } from 'react';
import { filledRows } from '@/components/grid/grid-rows';
import type { RowRemark } from '@/components/grid/row-remarks';
import { useShifts } from '../api';
import { dayOf } from '../shift-text';
import type { ShiftRow, ShiftRowContext } from './shift-rows';

type RowShift = { row: ShiftRow; shift: CreateShift };
type Remarks = ReadonlyMap<ShiftRow, readonly RowRemark[]>;

/** The shifts that are stored on the days of the rows; none while they are not known. */
function useStoredKeys(read: readonly RowShift[], now: Date): ReadonlySet<string> {
  const today = brisbaneDay(now);
  const days = read.map(({ shift }) => dayOf(shift.start)).sort();
  const query = { from: days[0] ?? today, to: days.at(-1) ?? today };
  const { data } = useShifts(query, days.length > 0 && daysBetween(query.from, query.to) < MAX_HOURS_DAYS);
  return useMemo(() => new Set(data?.map(shiftKey)), [data]);
}

/** Remarks on each row's shifts, once they can be read; they refuse nothing. */
function remarksByRow(read: readonly RowShift[], stored: ReadonlySet<string>, now: Date): Remarks {
  const found = new Map<ShiftRow, RowRemark[]>();
  const say = (row: ShiftRow, kind: RowRemark['kind'], text: string) => {
    const said = found.get(row) ?? [];
    if (!said.some((one) => one.text === text)) found.set(row, [...said, { kind, text }]);
  };
  const odd = remarksOn(
    read.map(({ shift }) => shift),
    now,
    dayOf,
  );
  const before = new Set<string>();
  for (const [index, { row, shift }] of read.entries()) {
    const key = shiftKey(shift);
    if (stored.has(key)) say(row, 'check', 'Already stored: it is not saved again');
    else if (before.has(key)) say(row, 'check', 'The same shift as a row above: it is saved once');
    before.add(key);
    if (Date.parse(shift.start) > now.getTime()) say(row, 'check', 'This is in the future');
    for (const remark of odd[index] ?? [])
      say(row, 'note', SHIFT_REMARKS[remark] + (isOfOwnFigure(remark) ? " (Trip Log's own figure)" : ''));
  }
  return found;
}

/** What is said below each row: what its cells do not say any more, and what is odd about its shifts. */
export function useRowRemarks(rows: readonly ShiftRow[], known: ShiftRowContext): Remarks {
  const read = useMemo(
    () => filledRows(rows).flatMap((row) => readShiftRow(row, known).shifts.map((shift) => ({ row, shift }))),
    [rows, known],
  );
  const stored = useStoredKeys(read, known.now);
  return useMemo(() => {
    const ofShifts = remarksByRow(read, stored, known.now);
    return new Map(
      filledRows(rows).map((row) => {
        const ofCells = (row.remarks ?? []).map(
          ({ kind, text }): RowRemark => ({ kind: kind === 'weekday-differs' ? 'check' : 'note', text }),
        );
        return [row, [...ofCells, ...(ofShifts.get(row) ?? [])]] as const;
      }),
    );
  }, [rows, read, stored, known.now]);
}
