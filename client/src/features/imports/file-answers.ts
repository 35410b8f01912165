import type { ColumnWord, ImportAnswers, ImportColumns, ImportPreview } from '@shared/imports/imports';
import { WORD_FIELDS, type WordField, type WordMeaning } from '@shared/trips/reading/column-words';
import type { TripFieldName } from '@shared/trips/trip-fields';
import type { FileReading } from './api';
import { answersToSend, areRowsStale, type NewcomerEdits, NO_EDITS } from './newcomers/newcomer-answers';

/** What words were chosen to mean, by `wordKey`. */
export type Meanings = ReadonlyMap<string, WordMeaning>;
export const wordKey = ({ field, word }: ColumnWord): string => `${field} ${word}`;
const meaningsOf = (words: readonly ColumnWord[]): Meanings =>
  new Map(words.flatMap((one) => (one.becomes ? [[wordKey(one), one.becomes]] : [])));

/** What someone chose since the preview: it counts once it is sent. */
export type Draft = {
  columns: ImportColumns;
  answers: ImportAnswers;
  meanings: Meanings;
  newcomers: NewcomerEdits;
  /** What suburbs are corrected to, by how the file writes them. */
  suburbs: Readonly<Record<string, string>>;
  /** Whether stored trips become what the file says. */
  updates: boolean;
};

export const draftOf = ({ columns, answers, words, suburbs }: ImportPreview): Draft => ({
  columns,
  answers,
  meanings: meaningsOf(words),
  newcomers: NO_EDITS,
  suburbs: suburbs?.corrected ?? {},
  updates: true,
});

type Question = ImportPreview['questions'][number];
/** What is chosen of a question's choices; beforehand it is the likely one. */
export const chosenOf = ({ name, likely }: Question, { answers }: Draft) => answers[name] ?? likely;

export const unansweredQuestions = ({ questions, answers }: ImportPreview) =>
  questions.filter(({ name }) => answers[name] === undefined);
export const isUnknown = ({ becomes }: ColumnWord): boolean => becomes === null;

/** Whether a file leaves something open, so that nothing can be imported. */
export const isLeftOpen = (preview: ImportPreview): boolean =>
  unansweredQuestions(preview).length > 0 || preview.words.some(isUnknown) || preview.tooManyWords.length > 0;

/** Whether each question has a choice. */
export const isComplete = ({ questions, words }: ImportPreview, draft: Draft): boolean =>
  questions.every((question) => chosenOf(question, draft) !== undefined) &&
  words.every((word) => draft.meanings.has(wordKey(word)));

const hasOtherColumns = ({ columns }: ImportPreview, chosen: ImportColumns) =>
  JSON.stringify(Object.entries(columns).toSorted()) !== JSON.stringify(Object.entries(chosen).toSorted());

const hasOtherSuburbs = ({ suburbs }: ImportPreview, draft: Draft) =>
  Object.entries(draft.suburbs).some(([typed, place]) => suburbs?.corrected[typed] !== place);

/** Whether the rows are read otherwise by what was chosen, and have to be checked again. */
export const isReadOtherwise = (preview: ImportPreview, draft: Draft): boolean =>
  hasOtherColumns(preview, draft.columns) ||
  preview.questions.some((question) => chosenOf(question, draft) !== preview.answers[question.name]) ||
  preview.words.some((word) => (draft.meanings.get(wordKey(word)) ?? null) !== word.becomes) ||
  hasOtherSuburbs(preview, draft) ||
  areRowsStale(preview.newcomers, draft.newcomers);

/** The column that an answer is about. */
const ANSWERED_FIELDS: readonly (readonly [keyof ImportAnswers, TripFieldName])[] = [
  ['dateOrder', 'date'],
  ['century', 'date'],
  ['daysFrom', 'date'],
  ['waitingUnit', 'waitingTime'],
  ['blankWaits', 'waitingTime'],
  ['durationUnit', 'duration'],
];

/** The answers that hold for other columns as well: another column has other dates, times or words. */
function answersKept({ columns }: ImportPreview, answers: ImportAnswers, chosen: ImportColumns) {
  // a hidden column that is chosen by hand is asked about again
  const { words, hiddenColumns: _, ...others } = answers;
  const changed = ANSWERED_FIELDS.filter(([, field]) => columns[field] !== chosen[field]).map(
    ([name]) => name,
  );
  const same = WORD_FIELDS.filter((field) => columns[field] === chosen[field]);
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !changed.some((one) => one === name))),
    words: Object.fromEntries(same.map((field) => [field, words?.[field]])),
  };
}

/** The answers to words: to those that are not known, and to those whose meaning was changed. */
function wordAnswers({ words, answers }: ImportPreview, meanings: Meanings): ImportAnswers['words'] {
  const given = (field: WordField) =>
    words
      .filter((one) => one.field === field)
      .map((one) => ({ ...one, meaning: meanings.get(wordKey(one)) }))
      .filter(
        ({ word, isKnown, becomes, meaning }) =>
          meaning && (!isKnown || meaning !== becomes || Object.hasOwn(answers.words?.[field] ?? {}, word)),
      )
      .map(({ word, meaning }) => [word, meaning]);
  return Object.fromEntries(WORD_FIELDS.map((field) => [field, Object.fromEntries(given(field))]));
}

const someOf = (suburbs: Draft['suburbs']) => (Object.keys(suburbs).length > 0 ? suburbs : undefined);

/** How the file is checked again by what was chosen. */
export function readingToCheck(preview: ImportPreview, draft: Draft): FileReading {
  const { columns, newcomers } = draft;
  const answers = { ...draft.answers, words: wordAnswers(preview, draft.meanings) };
  return {
    sheet: preview.sheet,
    columns,
    answers: hasOtherColumns(preview, columns) ? answersKept(preview, answers, columns) : answers,
    newcomers: answersToSend(preview.newcomers, newcomers, false),
    suburbs: someOf(draft.suburbs),
  };
}

/** How the file is imported, just as the preview read it. */
export const readingToImport = (
  { sheet, columns, answers, newcomers }: ImportPreview,
  draft: Draft,
): FileReading => ({
  sheet,
  columns,
  answers,
  newcomers: answersToSend(newcomers, draft.newcomers, true),
  suburbs: someOf(draft.suburbs),
});

/** The draft with each question's likely choice, which someone saw and did not change. */
export const withLikely = (preview: ImportPreview, draft: Draft): Draft => ({
  ...draft,
  answers: {
    ...Object.fromEntries(preview.questions.map((question) => [question.name, chosenOf(question, draft)])),
    ...draft.answers,
  },
});
