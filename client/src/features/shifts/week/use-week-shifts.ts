import type { Driver } from '@shared/drivers';
import { addDays, dayRange, formatDateTime } from '@shared/periods';
import { driverLabel } from '@shared/reading/drivers';
import { minutesOf, partWithin } from '@shared/shifts/hours-within';
import { textOfRow, type WeekCellContext } from '@shared/shifts/reading/week-cell';
import { mergeCells, type WeekCell } from '@shared/shifts/reading/week-sheet';
import type { ProposedShift, Shift } from '@shared/shifts/shifts';
import { useMemo } from 'react';
import { useOutbox } from '@/features/outbox/outbox';
import { useProposedShifts, useShifts } from '../api';
import { alignedMinutesText, dayOf } from '../shift-text';
import { type ShownShift, withWaiting } from '../use-open-shifts';
import { cellKey } from './use-week-cells';
import type { WeekRow } from './week-grid';
import type { CellRead } from './week-remarks';

type Placed = Pick<Shift, 'driverId' | 'start'>;

function byCell<Of>(all: readonly Of[], shiftOf: (one: Of) => Placed): Map<string, Of[]> {
  const found = new Map<string, Of[]>();
  for (const one of all) {
    const { driverId, start } = shiftOf(one);
    const key = cellKey({ driverId, day: dayOf(start) });
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

/** A shift as a cell has it. */
export function cellOfShift(
  { driverId, start, end }: Pick<Shift, 'driverId' | 'start' | 'end'>,
  vehicle: string,
  context: WeekCellContext,
): WeekCell[] {
  const text = textOfRow(
    { start: formatDateTime(new Date(start)), end: end ? formatDateTime(new Date(end)) : '', vehicle },
    context,
  );
  return text ? [{ driverId, day: text.day, text: text.text }] : [];
}

/** The shifts of a week and of the days around it, those that wait among them, and what trips propose for it. */
export function useWeekShifts(monday: string) {
  const days = { from: monday, to: addDays(monday, 6) };
  const shifts = useShifts({ from: addDays(monday, -8), to: addDays(days.to, 1) });
  const proposals = useProposedShifts(days, true);
  const records = useOutbox().shifts;
  const stored = useMemo(
    () => withWaiting(shifts.data ?? [], records, shifts.dataUpdatedAt),
    [shifts.data, shifts.dataUpdatedAt, records],
  );
  const cells = useMemo(() => byCell(stored, ({ shift }) => shift), [stored]);
  const proposed = useMemo(() => proposals.data ?? [], [proposals.data]);
  const proposedCells = useMemo(() => byCell(proposed, (one) => one), [proposed]);
  return { query: shifts, stored, cells, proposed, proposedCells };
}

/** The times of the week before, on the days of this one, for cells that are free. */
export function copyOfLastWeek(
  stored: readonly ShownShift[],
  monday: string,
  isFree: (cell: WeekCell) => boolean,
  context: WeekCellContext,
): WeekCell[] {
  const copied = stored.flatMap(({ shift }) => {
    const day = dayOf(shift.start);
    if (!shift.end || day < addDays(monday, -7) || day >= monday) return [];
    const later = (instant: string) => new Date(Date.parse(instant) + WEEK_MS).toISOString();
    // the driver's usual vehicle, and not last week's
    return cellOfShift({ ...shift, start: later(shift.start), end: later(shift.end) }, '', context);
  });
  return mergeCells(copied.filter(isFree));
}
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The rows of a week: the drivers, and those who drove in it and can have no new shift. */
export function weekRows(
  drivers: readonly Driver[],
  stored: readonly ShownShift[],
  read: readonly CellRead[],
  monday: string,
): WeekRow[] {
  const range = dayRange(monday, addDays(monday, 6));
  const ofWeek = stored.filter(({ shift }) => {
    const day = dayOf(shift.start);
    return day >= monday && day <= addDays(monday, 6);
  });
  const totalOf = (driverId: string) => {
    const typed = read.flatMap(({ read: { shifts } }) => shifts);
    const parts = [...stored.map(({ shift }) => shift), ...typed]
      .filter((shift) => shift.driverId === driverId && shift.end !== null)
      .flatMap(
        ({ start, end }) => partWithin({ start: new Date(start), end: new Date(end ?? start) }, range) ?? [],
      )
      .sort((one, other) => one.from - other.from);
    const minutes = minutesOf(parts);
    return minutes > 0 ? alignedMinutesText(minutes) : '';
  };
  const former = new Map(
    ofWeek
      .filter(({ shift }) => !drivers.some(({ id }) => id === shift.driverId))
      .map(({ shift }) => [shift.driverId, shift.driverName]),
  );
  return [
    ...drivers.map((driver) => ({
      driverId: driver.id,
      name: driverLabel(driver, drivers),
      canType: true,
      total: totalOf(driver.id),
    })),
    ...[...former].map(([driverId, name]) => ({ driverId, name, canType: false, total: totalOf(driverId) })),
  ];
}

/** The proposals of cells in which nothing is typed. */
export const openProposals = (
  proposed: readonly ProposedShift[],
  texts: ReadonlyMap<string, string>,
  drivers: readonly Driver[],
): ProposedShift[] =>
  proposed.filter(
    ({ driverId, start }) =>
      !texts.has(cellKey({ driverId, day: dayOf(start) })) && drivers.some(({ id }) => id === driverId),
  );
