import { formatCount } from '@shared/figures';
import {
  MAX_IMPORT_ROWS,
  type PreviewImportQuery,
  type PreviewTyped,
  typedFieldNames,
} from '@shared/imports/imports';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import { MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import type { Call } from '../../lib/call';
import { ValidationError } from '../../lib/errors';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { EMPTY_PREVIEW, type TripFile } from './build-preview';
import { askAboutMinutes } from './questions/ask-about-minutes';
import { askAboutRows } from './questions/ask-about-rows';
import { askAboutWaits } from './questions/ask-about-waits';
import { readWords, wordsAsked } from './read-words';
import { mergeWords } from './tables/merge-words';
import { missingFields, readTable } from './tables/read-table';

/** The rows of a file: the trips, below a title and the headings. */
const MAX_FILE_ROWS = MAX_IMPORT_ROWS + MAX_ROWS_ABOVE_HEADINGS + 1;

/** A file, with the answers about its new drivers and vehicles. */
export type SentFile = { file: Buffer; newcomers?: NewcomerAnswers | undefined };

/** @throws ValidationError for a file without trips to read; where it has other sheets, that is the refusal */
export async function readTripFile(
  { now }: Call,
  { file, newcomers }: SentFile,
  query: PreviewImportQuery,
): Promise<TripFile> {
  const sheet = await readSpreadsheet(file, MAX_FILE_ROWS, query.sheet);
  const { sheets } = sheet;
  const given = query.answers ?? {};
  const hidden = { columns: sheet.hiddenColumns, answer: given.hiddenColumns };
  const table = readTable(sheet.rows, query.columns, hidden);
  const asked = askAboutRows(table, sheet.hiddenColumns, given);
  const worded = readWords({ ...table, rows: mergeWords(table, asked.rows) }, given);
  const texts = worded.rows.map(({ cells }) => cells[table.columns.date ?? -1]?.trim() ?? '');
  const dates = askAboutDates(texts, sheet.countsFrom1904, given, now);
  const minutes = askAboutMinutes({ ...table, rows: worded.rows }, given);
  const waits = askAboutWaits({ ...table, rows: worded.rows }, given);
  const refusal =
    sheet.refusal ??
    rowCountFault(
      table.rows.length > 0 ? table.rows : asked.rows,
      sheets.length > 1 ? 'This sheet' : 'The file',
    );
  if (refusal && sheets.length > 1) return { ...EMPTY_PREVIEW, sheets, sheet: sheet.sheet, refusal };
  if (refusal) throw new ValidationError(refusal);
  return {
    ...sheet,
    ...table,
    ...dates,
    ...worded,
    units: minutes.units,
    given: newcomers,
    blankWait: waits.answers.blankWaits === '0' ? 0 : null,
    questions: [...asked.questions, ...dates.questions, ...minutes.questions, ...waits.questions],
    answers: {
      ...asked.answers,
      ...dates.answers,
      ...minutes.answers,
      ...waits.answers,
      ...worded.answers,
    },
    notes: [...sheet.notes, ...asked.notes, ...table.notes, ...dates.notes],
  };
}

/** Rows that were typed: every field has its column, and nothing is left open. */
export const readTyped = ({ rows }: PreviewTyped): TripFile => ({
  ...EMPTY_PREVIEW,
  sheets: [],
  sheet: 0,
  columns: Object.fromEntries(typedFieldNames.map((field, column) => [field, column])),
  rows: rows.map(({ number, driverId, cells }) => ({
    number,
    driverId,
    cells: typedFieldNames.map((field) => cells[field] ?? ''),
  })),
});

function rowCountFault(rows: readonly unknown[], what: string): string | null {
  if (rows.length === 0) return `${what} has no trips under its headings`;
  const most = formatCount(MAX_IMPORT_ROWS);
  return rows.length > MAX_IMPORT_ROWS ? `${what} has more than ${most} trips. Split it` : null;
}

/** What has no answer yet, each with where the answer is given. A client that does not know the question about blank waits does not know them. */
export const openQuestions = ({ questions, answers, ...file }: TripFile) => [
  ...questions
    .filter(({ name }) => answers[name] === undefined)
    .filter(({ name }) => name !== 'blankWaits' || file.columns.waitingTime === undefined)
    .map(({ name, text, reason, choices }) => ({
      path: `answers.${name}`,
      text: `${text} ${reason}`,
      message: `${text} ${choices.map(({ value, label }) => `${value}: ${label}`).join('; ')}`,
    })),
  ...wordsAsked(file),
];

/** @throws ValidationError where the file cannot be imported as it is confirmed, with what is asked */
export function assertImportable(read: TripFile): void {
  if (read.refusal) throw new ValidationError(read.refusal);
  const missing = missingFields(read.columns);
  if (missing.length > 0) throw new ValidationError(`No column is chosen for ${missing.join(', ')}`);
  const open = openQuestions(read);
  const details = open.map(({ path, message }) => ({ path, message }));
  if (open[0]) throw new ValidationError(open[0].text, details);
}
