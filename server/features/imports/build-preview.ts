import {
  IMPORT_STATUSES,
  type ImportColumns,
  type ImportPreview,
  type ImportRow,
  MAX_IMPORT_COLUMNS,
  MAX_PREVIEW_ROWS,
} from '@shared/imports/imports';
import type { UsedLayout } from '@shared/imports/layouts';
import type { Doubts } from '@shared/imports/learned';
import { type NewcomerAnswers, NO_NEWCOMERS } from '@shared/imports/newcomers';
import type { DatesRead } from '@shared/reading/ask-about-dates';
import { USUAL_READING } from '@shared/reading/days';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SheetChoice, SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { correctedTrips } from './corrections/corrections';
import { type CheckedRow, correctionsOf, readyTrips } from './match-stored';
import type { Arrivals } from './newcomers/arrivals';
import type { MinutesAsked } from './questions/ask-about-minutes';
import { misspeltSuburbs, type SuburbCorrections } from './questions/misspelt-suburbs';
import type { WordsRead } from './read-words';
import type { TripRow } from './row-texts';
import { isProblem, levelOf, type RowRemark, remarkInWords } from './row-words';
import { missingFields, type TripTable } from './tables/read-table';

const EXAMPLES = 5;
const MAX_HEADING_CHARACTERS = 100;
/** The most bytes of rows; with the headings, the sheets and the questions an answer stays below 2 MB. */
const MAX_ROWS_BYTES = 1_500_000;
/** The share of the cells to be fixed: hundreds of rows, unless they are filled with notes. */
const MAX_CELLS_BYTES = 500_000;

/** What the next file with the same headings is read by, besides what this one was read by. */
export type FileMemory = {
  /** The headings of the first table. */
  headings: string[];
  /** The fields whose columns are not those that the headings say. */
  chosen: TripFieldName[];
  doubts: Doubts;
  /** Whether the layout of the headings was used. */
  isUsed: boolean;
};

export type TripFile = Pick<SheetChoice, 'sheets' | 'sheet'> &
  Omit<TripTable, 'rows'> & { rows: readonly TripRow[] } & DatesRead &
  Omit<WordsRead, 'kindOf' | 'kindsDiffer'> &
  Partial<Pick<WordsRead, 'kindOf' | 'kindsDiffer'>> & {
    units?: MinutesAsked['units'];
    blankWait?: number | null;
    guesses?: ImportColumns;
    /** What someone corrected suburbs to. */
    suburbs?: SuburbCorrections | undefined;
    /** The answers about its new drivers and vehicles. */
    given?: NewcomerAnswers | undefined;
    /** The layout by which it was read. */
    layout?: UsedLayout;
    /** The layout of its headings, by which it was read or not. */
    layoutId?: string | undefined;
    memory?: FileMemory;
    /** Whether it was typed: its rows correct nothing that is stored. */
    isTyped?: boolean;
    /** The times of rows that are left out as no trips. */
    leftOutAt?: readonly Date[];
    /** Why none of it can be imported. */
    refusal: string | null;
    /** Whether the refusal is that it has no trips, as sheets beside those with trips. */
    hasNoTrips?: boolean;
  };

/** Nothing that was read, and nothing to ask. */
export const EMPTY_PREVIEW = {
  refusal: null,
  notes: [],
  headings: [],
  columns: {},
  above: [],
  moreWords: [],
  underTitles: new Map<number, string>(),
  unread: [],
  words: [],
  tooManyWords: [],
  notTrips: 0,
  questions: [],
  answers: {},
  rows: [],
  reading: USUAL_READING,
};

const NONE_GONE: ImportPreview['gone'] = { count: 0, from: '', to: '', trips: [] };

/** The rows of a table, read, and the drivers and vehicles that come with them. */
export type CheckedTable = { rows: readonly CheckedRow[]; arrivals?: Arrivals };

/** @param checked empty when columns or answers are missing @param lodgements the holder's */
export function buildPreview(
  file: TripFile,
  { rows: checked, arrivals }: CheckedTable = { rows: [] },
  lodgements: readonly { period: string }[] = [],
  gone: ImportPreview['gone'] = NONE_GONE,
): ImportPreview {
  const { sheets, sheet, refusal, notes, headings, columns, unread, questions, answers, rows } = file;
  const counts = { ready: 0, differs: 0, problem: 0, repeated: 0, stored: 0 };
  for (const { status } of checked) counts[status] += 1;
  return {
    sheets,
    sheet,
    refusal,
    notes: [...notes, ...(arrivals?.notes ?? [])],
    headings: headings.slice(0, MAX_IMPORT_COLUMNS).map((name, index) => ({
      name: name.slice(0, MAX_HEADING_CHARACTERS),
      example: exampleCell(rows, index).slice(0, MAX_HEADING_CHARACTERS),
    })),
    columns,
    unread,
    ...(file.guesses && { guesses: file.guesses }),
    words: file.words,
    tooManyWords: file.tooManyWords,
    notTrips: file.notTrips,
    missing: refusal ? [] : missingFields(columns),
    questions,
    answers,
    counts,
    columnFaults: columnFaults(columns, checked),
    needs: needsOf(checked),
    newcomers: arrivals?.shown ?? NO_NEWCOMERS,
    layout: file.layout ?? null,
    suburbs: { misspelt: misspeltSuburbs(rows, columns, checked), corrected: file.suburbs ?? {} },
    gone,
    lodged: lodgedReportsTouched(lodgements, {
      trips: [...readyTrips(checked), ...correctedTrips(correctionsOf(checked))],
    }),
    ...shownRows(checked),
  };
}

type Need = NonNullable<ImportPreview['needs']>[number];

/** What the rows with problems need, each kind counted once a row. */
function needsOf(checked: readonly CheckedRow[]): Need[] {
  const needs = new Map<string, Need>();
  for (const { status, remarks } of checked) {
    if (status !== 'problem') continue;
    const ofRow = new Map(remarks.filter(isProblem).map((remark) => [keyOf(needOf(remark)), needOf(remark)]));
    for (const [key, need] of ofRow) needs.set(key, { ...need, rows: (needs.get(key)?.rows ?? 0) + 1 });
  }
  return [...needs.values()].toSorted((a, b) => b.rows - a.rows);
}

const keyOf = ({ of, label }: Need) => `${of} ${label}`;
const needOf = ({ field, kind }: RowRemark): Need => ({
  of: kind === 'newcomer-waits' ? 'answer' : kind === 'suburb-several' ? 'suburb' : 'other',
  label: field ? tripField(field).label : 'The row',
  rows: 0,
});

/** The least share of rows for which a column is to blame rather than they, and the fewest. */
const FAULTY_SHARE = 0.9;
const FAULTY_ROWS = 2;

/** A trip needs its driver by name or licence; the postcode of a suburb and all that is optional can be left out. */
const canDoWithout = (field: TripFieldName, { driver, licence }: ImportColumns) =>
  field === 'driver'
    ? licence !== undefined
    : field === 'licence'
      ? driver !== undefined
      : !NEEDED.includes(field);
const NEEDED: readonly TripFieldName[] = ['date', 'time', 'suburb'];

/** The columns to which all rows, or nearly all, owe a problem, such as fleet numbers that are taken for registrations. */
function columnFaults(columns: ImportColumns, checked: readonly CheckedRow[]): ImportPreview['columnFaults'] {
  const faults = new Map<TripFieldName, { rows: number; first: RowRemark }>();
  let of = 0;
  for (const { remarks } of checked) {
    const problems = remarks.filter(isProblem);
    if (problems.some(({ kind }) => kind === 'is-total' || kind === 'is-headings')) continue;
    of += 1;
    const byField = new Map(
      problems.flatMap((remark) => (remark.field ? [[remark.field, remark] as const] : [])),
    );
    for (const [field, remark] of byField) {
      const { rows = 0, first = remark } = faults.get(field) ?? {};
      faults.set(field, { rows: rows + 1, first });
    }
  }
  return [...faults]
    .filter(
      ([field, { rows }]) =>
        columns[field] !== undefined &&
        canDoWithout(field, columns) &&
        rows >= Math.max(FAULTY_ROWS, of * FAULTY_SHARE),
    )
    .map(([field, { rows, first }]) => ({ field, rows, of, example: remarkInWords(first).text }));
}

/** The first filled cell of a column. */
const exampleCell = (rows: readonly SpreadsheetRow[], column: number) =>
  rows.find(({ cells }) => cells[column]?.trim())?.cells[column] ?? '';

const isPlain = ({ status, remarks }: CheckedRow) => status !== 'differs' && remarks.length === 0;

/** The first rows in order, and those that there is something to say about, the gravest first, as far as they fit. */
function shownRows(checked: readonly CheckedRow[]): Pick<ImportPreview, 'rows' | 'rowsLeftOut'> {
  const plain = checked.filter(isPlain).slice(0, EXAMPLES);
  const remarked = checked.filter((row) => !isPlain(row));
  const isOdd = ({ remarks }: CheckedRow) => remarks.some((remark) => levelOf(remark) !== 'note');
  const remarkable = IMPORT_STATUSES.flatMap((status) =>
    [true, false].flatMap((odd) => remarked.filter((row) => row.status === status && isOdd(row) === odd)),
  );
  const rows: ImportRow[] = [];
  let bytes = 0;
  let cellsBytes = 0;
  const first = [...plain, ...remarkable.slice(0, MAX_PREVIEW_ROWS)];
  for (const { number, status, remarks, correction, show } of first) {
    const { summary, cells } = show();
    const fixable = status === 'problem' && cellsBytes < MAX_CELLS_BYTES ? cells?.() : undefined;
    if (fixable) cellsBytes += Buffer.byteLength(JSON.stringify(fixable));
    const said = { summary, remarks: remarks.map(remarkInWords) };
    const changes = correction && { changes: correction.changes };
    const row = { number, status, ...said, ...changes, ...(fixable && { cells: fixable }) };
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > MAX_ROWS_BYTES) break;
    rows.push(row);
  }
  return { rows, rowsLeftOut: plain.length + remarkable.length - rows.length };
}
