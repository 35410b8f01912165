import { countOf } from '@shared/figures';
import {
  type ImportAnswers,
  type ImportColumns,
  type ImportQuestion,
  MAX_IMPORT_COLUMNS,
} from '@shared/imports';
import { findHeadings, MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { columnsByHeading, fieldOfHeading } from '@shared/trips/headings';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import { isRankOrHail, TRIP_KIND_LABELS, type TripKind, USUAL_KIND } from '@shared/trips/trip-kinds';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';

const MAX_NOTES = 10;

type PassedOver = { field: TripFieldName; column: number; index: number; text: string };

/** The headings that name a field which is read from another column. */
const passedOverBy = (headings: readonly string[], columns: ImportColumns): PassedOver[] =>
  headings.slice(0, MAX_IMPORT_COLUMNS).flatMap((heading, index) => {
    const field = fieldOfHeading(heading);
    const column = field && columns[field];
    if (!field || column === undefined || column === index) return [];
    const read = `"${headings[column]?.trim()}" (column ${column + 1})`;
    const text = `${tripField(field).label} is read from ${read}, not from "${heading.trim()}" (column ${index + 1})`;
    return { field, column, index, text };
  });

export type TripTable = {
  headings: string[];
  columns: ImportColumns;
  rows: SpreadsheetRow[];
  notes: string[];
  /** The other columns with something in them that no field takes. */
  unread: number[];
};

/** Headings: the row with the most known ones among the first. @param columns found by them if not given */
export function readTable(rows: SpreadsheetRow[], columns?: ImportColumns): TripTable {
  const first = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(({ cells }) => cells);
  const { row: at, columns: named } = findHeadings(first, columnsByHeading) ?? { row: -1, columns: {} };
  const headings = rows[at]?.cells ?? [];
  const used = columns ?? named;
  const passedOver = passedOverBy(headings, named).filter(({ field, column }) => used[field] === column);
  const below = rows.slice(at + 1);
  const known = new Set([...Object.values(used), ...passedOver.map(({ index }) => index)]);
  const widest = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columnCount = Math.min(widest, MAX_IMPORT_COLUMNS);
  const isUnread = (column: number) => !known.has(column) && below.some(({ cells }) => cells[column]?.trim());
  return {
    headings,
    columns: used,
    rows: below,
    unread: Array.from({ length: columnCount }, (_, column) => column).filter(isUnread),
    notes: passedOver.slice(0, MAX_NOTES).map(({ text }) => text),
  };
}

/** The labels of required fields without a column; a suburb has its postcode (docs/product/import-export.md#import). */
export function missingFields(columns: ImportColumns): string[] {
  const { date, suburb, postcode, waitingTime, driver, licence } = columns;
  const required = { date, suburb, postcode: postcode ?? suburb, waitingTime, driver: driver ?? licence };
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((field) => required[field] === undefined)
    .map((field) => tripField(field).label);
}

type JobKind = 'cancelled' | 'no-show' | 'rank or hail' | 'booked';

/** How dispatch systems say what became of a job, or what kind it is. */
const BECAME: readonly [JobKind, RegExp][] = [
  ['cancelled', /^(?:job |trip |booking )?(?:cancel(?:l?ed|lation)?|cxl|void(?:ed)?|rejected)\b/i],
  ['no-show', /^no[ -]?shows?\b|^passenger no[ -]?show\b|^did not travel\b|^no job\b/i],
];
const MAX_KIND_CHARACTERS = 100;
/** Under a heading such as "Booked". */
const NO = /^(?:no?|false)$/i;

function kindOf(text: string): JobKind {
  if (isRankOrHail(text) || NO.test(text.trim())) return 'rank or hail';
  return (
    BECAME.find(([, pattern]) => text.length <= MAX_KIND_CHARACTERS && pattern.test(text.trim()))?.[0] ??
    'booked'
  );
}

const AS_EXPORTED = TRIP_KIND_LABELS['rank-or-hail'];

/** Leaves out jobs that were no trips, and makes of ranks and hails what is answered (docs/product/import-export.md#import). */
export function readJobKinds({ columns, rows }: TripTable, given: ImportAnswers) {
  const { kind = -1, status = -1 } = columns;
  const kindOfRow = ({ cells }: SpreadsheetRow) => {
    // the job's outcome counts before its kind
    const became = kindOf(cells[status] ?? '');
    return became === 'booked' ? kindOf(cells[kind] ?? '') : became;
  };
  const counts = new Map<JobKind, number>();
  if (kind >= 0 || status >= 0)
    for (const found of rows.map(kindOfRow)) counts.set(found, (counts.get(found) ?? 0) + 1);
  const fromRank = counts.get('rank or hail') ?? 0;
  const isExported = (row: SpreadsheetRow) =>
    kindOfRow(row) !== 'rank or hail' || row.cells[kind]?.trim() === AS_EXPORTED;
  const taken = () => (rows.every(isExported) ? 'rank-or-hail' : undefined);
  const answer = fromRank > 0 ? (given.rankAndHail ?? taken()) : undefined;
  const isLeftOut = (kind: JobKind) =>
    kind === 'rank or hail' ? answer === 'leave-out' : kind === 'cancelled' || kind === 'no-show';
  return {
    rows: counts.size === 0 ? rows : rows.filter((row) => !isLeftOut(kindOfRow(row))),
    kinds: [...counts].map(([name, count]) => ({ name, rows: count, isLeftOut: isLeftOut(name) })),
    questions: fromRank > 0 ? [rankQuestion(fromRank)] : [],
    answers: answer ? { rankAndHail: answer } : {},
    kindOf: (row: SpreadsheetRow): TripKind =>
      answer === 'rank-or-hail' && kindOfRow(row) === 'rank or hail' ? answer : USUAL_KIND,
  };
}

const rankQuestion = (rows: number): ImportQuestion => ({
  name: 'rankAndHail',
  text: `${countOf(rows, 'row')} of the file ${rows === 1 ? 'is' : 'are'} from a rank or hailed. Import ${rows === 1 ? 'it' : 'them'}?`,
  reason: 'Only booked trips count in the reports; those from a rank or the street are kept apart.',
  choices: [
    { value: 'rank-or-hail', label: 'Import as rank or hail: not booked' },
    { value: 'import', label: 'Import as booked: these were booked' },
    { value: 'leave-out', label: 'Leave out' },
  ],
});
