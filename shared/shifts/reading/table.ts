import { countOf } from '../../figures';
import { formatDay } from '../../periods';
import { type DateReading, USUAL_READING, weekdayIn } from '../../reading/days';
import { isSum, MAX_HEADING_COLUMNS } from '../../reading/headings';
import { splitDay } from '../../reading/moments';
import { readTime } from '../../reading/times';
import { readBreak } from './breaks';
import { DAY_OFF, type FoundColumns, findColumns, hasDay, type SheetRow } from './find-columns';
import { isTotal, leavesFirstNote, type ShiftColumns } from './headings';
import { lengthText, readHours } from './lengths';
import { plainMoment, type ShiftCells } from './row-times';
import { readSingle } from './times';
import { datedWeekday, isWeekday, type SheetReading, type SheetWeek, weekTitles } from './weeks';

/** A sheet of shifts below its headings. */
export type ShiftTable = Omit<FoundColumns, 'row' | 'firstRow'> & {
  rows: readonly SheetRow[];
  /** The texts that may have a date. */
  dates: readonly string[];
  /** What was left out, in words. */
  notes: readonly string[];
  /** Weekdays without dates. */
  week?: SheetWeek | undefined;
};

const ENOUGH_ROWS_TO_NAME = 5;
/** The columns that a row is read from. */
const readFrom = ({ columns, days }: Pick<ShiftTable, 'columns' | 'days'>): number[] => {
  const { starts, ends, total: _, hours: __, ...others } = columns;
  return [...Object.values(others), ...starts, ...ends, ...days];
};

/** "Row 9", "Rows 9 and 12", "4 rows". */
function rowsText(numbers: readonly number[]): string {
  if (numbers.length > ENOUGH_ROWS_TO_NAME) return countOf(numbers.length, 'row');
  const [last, ...others] = numbers.toReversed();
  return others.length === 0 ? `Row ${last}` : `Rows ${others.toReversed().join(', ')} and ${last}`;
}

/**
 * Finds the table of a sheet of shifts, by its headings (docs/product/hours.md#sheets). Sums and repeated headings are left out, and named.
 * @returns undefined where there are no headings
 */
export function readShiftTable(rows: readonly SheetRow[]): ShiftTable | undefined {
  const found = findColumns(rows);
  if (!found) return undefined;
  const { row: _, firstRow, ...ofColumns } = found;
  const { headings, columns, days, pairDays, refusal } = ofColumns;
  if (refusal) return { ...ofColumns, rows: [], dates: [], notes: [] };
  const { date, weekday, startDate, endDate, starts, ends, hours } = columns;
  const dated = [date, weekday, startDate, endDate, ...starts, ...ends];
  const used = readFrom(found);
  const timed =
    days.length > 0 || starts.length === 0
      ? used
      : [...starts, ...ends, ...(hours === undefined ? [] : [hours])];
  const leftOut: Record<'sums' | 'headings' | 'others', number[]> = { sums: [], headings: [], others: [] };
  const kept = rows.slice(found.row + 1).filter(({ number, cells }) => {
    const texts = used.map((column) => (cells[column] ?? '').trim());
    const isDated = dated.some((column) => hasDay(cells[column ?? -1]));
    if (isSum(cells) && !isDated) leftOut.sums.push(number);
    else if (used.every((column, index) => texts[index] === (headings[column] ?? '').trim()))
      leftOut.headings.push(number);
    else if (timed.every((column) => (cells[column] ?? '').trim() === '')) leftOut.others.push(number);
    else return true;
    return false;
  });
  const isRow = days.length === 0 && pairDays.length === 0;
  const weekdays = [
    ...(isRow ? weekdaysDown(kept, columns) : [...pairDays, ...days.map((column) => headings[column] ?? '')]),
  ].filter(isWeekday);
  const titles = weekdays.length > 0 ? weekTitles(rows.slice(0, found.row)) : [];
  // a title is one cell
  const above = rows
    .slice(0, firstRow)
    .flatMap(({ number, cells }) =>
      cells.filter((cell) => cell.trim() !== '').length > 1 &&
      !titles.some((title) => title.number === number)
        ? number
        : [],
    );
  const notes = [
    leftOut.sums.length > 0 && `${rowsText(leftOut.sums)} left out: totals`,
    leftOut.headings.length > 0 && `${rowsText(leftOut.headings)} left out: the headings again`,
    leftOut.others.length > 0 && `${rowsText(leftOut.others)} left out: no times`,
    lengthColumn(ofColumns) !== undefined &&
      `The end is the start and "${headings[lengthColumn(ofColumns) ?? 0]?.trim()}" together`,
    above.length > 0 && `${rowsText(above)} not read: above the headings`,
    leavesFirstNote(headings, columns),
    ...offNotes(
      pairDays.length + ofColumns.pairNames.length > 0 ? starts : days.length > 0 ? days : starts.slice(0, 1),
      kept,
    ),
  ].filter((note) => typeof note === 'string');
  const dates = [
    ...days.map((column) => headings[column] ?? ''),
    ...pairDays,
    ...titles.flatMap((title) => title.dates),
    ...kept.flatMap(({ cells }) => {
      const text = (column: number | undefined) => (cells[column ?? -1] ?? '').trim();
      // the weekday may say which order fits
      // a date in place of a time is none: "6-14-30"
      const times = [...starts, ...ends].map(text).filter((time) => /[\sT]|^\d{5}/.test(time));
      const ofDays = [date, weekday, startDate, endDate].map((column) =>
        column !== undefined && column === date ? withWeekday(text(weekday), text(date)) : text(column),
      );
      return [...ofDays, ...times];
    }),
  ].map((text) => text.trim());
  const table = { ...ofColumns, rows: kept, dates, notes };
  if (weekdays.length === 0) return table;
  const again = isRow ? weekdayAgain(kept, columns) : weekdays.find(isRepeated);
  const isLonger = again && `the weekdays are more than one week, ${again} comes again. Write dates`;
  return { ...table, week: { weekdays, titles }, ...(isLonger && { rows: [], refusal: isLonger }) };
}

const isRepeated = (weekday: string, index: number, all: readonly string[]) =>
  all.findIndex((one) => weekdayIn(`${one} `) === weekdayIn(`${weekday} `)) < index;

/** The weekday of a row without a date; '' with one. */
function weekdayOfRow({ cells }: SheetRow, columns: ShiftColumns): string {
  const text = (column: number | undefined) => (cells[column ?? -1] ?? '').trim();
  const day = withWeekday(text(columns.weekday), text(columns.date) || text(columns.startDate));
  return isWeekday(day) && !columns.starts.some((start) => hasDay(text(start))) ? day : '';
}

/** The weekdays of rows without dates, each once. */
const weekdaysDown = (rows: readonly SheetRow[], columns: ShiftColumns): string[] => [
  ...new Set(rows.map((row) => weekdayOfRow(row, columns)).filter(Boolean)),
];

/** A weekday that a driver's rows come back to, after another one. */
function weekdayAgain(rows: readonly SheetRow[], columns: ShiftColumns): string | undefined {
  const seen = new Map<string, string[]>();
  let driver = '';
  for (const row of rows) {
    const { driver: name, firstName, lastName, licence } = columns;
    driver =
      [name, firstName, lastName, licence]
        .map((at) => (row.cells[at ?? -1] ?? '').trim())
        .join(' ')
        .trim() || driver;
    const day = weekdayOfRow(row, columns);
    const weekday = weekdayIn(`${day} `);
    if (!weekday) continue;
    const days = seen.get(driver) ?? [];
    if (days.at(-1) === weekday) continue;
    if (days.includes(weekday)) return day;
    seen.set(driver, [...days, weekday]);
  }
  return undefined;
}

/** A date with the weekday of the column next to it. */
const withWeekday = (weekday: string, date: string): string => {
  const isNamed = date === '' || weekdayIn(date) !== undefined || weekdayIn(`${weekday} `) === undefined;
  return isNamed ? date || weekday : `${weekday} ${date}`;
};

/** Says which words were taken for days off. */
function offNotes(columns: readonly number[], rows: readonly SheetRow[]): string[] {
  const words = rows.flatMap(({ cells }) =>
    columns.map((column) => (cells[column] ?? '').trim()).filter((text) => DAY_OFF.test(text)),
  );
  if (words.length === 0) return [];
  return [
    `${countOf(words.length, 'day')} off left out: ${[...new Set(words)].slice(0, ENOUGH_ROWS_TO_NAME).join(', ')}`,
  ];
}

/** A row's texts as the grid takes them, and the row they are from. */
export type TableCells = { of: SheetRow; cells: ShiftCells };

/**
 * The shifts of a table as cells of the grid, a row each, with dates that say which order they have.
 * @param nameDriver what names the driver of a row with a name and a licence
 */
export function tableCells(
  table: ShiftTable,
  reading: SheetReading,
  nameDriver: (name: string, licence: string) => string,
): TableCells[] {
  let driver = '';
  return table.rows.flatMap((row) => {
    const text = (column: number | undefined) => (row.cells[column ?? -1] ?? '').trim();
    const { columns } = table;
    const name = text(columns.driver);
    const names = [name || text(columns.firstName), text(columns.lastName)].filter(Boolean);
    // merged cells have their text in the first row only
    driver =
      nameDriver(name && columns.firstName !== undefined ? name : names.join(' '), text(columns.licence)) ||
      driver;
    const hours = text(columns.breakHours);
    const shared = {
      driver,
      break: text(columns.break) || (/^[\d.]+$/.test(hours) ? `${hours} h` : hours),
      vehicle: text(columns.vehicle),
      note: text(columns.note) || (columns.note === undefined ? text(columns.remarks) : ''),
    };
    const shifts =
      table.days.length > 0 ? shiftsAcross(table, text, reading) : shiftsOf(table, text, reading);
    return shifts.map((cells, index) => ({
      of: row,
      // a break and a note are of the row's first shift
      cells: {
        ...shared,
        ...(index > 0 && { break: '', note: '' }),
        ...cells,
        ...(cells.driver && { driver: nameDriver(cells.driver, '') }),
      },
    }));
  });
}

type TextOf = (column: number | undefined) => string;

/** A date with the day first, with the weekday before and the time after it; any other text as it is. */
function dayFirst(text: string, reading: DateReading, isDay = false): string {
  const { day, rest } = splitDay(text, reading);
  if (day === undefined) return text;
  const time = isDay && readTime(rest) === 0 ? '' : rest;
  return [weekdayIn(text), formatDay(day), time].filter(Boolean).join(' ');
}

const shiftsAcross = ({ days, headings }: ShiftTable, text: TextOf, reading: SheetReading): ShiftCells[] =>
  days.flatMap((column) => {
    const start = text(column);
    if (start === '' || DAY_OFF.test(start)) return [];
    return { day: dayFirst(datedWeekday(headings[column] ?? '', reading).trim(), reading, true), start };
  });

type Pair = { start: string; end: string };

/** The column with the length of each shift, where there is a start and no end; paid hours leave breaks out. */
function lengthColumn({ columns, headings }: Pick<ShiftTable, 'columns' | 'headings'>): number | undefined {
  const { starts, ends, hours, total } = columns;
  if (starts.length !== 1 || ends.length > 0) return undefined;
  const isHours = total !== undefined && !/minute|paid/i.test(headings[total] ?? '');
  return hours ?? (isHours ? total : undefined);
}

/** A length in place of the end; with a break no one knows whether the length has it, and the text stays. */
function lengthOf(table: ShiftTable, text: TextOf): string {
  const [start, length] = [text(table.columns.starts[0]), text(lengthColumn(table))];
  if (length === '' || readSingle(splitDay(start, USUAL_READING).rest) === undefined) return '';
  const rest = text(table.columns.break) || text(table.columns.breakHours);
  const minutes = readHours(length);
  if (rest !== '' && readBreak(rest) !== 0) return `+${length}, break ${rest}`;
  return minutes === undefined ? `+${length}` : lengthText(minutes);
}

function shiftsOf(table: ShiftTable, text: TextOf, reading: SheetReading): ShiftCells[] {
  const { columns, pairDays, pairNames } = table;
  const dated = (time: string, date: string) =>
    date !== '' && time !== '' && !hasDay(time)
      ? `${dayFirst(date, reading, true)} ${time}`
      : dayFirst(time, reading);
  const date = dayFirst(text(columns.date) || text(columns.startDate), reading, true);
  const day = withWeekday(dayFirst(text(columns.weekday), reading, true), date);
  const pairs = columns.starts
    .map((start, index) => ({
      start: dayFirst(text(start), reading),
      end: dated(text(columns.ends[index]), text(columns.endDate)),
    }))
    .filter(
      ({ start, end }, index) =>
        pairDays.length + pairNames.length > 0 || index === 0 || start !== '' || end !== '',
    );
  const [first, second] = pairs;
  const isOff = ({ start, end }: Pair) => DAY_OFF.test(start) && (end === '' || DAY_OFF.test(end));
  if (pairDays.length > 0)
    return pairs
      .map((pair, index) => ({
        day: dayFirst(datedWeekday(pairDays[index] ?? '', reading), reading, true),
        ...pair,
      }))
      .filter((pair) => (pair.start !== '' || pair.end !== '') && !isOff(pair));
  if (pairNames.length === 0 && first && isOff(first) && !second) return [];
  // a weekday is that of the start's date, and not of this week
  const onDay = (pair: Pair): ShiftCells =>
    isWeekday(day) && hasDay(pair.start)
      ? { ...pair, day: '', start: weekdayIn(pair.start) ? pair.start : `${day} ${pair.start}` }
      : { day: datedWeekday(day, reading), ...pair };
  if (pairNames.length > 0)
    return pairs
      .map((pair, index) => ({ driver: pairNames[index] ?? '', ...onDay(pair) }))
      .filter(({ start, end }) => Boolean(start || end) && !isOff({ start: start ?? '', end: end ?? '' }));
  if (!first || !second) {
    const one = first ?? { start: '', end: '' };
    return [onDay({ ...one, end: one.end || lengthOf(table, text) })];
  }
  const hasDates = pairs.some(({ start, end }) => hasDay(start) || hasDay(end));
  if (hasDates) return pairs.map(onDay);
  const texts = pairs.map(({ start, end }) => `${plainMoment(start)}-${plainMoment(end)}`);
  return [{ day: datedWeekday(day, reading), start: texts.join(', '), end: '' }];
}

/** The names of columns with something in them that no field takes. An export's own remarks, and totals, are not among them. */
export function columnsLeftOut({ headings, columns, days, rows }: ShiftTable): string[] {
  const { starts, ends, remarks, ...others } = columns;
  const isExport = columns.note !== undefined && columns.licence !== undefined && columns.total !== undefined;
  const isRead = columns.note === undefined || isExport;
  const known = new Set<number | undefined>([
    ...Object.values(others),
    ...starts,
    ...ends,
    ...days,
    isRead ? remarks : undefined,
  ]);
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: Math.min(widest, MAX_HEADING_COLUMNS) }, (_, column) => ({
    column,
    name: headings[column]?.trim() || `Column ${column + 1}`,
  }))
    .filter(({ column, name }) => !known.has(column) && !isTotal(name))
    .filter(({ column }) => rows.some(({ cells }) => cells[column]?.trim()))
    .map(({ name }) => name);
}
