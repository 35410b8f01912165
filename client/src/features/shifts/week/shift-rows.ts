import type { Driver } from '@shared/drivers';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { dayIn, USUAL_READING } from '@shared/reading/days';
import { driverLabel, findTypedDrivers } from '@shared/reading/drivers';
import {
  SHIFT_FIELD_LABELS,
  SHIFT_FIELDS,
  type ShiftField,
  shiftColumnsByHeading,
} from '@shared/shifts/reading/headings';
import { readShiftRow, wordsOfShiftFault } from '@shared/shifts/reading/shift-row';
import { readTimes } from '@shared/shifts/reading/times';
import type { Vehicle } from '@shared/vehicles/vehicles';
import type { CellRemark, GridColumn } from '@/components/grid/grid-cell';
import { type GridRow, gridRows } from '@/components/grid/grid-rows';
import type { GridRules } from '@/components/grid/grid-state';
import { readPastedCells } from '@/components/grid/pasted-cells';
import { now } from '@/lib/clock';

export type ShiftRow = GridRow<ShiftField>;

/** More is a month of ten drivers: a period at a time. */
const MAX_SHIFT_ROWS = 200;

/** The data that a row is read with. */
export type ShiftRowContext = {
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[] | undefined;
  now: Date;
};

const CHOICES = 6;

const LOOKS: Record<ShiftField, Omit<GridColumn, 'field' | 'label'>> = {
  driver: { isRequired: true, width: 9, givesWay: true, card: [3, 4] },
  day: { isRequired: true, width: 6.75, card: [3, 4] },
  start: { isRequired: true, width: 7, card: [3, 2] },
  end: { isRequired: true, width: 6, card: [3, 2] },
  break: { unit: 'min', width: 5.5, isFigure: true, isOnRight: true, card: [3, 2] },
  vehicle: { width: 7, givesWay: true, isOnRight: true, card: [3, 2] },
  note: { isText: true, isOnRight: true, card: [6, 8] },
};

export const SHIFT_COLUMNS: readonly (GridColumn & { field: ShiftField })[] = SHIFT_FIELDS.map((field) => ({
  field,
  label: SHIFT_FIELD_LABELS[field],
  ...LOOKS[field],
}));

/** A text as a day: what people type, such as "mon", or any date of a file. */
const dayOf = (text: string, at: Date) => dayIn(text.trim(), { ...USUAL_READING, today: brisbaneDay(at) });

/** The day after a text that is a day, as it is written; not beyond today. */
function dayAfter(text: string): string {
  const day = dayOf(text, now());
  const next = day && addDays(day, 1);
  return next && next <= brisbaneDay(now()) ? formatDay(next) : text;
}

export const shiftRows = gridRows<ShiftField, ShiftRow>({
  fields: SHIFT_FIELDS,
  carried: ['driver', 'day'],
  // a sheet continues with the next day of a driver, or with the same week of another one
  carry({ driver = '', day = '' }, row, rows) {
    const isOther = Boolean(row?.driver) && row?.driver !== driver;
    const first = rows.find((one) => one.day !== '')?.day ?? '';
    return { driver, day: isOther ? first : dayAfter(day) };
  },
  most: MAX_SHIFT_ROWS,
});

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Start and end as the grid writes them, where they are one pair of times. */
function settleTimes(row: ShiftRow): ShiftRow {
  const pairs = readTimes(row.start, row.end);
  const [pair, second] = typeof pairs === 'string' ? [] : pairs;
  return pair && !second ? { ...row, start: clock(pair.start), end: clock(pair.end) } : row;
}

function settleCell(row: ShiftRow, field: ShiftField, { drivers, now: at }: ShiftRowContext): ShiftRow {
  if (field === 'driver') {
    const [driver, second] = findTypedDrivers(row.driver, drivers);
    return driver && !second ? { ...row, driver: driverLabel(driver, drivers) } : row;
  }
  if (field === 'day') {
    const day = dayOf(row.day, at);
    return day ? { ...row, day: formatDay(day) } : row;
  }
  return field === 'start' || field === 'end' ? settleTimes(row) : row;
}

const withCell = (row: ShiftRow, field: ShiftField, text: string): ShiftRow => ({ ...row, [field]: text });

function remarksOf(row: ShiftRow, known: ShiftRowContext): Partial<Record<ShiftField, CellRemark>> {
  const remarks: Partial<Record<ShiftField, CellRemark>> = {};
  for (const fault of readShiftRow(row, known).faults)
    remarks[fault.field] ??= {
      kind: 'problem',
      text: wordsOfShiftFault(fault),
      isMissing: fault.kind === 'missing' || fault.kind === 'end-missing',
      choices:
        fault.kind === 'driver-several'
          ? findTypedDrivers(row.driver, known.drivers)
              .slice(0, CHOICES)
              .map((driver) => driverLabel(driver, known.drivers))
              .map((label) => ({ label, cells: { driver: label } }))
          : [],
    };
  return remarks;
}

/** The meaning of the cells of a grid of shifts (docs/product/hours.md#sheets). */
export const shiftRules = (known: ShiftRowContext): GridRules<ShiftField, ShiftRow> => ({
  rows: shiftRows,
  example: { driver: 'Amy', day: 'Mon', start: '610', end: '1430', break: '30' },
  firstTyped: 'start',
  remarksOf: (row) => remarksOf(row, known),
  settleCell: (row, field) => settleCell(row, field, known),
  settleRow: (row) => SHIFT_FIELDS.reduce((settled, field) => settleCell(settled, field, known), row),
  withCell,
  after: (field) => SHIFT_FIELDS[SHIFT_FIELDS.indexOf(field) + 1],
  readPasted: (cells, from) =>
    readPastedCells(cells, SHIFT_FIELDS.slice(SHIFT_FIELDS.indexOf(from)), shiftColumnsByHeading),
  withPasted: (row, cells, { columns }) =>
    SHIFT_FIELDS.reduce((filled, field) => {
      const text = cells[columns[field] ?? -1];
      return text === undefined ? filled : withCell(filled, field, text);
    }, row),
  tooMany: (rows) =>
    `A grid holds ${MAX_SHIFT_ROWS} rows, and this would be ${rows}. Nothing was taken. Take a shorter period at a time`,
});
