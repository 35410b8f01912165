import { countOf } from '@shared/figures';
import { type ColumnWord, type ImportAnswers, MAX_COLUMN_WORDS } from '@shared/imports/imports';
import {
  readColumnWord,
  WORD_FIELDS,
  WORD_LABELS,
  WORD_MEANINGS,
  type WordField,
  type WordMeaning,
} from '@shared/trips/reading/column-words';
import { brief } from '@shared/trips/reading/remarks';
import { TRIP_KINDS, type TripKind, USUAL_KIND } from '@shared/trips/trip-kinds';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { TripTable } from './tables/read-table';

/** The most characters of the words of a column in an address, where each can come back with its meaning. */
const MAX_ENCODED = 2500;

/** Words that a message names. */
const MAX_NAMED = 5;

/** A word as people see it: the beginning of a long text. */
const shown = (cell: string): string => brief(cell.trim()).replace(/\s+/g, ' ');
/** What makes spellings one word. */
const keyOf = (cell: string): string => shown(cell).toLowerCase();

type FieldWord = ColumnWord & { key: string };

/** How the words of the columns of states and kinds are read. */
export type WordsRead = {
  /** The rows that are not known to be no trips. */
  rows: SpreadsheetRow[];
  words: ColumnWord[];
  tooManyWords: WordField[];
  notTrips: number;
  answers: Pick<ImportAnswers, 'words'>;
  /** Reads the kind of a row's trip; undefined where its words tell none. */
  kindOf: (row: SpreadsheetRow) => TripKind | undefined;
  /** Whether a row's state says rank or hail, and its kind something else. */
  kindsDiffer: (row: SpreadsheetRow) => boolean;
};

/**
 * Reads the columns of states and kinds: what each word means, and which rows are no trips (docs/product/import-export.md#words-of-a-column).
 * @param given the answers so far; those to words that the file does not have are left out
 */
export function readWords({ columns, headings, rows }: TripTable, given: ImportAnswers): WordsRead {
  const dated = rows.filter(({ cells }) => /\d/.test(cells[columns.date ?? -1] ?? ''));
  const read = WORD_FIELDS.flatMap((field) => {
    const column = columns[field];
    // blanks alone say nothing
    if (column === undefined || !dated.some(({ cells }) => cells[column]?.trim())) return [];
    const heading = headings[column] ?? '';
    const answers = new Map<string, WordMeaning>();
    for (const [word, meaning] of Object.entries(given.words?.[field] ?? {}))
      answers.set(keyOf(word), meaning);
    return { field, column, heading, answers, ...wordsOf(field, column, dated, heading, answers) };
  });
  const meaningsOf = ({ cells }: SpreadsheetRow) => {
    const meanings: Partial<Record<WordField, WordMeaning | null>> = {};
    for (const { field, column, heading, byKey } of read) {
      const cell = cells[column] ?? '';
      // a row without a date is asked nothing
      const word = byKey.get(keyOf(cell));
      meanings[field] = (word ? word.becomes : readColumnWord(field, cell, heading)) ?? null;
    }
    return meanings;
  };
  const isTrip = (row: SpreadsheetRow) => !Object.values(meaningsOf(row)).includes('not-a-trip');
  const trips = read.length === 0 ? rows : rows.filter(isTrip);
  return {
    rows: trips,
    words: read.flatMap(({ words }) => words.map(({ key: _, ...word }) => word)),
    tooManyWords: read.filter(({ isTooMuch }) => isTooMuch).map(({ field }) => field),
    notTrips: rows.length - trips.length,
    answers: answersOf(read),
    kindOf: (row) => {
      const { status, kind = USUAL_KIND } = meaningsOf(row);
      if (status === 'rank-or-hail') return status;
      return TRIP_KINDS.find((one) => one === kind);
    },
    kindsDiffer: (row) => {
      const { status, kind } = meaningsOf(row);
      const isSaid = row.cells[columns.kind ?? -1]?.trim();
      return status === 'rank-or-hail' && kind !== status && Boolean(isSaid);
    },
  };
}

/** The different words of a column, most frequent first; too many are no words, and are not read. */
function wordsOf(
  field: WordField,
  column: number,
  rows: readonly SpreadsheetRow[],
  heading: string,
  answers: ReadonlyMap<string, WordMeaning>,
) {
  const found = new Map<string, { word: string; rows: number }>();
  for (const { cells } of rows) {
    const cell = cells[column] ?? '';
    const key = keyOf(cell);
    const one = found.get(key);
    if (one) one.rows += 1;
    else found.set(key, { word: cell.trim(), rows: 1 });
  }
  const keys = [...found.keys()];
  const isTooMuch =
    keys.length > MAX_COLUMN_WORDS || encodeURIComponent(JSON.stringify(keys)).length > MAX_ENCODED;
  if (isTooMuch) return { words: [], byKey: new Map<string, never>(), isTooMuch };
  const words = [...found]
    .map(([key, { word, rows }]): FieldWord => {
      const known = readColumnWord(field, word, heading);
      const becomes = answers.get(key) ?? known ?? null;
      return { key, field, word: shown(word), rows, becomes, isKnown: known !== undefined };
    })
    .toSorted((a, b) => b.rows - a.rows);
  return { words, byKey: new Map(words.map((word) => [word.key, word])), isTooMuch };
}

type Answers = NonNullable<ImportAnswers['words']>;

/** The answers to words that the file has, in its spelling. */
function answersOf(
  read: readonly {
    field: WordField;
    words: readonly FieldWord[];
    answers: ReadonlyMap<string, WordMeaning>;
  }[],
): WordsRead['answers'] {
  const given = read.flatMap(({ field, words, answers }) => {
    const ofField = words.flatMap(({ key, word }) => {
      const meaning = answers.get(key);
      return meaning ? [[word, meaning]] : [];
    });
    return ofField.length > 0 ? [[field, Object.fromEntries(ofField)]] : [];
  });
  return given.length > 0 ? { words: Object.fromEntries(given) } : {};
}

/** Characters that the database refuses in JSON. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** The answers for the audit trail, such as "COA: Not a trip; POB: Trip" under `wordsOfStatus`. */
export function answersInWords(answers: Answers = {}): Record<string, string> {
  const text = (of: Record<string, WordMeaning>) =>
    Object.entries(of).map(
      ([word, meaning]) => `${word.replace(UNSTORABLE, '') || '(blank)'}: ${WORD_LABELS[meaning]}`,
    );
  const { status, kind } = answers;
  return {
    ...(status && { wordsOfStatus: text(status).join('; ') }),
    ...(kind && { wordsOfKind: text(kind).join('; ') }),
  };
}

/** What the columns of states and kinds leave open: a column with too many words, and every word that is not known. */
export function wordsAsked({
  words,
  tooManyWords,
  columns,
  headings,
}: Pick<WordsRead, 'words' | 'tooManyWords'> & Pick<TripTable, 'columns' | 'headings'>) {
  const nameOf = (field: WordField) => `"${brief(headings[columns[field] ?? -1]?.trim() ?? '')}"`;
  const tooMany = tooManyWords.map((field) => {
    const message = `Column ${nameOf(field)} has more than ${MAX_COLUMN_WORDS} different words, or too long ones: leave it out, or choose another`;
    return { path: `columns.${field}`, text: message, message };
  });
  const open = words.filter(({ becomes }) => becomes === null);
  const named = (word: string) => (word ? `"${word}"` : 'a blank');
  const quoted = open.slice(0, MAX_NAMED).map(({ word }) => named(word));
  const more = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : '';
  return [
    ...tooMany,
    ...open.map(({ field, word, rows }) => ({
      path: `answers.words.${field}`,
      text: `What ${open.length === 1 ? 'does this word' : 'do these words'} mean: ${quoted.join(', ')}${more}?`,
      message: `${named(word)} under ${nameOf(field)}, ${countOf(rows, 'row')}: ${WORD_MEANINGS[field].join('; ')}`,
    })),
  ];
}
