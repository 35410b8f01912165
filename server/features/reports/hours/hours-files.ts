import { Readable } from 'node:stream';
import { brisbaneDay } from '@shared/periods';
import { formatHours } from '@shared/shifts/hours';
import { csvText } from '../../../lib/spreadsheets/csv';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../../lib/spreadsheets/workbook-writer';
import { type DriverHours, type Hours, type HoursLine, hoursLines } from './hours.view-model';

const hoursOf = (minutes: number | null) => (minutes === null ? null : formatHours(minutes));

const DRIVER_COLUMNS = [
  { header: 'Driver', width: 24, format: 'text', value: ({ name }: DriverHours) => name },
  {
    header: 'Driver Authorisation',
    width: 20,
    format: 'code',
    value: ({ driverAuthorityLicense }: DriverHours) => driverAuthorityLicense,
  },
] as const;

const COLUMNS: readonly WorkbookColumn<HoursLine>[] = [
  ...DRIVER_COLUMNS.map(({ value, ...column }) => ({
    ...column,
    value: ({ driver }: HoursLine) => value(driver),
  })),
  { header: 'Day', width: 12, format: 'text', value: ({ shift }) => brisbaneDay(shift.start) },
  { header: 'Start', width: 18, format: 'dateTime', value: ({ shift }) => shift.start },
  { header: 'End', width: 18, format: 'dateTime', value: ({ shift }) => shift.end },
  { header: 'Vehicle', width: 12, format: 'code', value: ({ shift }) => shift.vehicleRegistration },
  { header: 'Hours (h:mm)', width: 14, format: 'code', value: ({ shift }) => hoursOf(shift.minutes) },
  { header: 'Minutes', width: 10, format: 'number', value: ({ shift }) => shift.minutes },
  { header: 'Remarks', width: 40, format: 'text', value: ({ shift }) => shift.remarks.join('. ') },
  { header: 'Note', width: 40, format: 'text', value: ({ shift }) => shift.note },
];

const TOTALS: readonly WorkbookColumn<DriverHours>[] = [
  ...DRIVER_COLUMNS,
  { header: 'Days', width: 8, format: 'number', value: ({ days }) => days },
  { header: 'Shifts', width: 8, format: 'number', value: ({ shifts }) => shifts.length },
  { header: 'Hours (h:mm)', width: 14, format: 'code', value: ({ minutes }) => formatHours(minutes) },
  { header: 'Minutes', width: 10, format: 'number', value: ({ minutes }) => minutes },
];

/** A line a shift, by driver. */
export const renderHoursCsv = (hours: Hours): Readable => Readable.from(csvText(COLUMNS, hoursLines(hours)));

/** The same, and a sheet with the total of each driver. */
export const renderHoursWorkbook = (hours: Hours, now: Date): Readable =>
  writeWorkbook([sheetOf('Hours', COLUMNS, hoursLines(hours)), sheetOf('Totals', TOTALS, hours.drivers)], {
    now,
  });
