import type { Driver } from '@shared/drivers';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { dayIn, readDayAndTime, USUAL_READING, weekdayRemark } from '@shared/reading/days';
import { driverLabel, findTypedDrivers } from '@shared/reading/drivers';
import { readBreak } from '@shared/shifts/reading/breaks';
import { SHIFT_FIELD_LABELS, SHIFT_FIELDS, type ShiftField } from '@shared/shifts/reading/headings';
import {
  openTimesOf,
  plainMoment,
  settleRowTimes,
  type TimesContext,
} from '@shared/shifts/reading/row-times';
import { readShiftRow, wordsOfShiftFault } from '@shared/shifts/reading/shift-row';
import { type OpenTimes, TIMES_KINDS } from '@shared/shifts/reading/times';
import type { Vehicle } from '@shared/vehicles/vehicles';
import type { CellRemark, GridColumn } from '@/components/grid/grid-cell';
import { type GridRow, gridRows } from '@/components/grid/grid-rows';
import type { GridRules } from '@/components/grid/grid-state';
import { readPastedCells } from '@/components/grid/pasted-cells';
import { now } from '@/lib/clock';

/** What a row's cells do not say any more: how its times were read, or the weekday that was written. */
export type ShiftRemark =
  | {
      field: 'start';
      kind: 'times-read-as';
      text: string;
      typed: Pick<Record<ShiftField, string>, 'start' | 'end'>;
    }
  | { field: 'day'; kind: 'weekday-differs'; text: string };
export type ShiftRow = GridRow<ShiftField, ShiftRemark>;

/** More is a month of ten drivers: a period at a time. */
const MAX_SHIFT_ROWS = 200;

/** The data that a row is read with. */
export type ShiftRowContext = TimesContext & {
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[] | undefined;
};

const CHOICES = 6;

const LOOKS: Record<ShiftField, Omit<GridColumn, 'field' | 'label'>> = {
  driver: { isRequired: true, width: 9, givesWay: true, card: [3, 4] },
  day: { isRequired: true, width: 6.75, card: [3, 4] },
  start: { isRequired: true, width: 7, card: [2, 2] },
  // one of another day has its date
  end: { isRequired: true, width: 9.25, card: [4, 3] },
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
    // a table says its days itself
    if (row?.remarks) return { driver, day: '' };
    const isOther = Boolean(row?.driver) && row?.driver !== driver;
    const first = rows.find((one) => one.day !== '')?.day ?? '';
    return { driver, day: isOther ? first : dayAfter(day) };
  },
  most: MAX_SHIFT_ROWS,
});

/** The row without what was said of these cells, and with other remarks. */
const remarked = (row: ShiftRow, about: readonly ShiftField[], ...added: ShiftRemark[]): ShiftRow => {
  const kept = row.remarks?.filter(({ field }) => !about.includes(field)) ?? [];
  return row.remarks || added.length > 0 ? { ...row, remarks: [...kept, ...added] } : row;
};

const weekdayOf = (text: string | undefined) =>
  text ? [{ field: 'day', kind: 'weekday-differs', text } as const] : [];

/** Day, start and end as the grid writes them, where they are read in one way. */
function settleTimes(row: ShiftRow, known: ShiftRowContext): ShiftRow {
  const settled = settleRowTimes(row, known);
  if (!settled) return settleDay({ ...row, start: plainMoment(row.start), end: plainMoment(row.end) }, known);
  const { cells, readAs, weekday } = settled;
  const typed = { start: row.start, end: row.end };
  const read = readAs ? [{ field: 'start', kind: 'times-read-as', text: readAs, typed } as const] : [];
  return remarked({ ...row, ...cells }, [], ...read, ...weekdayOf(weekday));
}

/** The day alone, of a row whose times stay as they are written. */
function settleDay(row: ShiftRow, { now: at }: ShiftRowContext): ShiftRow {
  const read = readDayAndTime(row.day.trim(), { ...USUAL_READING, today: brisbaneDay(at) });
  if (!read || (read.time !== '' && row.start === '')) return row;
  return remarked(
    { ...row, day: formatDay(read.day) },
    [],
    ...weekdayOf(weekdayRemark(row.day.trim(), read.day)),
  );
}

function settleCell(row: ShiftRow, field: ShiftField, known: ShiftRowContext): ShiftRow {
  if (field === 'driver') {
    const [driver, second] = findTypedDrivers(row.driver, known.drivers);
    return driver && !second ? { ...row, driver: driverLabel(driver, known.drivers) } : row;
  }
  if (field === 'break') {
    const minutes = row.break.trim() === '' ? undefined : readBreak(row.break);
    return minutes === undefined ? row : { ...row, break: String(minutes) };
  }
  return field === 'day' || field === 'start' || field === 'end' ? settleTimes(row, known) : row;
}

/** A row with another text in a cell; what was remarked on the former text is dropped. */
const withCell = (row: ShiftRow, field: ShiftField, text: string): ShiftRow =>
  remarked({ ...row, [field]: text }, field === 'end' ? ['start'] : [field]);

/** The texts of start and end as they were before an answer settled them. */
const asTyped = (row: ShiftRow) => row.remarks?.find((remark) => remark.kind === 'times-read-as')?.typed;

/** What rows leave open about times such as "9-5", or did before it was answered: of each kind the first, and all texts with their rows. */
export type AskedTimes = OpenTimes & { texts: readonly string[]; rows: number };

export function timesToAsk(rows: readonly ShiftRow[], at: Date): AskedTimes[] {
  const asked = rows.flatMap((row) => openTimesOf({ ...row, ...asTyped(row) }, at) ?? []);
  return TIMES_KINDS.flatMap((kind) => {
    const alike = asked.filter((one) => one.kind === kind);
    const texts = [...new Set(alike.map(({ typed }) => typed))];
    // the one with most meanings, in the fewest words
    const [first] = alike.toSorted(
      (a, b) => b.choices.length - a.choices.length || a.question.length - b.question.length,
    );
    return first ? { ...first, texts, rows: alike.length } : [];
  });
}

/** The rows with such times read as they are answered. */
export const answerTimes = (rows: readonly ShiftRow[], known: ShiftRowContext): readonly ShiftRow[] =>
  rows.map((row) => {
    const typed = asTyped(row);
    const before = typed ? remarked({ ...row, ...typed }, ['start']) : row;
    return openTimesOf(before, known.now) ? settleTimes(before, known) : row;
  });

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

/** The meaning of the cells of a grid of shifts (docs/product/hours.md#sheets). @param takeCells takes a copied table */
export const shiftRules = (
  known: ShiftRowContext,
  takeCells: GridRules<ShiftField, ShiftRow>['takeCells'],
): GridRules<ShiftField, ShiftRow> => ({
  rows: shiftRows,
  example: { driver: 'Amy', day: 'Mon', start: '610', end: '1430', break: '30' },
  firstTyped: 'start',
  remarksOf: (row) => remarksOf(row, known),
  settleCell: (row, field) => settleCell(row, field, known),
  settleRow: (row) => SHIFT_FIELDS.reduce((settled, field) => settleCell(settled, field, known), row),
  withCell,
  after: (field) => SHIFT_FIELDS[SHIFT_FIELDS.indexOf(field) + 1],
  takeCells,
  readPasted: (cells, from) =>
    readPastedCells(cells, SHIFT_FIELDS.slice(SHIFT_FIELDS.indexOf(from)), () => ({})),
  withPasted: (row, cells, { columns, headings }) =>
    SHIFT_FIELDS.reduce(
      (filled, field) => {
        const text = cells[columns[field] ?? -1];
        return text === undefined ? filled : withCell(filled, field, text);
      },
      headings.length > 0 && cells.length > 0 ? { ...row, remarks: row.remarks ?? [] } : row,
    ),
  tooMany: (rows) =>
    `A grid holds ${MAX_SHIFT_ROWS} rows, and this would be ${rows}. Nothing was taken. Take a shorter period at a time`,
});
