import { readDay, USUAL_READING, weekdayIn } from '../../reading/days';
import { findHeadings, MAX_HEADING_COLUMNS, MAX_ROWS_ABOVE_HEADINGS } from '../../reading/headings';
import { splitDay } from '../../reading/moments';
import { readTime } from '../../reading/times';
import { isTotal, knownColumns, type ShiftColumns, shiftColumns } from './headings';
import { readTimes } from './times';
import { isWeekday } from './weeks';

/** A row of a sheet, with the number that the spreadsheet gives it. */
export type SheetRow = { number: number; cells: readonly string[] };

/** The headings of a sheet, and what they say of its columns. */
export type FoundColumns = {
  /** The row of the headings, and the first row that says something of them. */
  row: number;
  firstRow: number;
  headings: readonly string[];
  columns: ShiftColumns;
  /** The columns whose headings are days, where drivers are down and days across. */
  days: readonly number[];
  /** The day of each pair of start and end, where it stands above them. */
  pairDays: readonly string[];
  /** The driver of each start, where names stand above times. */
  pairNames: readonly string[];
  refusal?: string;
};

/** So many headings must be known, or so many be days. */
const NEEDED = 2;
/** Any day: it is asked only whether a text is one. */
const SOME_DAY = '2026-01-01';

/** What a roster says of a day on which no one drives. */
export const DAY_OFF =
  /^(?:[-–—x]|off|day off|days off|rdo|r\.d\.o\.?|ado|leave|annual leave|sick leave|a\/?l|s\/?l|sick|holidays?|public holiday|ph|n\/?a|nil|none|not working|not rostered)$/i;

export const hasDay = (text = ''): boolean => splitDay(text.trim(), USUAL_READING).day !== undefined;

/** Whether a heading is a day: "Mon 23/11", "23/11/2026", "Monday". */
function isDayHeading(heading: string): boolean {
  const text = heading.trim();
  const { day, rest } = splitDay(text, USUAL_READING);
  if (day !== undefined) return rest === '' || readTime(rest) === 0;
  const isTyped = weekdayIn(`${text} `) !== undefined || /^\d{1,2}(?:\/|[\s-]+[a-z]{3})/i.test(text);
  // of any year, and so of any weekday
  return (
    isTyped &&
    [text, text.replace(/^[a-z]+[.,]*\s+/i, '')].some((one) => readDay(one, SOME_DAY) !== undefined)
  );
}

/** The headings of a sheet and their row; undefined where too few are known. */
function findKnown(rows: readonly SheetRow[]) {
  const columnsOf = (headings: readonly string[]) => {
    const columns = shiftColumns(headings);
    const across = headings
      .slice(0, MAX_HEADING_COLUMNS)
      .flatMap((heading, index) => (isDayHeading(heading) ? index : []));
    if (across.length < NEEDED || columns.starts.length > 0) return { columns, days: [] };
    const { driver, firstName, lastName, licence } = columns;
    // drivers often stand below an empty heading
    const first = across.includes(0) ? undefined : 0;
    const named = driver ?? firstName ?? lastName ?? licence ?? first;
    return {
      columns: named === first && first !== undefined ? { ...columns, driver: first } : columns,
      days: across,
    };
  };
  const known = rows.map(({ cells }) => cells);
  const found = findHeadings(
    known,
    (headings) => {
      const { columns, days } = columnsOf(headings);
      return Object.fromEntries(
        [...Array(knownColumns(columns) + days.length).keys()].map((key) => [key, key]),
      );
    },
    NEEDED,
  );
  if (!found) return undefined;
  const headings = known[found.row] ?? [];
  return { row: found.row, headings, ...columnsOf(headings) };
}

/** The days over pairs of starts and ends, which stand at their start or, in merged cells, before it; none unless every pair has its own. */
function daysAbove(cells: readonly string[], starts: readonly number[]): string[] {
  const days = starts.map((start, index) => {
    const over = cells.slice((starts[index - 1] ?? -1) + 1, start + 1).reverse();
    return over.find(isDayHeading)?.trim() ?? '';
  });
  return starts.length >= NEEDED && days.every(Boolean) ? days : [];
}

const hasDriver = ({ driver, firstName, lastName, licence }: ShiftColumns) =>
  [driver, firstName, lastName, licence].some((column) => column !== undefined);
const dateOf = ({ date, weekday, startDate }: ShiftColumns) => date ?? weekday ?? startDate;

/** What is read where names stand above times: other columns do not say which driver they are of. */
const ofNames = ({ date, weekday, startDate }: ShiftColumns) => ({
  ...(date !== undefined && { date }),
  ...(weekday !== undefined && { weekday }),
  ...(startDate !== undefined && { startDate }),
});

/** Headings of two rows, as merged cells have them: an empty one is the known heading above it. */
const withAbove = (headings: readonly string[], above: readonly string[]): string[] =>
  Array.from({ length: Math.max(headings.length, above.length) }, (_, index) => {
    const [own, over] = [headings[index]?.trim() ?? '', above[index]?.trim() ?? ''];
    return own === '' && knownColumns(shiftColumns([over])) > 0 ? over : own;
  });

/** Dates down and drivers across, with times such as "6-14" in the cells; undefined for a row of no such headings. */
function namesAcross(rows: readonly SheetRow[], row: number) {
  const headings = rows[row]?.cells ?? [];
  const columns = shiftColumns(headings);
  const firstBelow = rows[row + 1]?.cells[0]?.trim() ?? '';
  const isDateFirst = !headings[0]?.trim() && (hasDay(firstBelow) || isWeekday(firstBelow));
  const date = dateOf(columns) ?? (isDateFirst ? 0 : undefined);
  if (date === undefined || hasDriver(columns) || columns.starts.length > 0) return undefined;
  const starts = headings.slice(0, MAX_HEADING_COLUMNS).flatMap((heading, index) => {
    const isName = heading.trim() !== '' && knownColumns(shiftColumns([heading])) === 0 && !isTotal(heading);
    return isName && rows.slice(row + 1).some(({ cells }) => isPair(cells[index])) ? index : [];
  });
  const named = { date, ...ofNames(columns), starts, ends: [] };
  return { headings, columns: named, pairNames: starts.map((start) => headings[start]?.trim() ?? '') };
}

const isPair = (text = '') => {
  const times = readTimes(text.trim());
  return typeof times !== 'string' || times === 'open' || times === 'order';
};

/** The texts over pairs of start and end; '' over one without. */
const textsAbove = (above: readonly string[], starts: readonly number[]): string[] =>
  starts.map((start, index) => {
    const over = above.slice((starts[index - 1] ?? -1) + 1, start + 1).reverse();
    return over.find((text) => text.trim() !== '' && knownColumns(shiftColumns([text])) === 0)?.trim() ?? '';
  });

/** Finds the headings of a sheet of shifts; undefined where there are none. A sheet of which not every time has a driver's name is refused. */
export function findColumns(rows: readonly SheetRow[]): FoundColumns | undefined {
  const found = findKnown(rows);
  const none = { days: [], pairDays: [], pairNames: [] };
  if (!found || (found.columns.starts.length + found.days.length === 0 && !hasDriver(found.columns))) {
    const at = rows
      .slice(0, MAX_ROWS_ABOVE_HEADINGS + 1)
      .map((_, row) => ({ row, across: namesAcross(rows, row) }));
    const best =
      at.find(({ across }) => across && across.pairNames.length > 0) ?? at.find(({ across }) => across);
    if (!best?.across) return found && { ...none, ...found, firstRow: found.row };
    const isNamed = best.across.pairNames.length > 0;
    return {
      ...none,
      ...best.across,
      row: best.row,
      firstRow: best.row,
      ...(!isNamed && { refusal: 'no heading says which column has the start' }),
    };
  }
  const above = rows[found.row - 1]?.cells ?? [];
  const { starts } = found.columns;
  const pairDays = daysAbove(above, starts);
  const headings = starts.length < NEEDED ? found.headings : withAbove(found.headings, above);
  const columns = starts.length < NEEDED ? found.columns : shiftColumns(headings);
  if (pairDays.length > 0) {
    const isFirst = !hasDriver(columns) && !headings[0]?.trim() && !starts.includes(0);
    return {
      ...none,
      row: found.row,
      firstRow: found.row - 1,
      headings,
      pairDays,
      columns: isFirst ? { ...columns, driver: 0 } : columns,
    };
  }
  const names = starts.length < NEEDED || hasDriver(columns) ? [] : textsAbove(above, starts);
  const named = names.filter(Boolean).length;
  // a title may have a date, and no name has figures
  const others = above.filter(
    (text) => /^\D*\p{L}\D*$/u.test(text) && knownColumns(shiftColumns([text])) === 0,
  );
  if (named < NEEDED && (others.length < NEEDED || starts.length < NEEDED || hasDriver(columns)))
    return { ...none, ...found, headings, columns, firstRow: found.row };
  const isEnded = columns.ends.length === starts.length;
  const refusal =
    named < names.length
      ? 'names stand above some of the times only'
      : isEnded
        ? undefined
        : 'a start has no end';
  return {
    ...none,
    row: found.row,
    firstRow: found.row - 1,
    headings,
    pairNames: names,
    columns: { ...ofNames(columns), starts, ends: columns.ends },
    ...(refusal && { refusal }),
  };
}
