import { type Driver, driverName } from '../../drivers';
import { countOf } from '../../figures';
import { brisbaneDay } from '../../periods';
import { USUAL_READING, whyNoDay } from '../../reading/days';
import { driverLabel, findTypedDrivers } from '../../reading/drivers';
import { readRowTimes } from './row-times';
import { type ShiftFault, wordsOfShiftFault } from './shift-row';
import { columnsLeftOut, type ShiftTable, tableCells } from './table';
import { textOfRow, type WeekCellContext } from './week-cell';
import type { SheetReading } from './weeks';

/** What was typed for a driver on a day. */
export type WeekCell = { driverId: string; day: string; text: string };

/** Where the shifts of a sheet are put. */
export type SheetCells = {
  cells: WeekCell[];
  /** Those whose driver is not known or may be several, by the name in the sheet. */
  unnamed: Map<string, Omit<WeekCell, 'driverId'>[]>;
  /** Rows without a day that can be read. */
  faults: { row: number; fault: ShiftFault }[];
  /** What the cells do not say: columns and rows that are left out, weekdays that are not those of the date. */
  notes: string[];
};

/** Names the driver by the licence where the name alone does not say who it is. */
const driverNamer = (drivers: readonly Driver[]) => (name: string, licence: string) => {
  const named = findTypedDrivers(name, drivers);
  const licensed = drivers.filter(({ driverAuthorityLicense }) => driverAuthorityLicense === licence);
  const [driver] = licensed;
  if (driver && (name === '' || named.includes(driver))) return driverLabel(driver, drivers);
  // two drivers in one row are no driver's name, and are asked about
  return driver && name !== '' ? `${name} (${licence})` : name || licence;
};

/** Several shifts of one cell; notes and vehicles stay with their own. */
const joined = (texts: readonly string[]): string =>
  texts.join(texts.every((text) => /^[\d:-]+$/.test(text)) ? ', ' : '; ');

/** Puts cells of the same driver and day together. */
export function mergeCells<Cell extends Omit<WeekCell, 'driverId'> & { driverId?: string }>(
  cells: readonly Cell[],
): Cell[] {
  const byPlace = new Map<string, Cell[]>();
  for (const cell of cells) {
    const place = `${cell.driverId} ${cell.day}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), cell]);
  }
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    return first ? { ...first, text: joined([...new Set(same.map(({ text }) => text))]) } : [];
  });
}

/** The shifts of a table as cells of drivers' days (docs/product/hours.md#sheets). Nothing is left out without a word. */
export function sheetCells(
  table: ShiftTable,
  reading: SheetReading,
  context: WeekCellContext & { drivers: readonly Driver[] },
): SheetCells {
  const { drivers, now } = context;
  const placed: WeekCell[] = [];
  const unnamed = new Map<string, Omit<WeekCell, 'driverId'>[]>();
  const faults: SheetCells['faults'] = [];
  const weekdays: string[] = [];
  for (const { of, cells } of tableCells(table, reading, driverNamer(drivers))) {
    const text = textOfRow(cells, context);
    if (!text) {
      const { dayFault = 'missing' } = readRowTimes(cells, context);
      const typed = cells.day ?? '';
      const message = whyNoDay(typed, { ...USUAL_READING, today: brisbaneDay(now) });
      faults.push({
        row: of.number,
        fault: { field: 'day', kind: dayFault, typed, ...(message && { message }) },
      });
      continue;
    }
    const { day, weekday } = text;
    if (weekday) weekdays.push(`Row ${of.number}: ${weekday}`);
    const name = cells.driver ?? '';
    const [driver, second] = findTypedDrivers(name, drivers);
    if (driver && !second) placed.push({ driverId: driver.id, day, text: text.text });
    else unnamed.set(name, [...(unnamed.get(name) ?? []), { day, text: text.text }]);
  }
  const left = columnsLeftOut(table);
  return {
    cells: mergeCells(placed),
    unnamed: new Map([...unnamed].map(([name, cells]) => [name, mergeCells(cells)])),
    faults,
    notes: [
      ...(left.length > 0 ? [`${countOf(left.length, 'column')} not read: ${left.join(', ')}`] : []),
      ...faults.map(({ row, fault }) => `Row ${row} left out: ${wordsOfShiftFault(fault)}`),
      ...weekdays,
    ],
  };
}

/** The drivers whom an unclear name may mean, or else all. */
export const driversMeant = (
  name: string,
  drivers: readonly Driver[],
): { value: string; label: string }[] => {
  const found = findTypedDrivers(name, drivers);
  return (found.length > 0 ? found : drivers).map((driver) => ({
    value: driver.id,
    label: driverLabel(driver, drivers) || driverName(driver),
  }));
};
