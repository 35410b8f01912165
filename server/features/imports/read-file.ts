import { formatCount } from '@shared/figures';
import {
  MAX_IMPORT_ROWS,
  type PreviewImportQuery,
  type PreviewTyped,
  typedFieldNames,
} from '@shared/imports/imports';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import type { DateReading } from '@shared/reading/days';
import { MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { readMoment } from '@shared/reading/moments';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { ValidationError } from '../../lib/errors';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { EMPTY_PREVIEW, type TripFile } from './build-preview';
import {
  chosenFields,
  columnsByLayout,
  learnedAbout,
  NOTHING_READ,
  namesWith,
  wordsWith,
} from './layouts/layout-reading';
import { memoryInWords, sayLastAnswer } from './layouts/layout-words';
import { keptNames, readingOf, usedLayout } from './layouts/layouts.service';
import { openTripFile } from './layouts/open-file';
import { askAboutMinutes } from './questions/ask-about-minutes';
import { askAboutRows, hiddenAnswer } from './questions/ask-about-rows';
import { askAboutWaits } from './questions/ask-about-waits';
import { correctSuburbs } from './questions/misspelt-suburbs';
import { readWords, wordsAsked } from './read-words';
import { mergeWords } from './tables/merge-words';
import { missingFields, readTable, type TripTable } from './tables/read-table';

/** The rows of a file: the trips, below a title and the headings. */
const MAX_FILE_ROWS = MAX_IMPORT_ROWS + MAX_ROWS_ABOVE_HEADINGS + 1;

/** A file, with the answers about its new drivers and vehicles. */
export type SentFile = { file: Buffer; newcomers?: NewcomerAnswers | undefined };

/** @throws ValidationError for a file without trips to read; where it has other sheets, that is the refusal */
export async function readTripFile(
  call: Call<DbOrTx>,
  { file, newcomers }: SentFile,
  query: PreviewImportQuery,
): Promise<TripFile> {
  const { sheet, headings, layout, isSheetRemembered } = await openTripFile(call, file, MAX_FILE_ROWS, query);
  const { sheets, hiddenColumns } = sheet;
  const used = query.layout === 'use' ? layout : undefined;
  const reading = used ? readingOf(used) : NOTHING_READ;
  const given = query.answers ?? {};
  const hidden = { columns: hiddenColumns, answer: hiddenAnswer(hiddenColumns, given, reading) };
  const byHeadings = readTable(sheet.rows, undefined, hidden);
  const columns = query.columns ?? columnsByLayout(byHeadings.columns, byHeadings.headings.length, reading);
  const table = columns ? readTable(sheet.rows, columns, hidden) : byHeadings;
  const learned = learnedAbout(table.columns, reading);
  const asked = askAboutRows(table, hiddenColumns, given, learned);
  const words = wordsWith(learned.answers.words, given.words);
  const worded = readWords({ ...table, rows: mergeWords(table, asked.rows) }, { ...given, words });
  const texts = worded.rows.map(({ cells }) => cells[table.columns.date ?? -1]?.trim() ?? '');
  const dates = askAboutDates(texts, sheet.countsFrom1904, given, call.now, learned);
  const minutes = askAboutMinutes({ ...table, rows: worded.rows }, given, learned);
  const waits = askAboutWaits({ ...table, rows: worded.rows }, given, learned);
  const answers = {
    ...asked.answers,
    ...dates.answers,
    ...minutes.answers,
    ...waits.answers,
    ...worded.answers,
  };
  const questions = [...asked.questions, ...dates.questions, ...minutes.questions, ...waits.questions];
  const counted = table.rows.length > 0 ? table.rows : asked.rows;
  const refusal = sheet.refusal ?? rowCountFault(counted, sheets.length > 1 ? 'This sheet' : 'The file');
  if (refusal && sheets.length > 1) {
    const hasNoTrips = !sheet.refusal && counted.length === 0;
    return { ...EMPTY_PREVIEW, sheets, sheet: sheet.sheet, refusal, hasNoTrips };
  }
  if (refusal) throw new ValidationError(refusal);
  return {
    ...sheet,
    ...table,
    ...dates,
    ...worded,
    rows: correctSuburbs(worded.rows, table.columns, query.suburbs),
    suburbs: query.suburbs,
    units: minutes.units,
    ...(used && { layout: usedLayout(used) }),
    layoutId: layout?.id,
    memory: {
      headings,
      chosen: chosenFields(table.columns, byHeadings.columns),
      doubts: { ...asked.doubts, ...dates.doubts, ...waits.doubts },
      isUsed: used !== undefined,
    },
    unread: table.unread.filter((column) => !reading.unread.includes(column)),
    given: used ? namesWith(await keptNames(call, reading), newcomers) : newcomers,
    leftOutAt: daysOf(table, worded.rows, dates.reading),
    blankWait: waits.answers.blankWaits === '0' ? 0 : null,
    questions: questions.map((question) => sayLastAnswer(question, answers, learned.answers)),
    answers,
    notes: [
      ...memoryInWords(
        {
          sheet: isSheetRemembered ? sheets[sheet.sheet] : undefined,
          headings,
          columns: table.columns,
          answers,
        },
        learned.answers,
        reading,
      ),
      ...sheet.notes,
      ...asked.notes,
      ...table.notes,
      ...dates.notes,
    ],
  };
}

/** The days of rows that are left out as no trips. */
function daysOf(
  { rows, columns }: TripTable,
  trips: readonly SpreadsheetRow[],
  reading: DateReading,
): Date[] {
  const numbers = new Set(trips.map(({ number }) => number));
  return rows
    .filter(({ number }) => !numbers.has(number))
    .flatMap(({ cells }) => {
      const moment = readMoment(cells[columns.date ?? -1]?.trim() ?? '', '', reading);
      return typeof moment === 'object' ? moment.at : [];
    });
}

/** Rows that were typed: every field has its column, and nothing is left open. */
export const readTyped = ({ rows }: PreviewTyped): TripFile => ({
  ...EMPTY_PREVIEW,
  isTyped: true,
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

/** What has no answer yet, each with where the answer is given. */
export const unansweredQuestions = ({ questions, answers, ...file }: TripFile) => [
  ...questions
    .filter(({ name }) => answers[name] === undefined)
    .map(({ name, text, reason, choices }) => ({
      path: `answers.${name}`,
      text: `${text} ${reason}`,
      message: `${text} ${choices.map(({ value, label }) => `${value}: ${label}`).join('; ')}`,
    })),
  ...wordsAsked(file),
];

/** What an import needs an answer to. A client that does not know the question about blank waits does not know them. */
export const openQuestions = (file: TripFile) =>
  unansweredQuestions(file).filter(
    ({ path }) => path !== 'answers.blankWaits' || file.columns.waitingTime === undefined,
  );

/** @throws ValidationError where the file cannot be imported as it is confirmed, with what is asked */
export function assertImportable(read: TripFile): void {
  if (read.refusal) throw new ValidationError(read.refusal);
  const missing = missingFields(read.columns);
  if (missing.length > 0) throw new ValidationError(`No column is chosen for ${missing.join(', ')}`);
  const open = openQuestions(read);
  const details = open.map(({ path, message }) => ({ path, message }));
  if (open[0]) throw new ValidationError(open[0].text, details);
}
