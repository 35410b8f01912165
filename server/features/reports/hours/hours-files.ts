import { Readable } from 'node:stream';
import { formatHours } from '@shared/shifts/hours';
import { type CellValue, column } from '../../../lib/columns';
import { csvText } from '../../../lib/spreadsheets/csv';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../../lib/spreadsheets/workbook-writer';
import {
  type DriverHours,
  type Hours,
  type HoursLine,
  hoursLines,
  type Named,
  overlapNote,
  SHIFT_COLUMNS,
  sumHours,
} from './hours.view-model';

const DRIVER_COLUMNS = [
  { ...column('Driver', 'text', ({ name }: Named) => name), width: 24 },
  { ...column('Driver Authorisation', 'code', (of: Named) => of.driverAuthorityLicense), width: 20 },
];
const TIME_COLUMNS = [
  { ...SHIFT_COLUMNS.hours, header: 'Hours (h:mm)', width: 14 },
  { ...SHIFT_COLUMNS.minutes, width: 10 },
];
const COLUMNS: readonly WorkbookColumn<HoursLine>[] = [
  ...DRIVER_COLUMNS,
  { ...SHIFT_COLUMNS.day, width: 12 },
  { ...column('Start', 'dateTime', ({ start }) => start), width: 18 },
  { ...column('End', 'dateTime', ({ end }) => end), width: 18 },
  { ...SHIFT_COLUMNS.vehicle, width: 12 },
  ...TIME_COLUMNS,
  { ...column('Remarks', 'text', ({ remarks }) => remarks.join('. ')), width: 40 },
  { ...column('Note', 'text', ({ note }) => note), width: 40 },
];

const TOTALS: readonly WorkbookColumn<DriverHours>[] = [
  ...DRIVER_COLUMNS,
  { ...column('Days', 'number', ({ days }) => days), width: 8 },
  { ...column('Shifts', 'number', ({ shifts }) => shifts.length), width: 8 },
  ...TIME_COLUMNS,
];

/** A line a shift, by driver, and below them the totals, which no reader of hours takes for shifts. */
export function renderHoursCsv(hours: Hours): Readable {
  const columns = COLUMNS.map(({ header }, index) => ({
    header,
    value: (cells: CellValue[]) => cells[index],
  }));
  return Readable.from(csvText(columns, csvLines(hours)));
}

function* csvLines(hours: Hours): Generator<CellValue[]> {
  for (const line of hoursLines(hours)) yield COLUMNS.map(({ value }) => value(line));
  const { drivers } = hours;
  for (const driver of drivers)
    yield totalCells([`Total of ${driver.name}`, driver.driverAuthorityLicense], driver.minutes, [driver]);
  if (drivers.length > 1) yield totalCells(['Total of all drivers', null], sumHours(hours).minutes, drivers);
}

/** The cells of a total, in the order of `COLUMNS`. */
const totalCells = (of: [name: string, number: string | null], minutes: number, drivers: DriverHours[]) => [
  ...of,
  ...[null, null, null, null],
  formatHours(minutes),
  minutes,
  overlapNote(drivers),
];

/** The same, and a sheet with the total of each driver. */
export const renderHoursWorkbook = (hours: Hours, now: Date): Readable =>
  writeWorkbook([sheetOf('Hours', COLUMNS, hoursLines(hours)), sheetOf('Totals', TOTALS, hours.drivers)], {
    now,
  });
