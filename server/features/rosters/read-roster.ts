import { formatCount } from '@shared/figures';
import type { ImportQuestion } from '@shared/imports/imports';
import type { UsedLayout } from '@shared/imports/layouts';
import type { Doubts } from '@shared/imports/learned';
import {
  findRosterHeadings,
  type Roster,
  type RosterColumns,
  type RosterFieldName,
  rosterColumns,
  rosterFields,
  rosterOf,
} from '@shared/imports/roster-fields';
import { MAX_ROSTER_ROWS, type PreviewRosterQuery, type RosterAnswers } from '@shared/imports/rosters';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import type { DateReading } from '@shared/reading/days';
import { isSum, MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { ValidationError } from '../../lib/errors';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { usedLayout } from '../imports/layouts/layouts.service';
import { readAsLastTime } from './roster-layouts';

/** A sheet, and the answers that did not fit into the address. */
export type SentRoster = { file: Buffer; answers?: RosterAnswers | undefined };

/** A sheet of drivers or of vehicles, with what it leaves open. */
export type RosterFile = {
  of: Roster | null;
  sheets: string[];
  sheet: number;
  refusal: string | null;
  notes: string[];
  headings: string[];
  columns: RosterColumns;
  unread: number[];
  missing: string[];
  rows: SpreadsheetRow[];
  questions: ImportQuestion[];
  answers: RosterAnswers;
  doubts: Doubts;
  reading: DateReading;
  /** The layout by which it was read. */
  layout: UsedLayout;
};

/** The rows of a file: those of the roster, below a title and the headings. */
const MAX_FILE_ROWS = MAX_ROSTER_ROWS + MAX_ROWS_ABOVE_HEADINGS + 1;

/** @throws ValidationError for a file without rows to read; where it has other sheets, that is the refusal */
export async function readRoster(
  call: Call<DbOrTx>,
  sent: SentRoster,
  query: PreviewRosterQuery,
): Promise<RosterFile> {
  const { sheets, sheet, countsFrom1904, ...read } = await readSpreadsheet(
    sent.file,
    MAX_FILE_ROWS,
    query.sheet,
  );
  const found = findRosterHeadings(
    read.rows.map(({ cells }) => cells),
    query.of,
  );
  const at = found?.row ?? 0;
  const headings = read.rows[at]?.cells ?? [];
  const known = query.of ?? rosterOf(headings) ?? null;
  const last = query.layout === 'use' ? await readAsLastTime(call, known, headings) : undefined;
  const of = known ?? last?.of ?? null;
  const columns = query.columns ?? last?.columns ?? (of ? rosterColumns(headings, of) : {});
  const rows = read.rows.slice(at + 1).filter(({ cells }) => !isSum(cells));
  const refusal = read.refusal ?? rowsFault(rows, sheets.length > 1 ? 'This sheet' : 'The file');
  if (refusal && sheets.length <= 1) throw new ValidationError(refusal);
  const given = sent.answers ?? query.answers ?? {};
  const learned = { answers: last?.answers ?? {}, doubts: last?.doubts ?? {} };
  const dates = askAboutDates(daysIn(rows, of, columns), countsFrom1904, given, call.now, learned);
  const taken = Object.values(columns);
  return {
    of,
    sheets,
    sheet,
    refusal,
    notes: [...read.notes, ...dates.notes],
    headings,
    columns,
    unread: headings
      .map((_, column) => column)
      .filter((column) => !taken.includes(column) && rows.some(({ cells }) => cells[column]?.trim())),
    missing: of ? missingFields(of, columns) : [],
    rows: refusal ? [] : rows,
    questions: dates.questions,
    answers: { ...given, ...dates.answers },
    doubts: dates.doubts ?? {},
    reading: dates.reading,
    layout: last ? usedLayout(last.row) : null,
  };
}

function rowsFault(rows: readonly unknown[], what: string): string | null {
  if (rows.length === 0) return `${what} has no rows under its headings`;
  return rows.length > MAX_ROSTER_ROWS
    ? `${what} has more than ${formatCount(MAX_ROSTER_ROWS)} rows. Split it`
    : null;
}

/** The cells that may have dates. */
const daysIn = (rows: readonly SpreadsheetRow[], of: Roster | null, columns: RosterColumns): string[] => {
  const fields = of ? rosterFields(of) : {};
  const days = (Object.entries(columns) as [RosterFieldName, number][]).filter(
    ([field]) => fields[field]?.kind === 'day',
  );
  return rows.flatMap(({ cells }) => days.map(([, column]) => cells[column]?.trim() ?? ''));
};

/** The labels of the fields without which no row can be told whose it is. */
function missingFields(of: Roster, columns: RosterColumns): string[] {
  const knownBy: RosterFieldName[] =
    of === 'vehicles'
      ? ['registration', 'callSign', 'id']
      : ['driverAuthorityLicense', 'name', 'firstName', 'lastName', 'id'];
  const isKnown = knownBy.some((field) => columns[field] !== undefined);
  const label = knownBy[0] && rosterFields(of)[knownBy[0]]?.label;
  return isKnown || !label ? [] : [label];
}

/** What has no answer yet. */
export const openQuestions = ({ questions, answers }: Pick<RosterFile, 'questions' | 'answers'>) =>
  questions.filter(({ name }) => answers[name as keyof RosterAnswers] === undefined);

/** @throws ValidationError where the sheet cannot be stored as it is confirmed, with what is asked */
export function assertReadable(file: RosterFile): asserts file is RosterFile & { of: Roster } {
  if (file.refusal) throw new ValidationError(file.refusal);
  if (!file.of) throw new ValidationError('Say whether these are drivers or vehicles');
  if (file.missing.length > 0)
    throw new ValidationError(`No column is chosen for ${file.missing.join(', ')}`);
  const [open] = openQuestions(file);
  if (open)
    throw new ValidationError(
      `${open.text} ${open.reason}`,
      openQuestions(file).map(({ name, text, choices }) => ({
        path: `answers.${name}`,
        message: `${text} ${choices.map(({ value, label }) => `${value}: ${label}`).join('; ')}`,
      })),
    );
}
