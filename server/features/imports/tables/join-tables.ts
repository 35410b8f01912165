import type { ImportColumns } from '@shared/imports/imports';
import { MAX_HEADING_COLUMNS } from '@shared/reading/headings';
import { columnsByHeading, type HeadingUnit, readHeading } from '@shared/trips/headings';
import { bareFigure, clockParts } from '@shared/trips/reading/minutes';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';

/** Rows of headings after so many tables are read as rows. */
const MAX_TABLES = 100;
/** Headings of a row, the first of which say whether it is one of headings. */
const FEW = 3;
const TRIED = 4;
/** Different texts whose fields are kept, as rows of one file have the same again and again. */
const MAX_REMEMBERED = 1000;

const plain = (heading = '') => heading.trim().toLowerCase();
const isFilled = (cell: string) => cell.trim() !== '';

/** Makes a function that says whether most cells of a row are headings: of fields, or of the first table, `known`. */
export function headingsTest(known: ReadonlySet<string>) {
  const read = new Map<string, string | undefined>();
  const nameOf = (cell: string) => {
    const text = plain(cell);
    if (known.has(text)) return readHeading(cell).field ?? text;
    if (/\d/.test(text)) return undefined;
    if (!read.has(cell) && read.size < MAX_REMEMBERED) read.set(cell, readHeading(cell).field);
    return read.has(cell) ? read.get(cell) : readHeading(cell).field;
  };
  const areNamed = (cells: readonly string[]) => {
    const names = new Set<string>();
    let unnamed = 0;
    for (const cell of cells) {
      const name = nameOf(cell);
      if (name) names.add(name);
      else unnamed += 1;
      if (unnamed * 2 > cells.length) return false;
    }
    return names.size >= Math.min(FEW, cells.length);
  };
  return (cells: readonly string[]): boolean => {
    const filled = cells.slice(0, MAX_HEADING_COLUMNS).filter(isFilled);
    return filled.length >= FEW && areNamed(filled.slice(0, TRIED)) && areNamed(filled);
  };
}

/** A bare time of a column with the unit of its own heading, where that of the first table has another. */
function inOwnUnit(cell: string, own: HeadingUnit | undefined, other: HeadingUnit | undefined): string {
  if (own === undefined || own === 'not understood' || own === other) return cell;
  if (own === 'mm:ss' || own === 'h:mm') {
    const isShort = clockParts(cell) && !/:.*:/.test(cell);
    return isShort ? (own === 'mm:ss' ? `0:${cell.trim()}` : `${cell.trim()}:00`) : cell;
  }
  return bareFigure(cell) === undefined ? cell : `${cell.trim()} ${own}`;
}

type Table = {
  headings: readonly string[];
  dates: number | undefined;
  place: (row: SpreadsheetRow) => SpreadsheetRow;
};

/** What the tables of a sheet are put into: the headings of its columns, and the columns of the fields. */
type Joined = { layout: string[]; columns: ImportColumns; notes: string[] };

/** Makes a function that gives the joined column of each column of a later table, and adds those that are new. */
function targetsOf(cells: readonly string[], named: ImportColumns, { layout, columns }: Joined) {
  const targets = new Map<number, number>();
  const isFree = (target: number) => ![...targets.values()].includes(target);
  const add = (heading: string) =>
    layout.length < MAX_HEADING_COLUMNS ? layout.push(heading) - 1 : undefined;
  const aim = (at: number, target: number | undefined) => {
    if (target === undefined) return;
    targets.set(at, target);
    // a column that an earlier preview has added
    while (layout.length < target) layout.push('');
    if (layout.length === target) layout.push(cells[at] ?? '');
  };
  for (const [field, at] of Object.entries(named) as [TripFieldName, number][]) {
    const target = columns[field] ?? add(cells[at] ?? '');
    aim(at, target);
    if (target !== undefined) columns[field] = target;
  }
  return (at: number): number | undefined => {
    if (targets.has(at)) return targets.get(at);
    const heading = cells[at] ?? '';
    const same = layout.findIndex(
      (one, index) => isFilled(heading) && plain(one) === plain(heading) && isFree(index),
    );
    aim(at, same >= 0 ? same : add(heading));
    return targets.get(at);
  };
}

/** A table that begins with this row of headings. */
function laterTable({ number, cells }: SpreadsheetRow, joined: Joined): Table {
  const { layout, columns, notes } = joined;
  const named = columnsByHeading(cells);
  const targetOf = targetsOf(cells, named, joined);
  const units = new Map(
    Object.values(named).map((at) => {
      const [own = '', other = ''] = [cells[at], layout[targetOf(at) ?? -1]];
      return [
        at,
        { own: readHeading(own).unit, other: readHeading(other).unit, headings: [own, other] },
      ] as const;
    }),
  );
  const missing = (Object.keys(columns) as TripFieldName[])
    .filter((field) => columns[field] !== undefined && named[field] === undefined)
    .map((field) => tripField(field).label);
  const lacks = missing.length > 0 ? `, and it has no column for ${missing.join(', ')}` : '';
  notes.push(`The table below row ${number} is read by its own headings${lacks}`);
  for (const { own, other, headings } of units.values())
    if (own === undefined && other !== undefined && other !== 'minutes')
      notes.push(`"${headings[0]?.trim()}" in row ${number} has no unit: it is read as "${headings[1]}"`);
  const place = (row: SpreadsheetRow): SpreadsheetRow => {
    const placed: string[] = [];
    row.cells.forEach((cell, at) => {
      const to = isFilled(cell) ? targetOf(at) : undefined;
      if (to !== undefined) placed[to] = inOwnUnit(cell, units.get(at)?.own, units.get(at)?.other);
    });
    return { ...row, cells: Array.from(placed, (cell = '') => cell) };
  };
  return { headings: cells, dates: named.date, place };
}

/**
 * Puts the rows of tables that follow the first in a sheet, such as of two files that were joined, into the columns of the first. A column
 * that the first does not have is added. Repeated headings of one table stay, as a row that is no trip.
 * @param columns those of the first table's fields; the ones of later tables are added
 */
export function joinTables(
  headings: readonly string[],
  below: readonly SpreadsheetRow[],
  columns: ImportColumns,
): Joined & { rows: SpreadsheetRow[] } {
  const widest = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  const length = Math.min(widest, MAX_HEADING_COLUMNS);
  const layout = Array.from({ length }, (_, index) => headings[index] ?? '');
  const joined: Joined = { layout, columns: { ...columns }, notes: [] };
  const areHeadings = headingsTest(new Set(headings.filter(isFilled).map(plain)));
  const first: Table = { headings, dates: columns.date, place: (row) => row };
  let table = first;
  let tables = 1;

  const rows = below.flatMap((row) => {
    const hasDate = table.dates !== undefined && /\d/.test(row.cells[table.dates] ?? '');
    if (hasDate || tables >= MAX_TABLES || !areHeadings(row.cells)) return table.place(row);
    const repeats = ({ headings: of }: Table) =>
      row.cells.every((cell, at) => !isFilled(cell) || plain(cell) === plain(of[at]));
    if (repeats(table)) return { ...row, cells: layout };
    tables += 1;
    table = repeats(first) ? first : laterTable(row, joined);
    return table === first ? { ...row, cells: layout } : [];
  });
  return { ...joined, rows };
}
