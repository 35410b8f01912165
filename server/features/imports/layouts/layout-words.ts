import type { ImportAnswers, ImportColumns, ImportQuestion } from '@shared/imports/imports';
import type { SheetKind } from '@shared/imports/layouts';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { type RosterFieldName, rosterFields } from '@shared/imports/roster-fields';
import { WORD_FIELDS, WORD_LABELS } from '@shared/trips/reading/column-words';
import { brief } from '@shared/trips/reading/remarks';
import { type TripFieldName, tripField, tripFieldNames } from '@shared/trips/trip-fields';
import type { LayoutReading } from './layout-reading';

/** Names and words of a layout that are listed, and words of a note. */
const MOST_LISTED = 50;
const MOST_NOTED = 5;

const READ = { read: 'read', 'leave-out': 'left out' };
const UNIT = {
  milliseconds: 'milliseconds',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  'mm:ss': 'minutes and seconds',
  'h:mm': 'hours and minutes',
};

type QuestionName = ImportQuestion['name'];
type Answers = Omit<ImportAnswers, 'words'>;
type Labels = { [Name in QuestionName]: [what: string, answers: Record<NonNullable<Answers[Name]>, string>] };

const LABELS: Labels = {
  dateOrder: [
    'Order of dates',
    {
      'day-first': 'day first',
      'month-first': 'month first',
      'year-first': 'year first',
      swapped: 'month first, and swapped by the spreadsheet where it could',
    },
  ],
  century: [
    'Years with two digits that would lie ahead',
    { '1900': 'of the last century', '2000': 'of this century' },
  ],
  daysFrom: ['Days are counted from', { '1900': '1900', '1904': '1904' }],
  waitingUnit: ['Waiting time is in', UNIT],
  durationUnit: ['Duration is in', UNIT],
  blankWaits: ['No waiting time', { '0': 'no wait, 0 minutes', unknown: 'the wait is not known' }],
  hiddenRows: ['Hidden rows', READ],
  hiddenColumns: ['Hidden columns', READ],
  rowsAbove: ['Trips above the headings', READ],
  rowsNotTrips: ['Rows below a line such as "Cancelled trips"', READ],
};
const questionNames = Object.keys(LABELS) as QuestionName[];

/** "Order of dates: month first". */
function answerInWords(name: QuestionName, answer: string): string {
  const [what, answers] = LABELS[name];
  return `${what}: ${(answers as Record<string, string>)[answer] ?? answer}`;
}

const labelOf = (field: TripFieldName) => (tripFieldNames.includes(field) ? tripField(field).label : field);
const headingOf = (headings: readonly string[], column: number) =>
  brief(headings[column]?.trim() ?? '') || `Column ${column + 1}`;

/** The label of a column's field, by what the sheet's rows are. */
const columnLabel = (of: SheetKind, field: TripFieldName) =>
  of === 'trips' ? labelOf(field) : (rosterFields(of)[field as RosterFieldName]?.label ?? field);

function columnsInWords(
  headings: readonly string[],
  columns: ImportColumns,
  of: SheetKind = 'trips',
): string[] {
  return (Object.entries(columns) as [TripFieldName, number][])
    .toSorted(([, a], [, b]) => a - b)
    .map(([field, column]) => `${columnLabel(of, field)}: ${headingOf(headings, column)}`);
}

const some = (texts: readonly string[], most: number) => [
  ...texts.slice(0, most),
  ...(texts.length > most ? [`${texts.length - most} more`] : []),
];

const wordsInWords = (words: ImportAnswers['words'] = {}, most: number) =>
  WORD_FIELDS.flatMap((field) => {
    const meanings = Object.entries(words[field] ?? {});
    const texts = meanings.map(([word, meaning]) => `${word || '(blank)'} is ${WORD_LABELS[meaning]}`);
    return texts.length > 0 ? [`Words of ${labelOf(field)}: ${some(texts, most).join('; ')}`] : [];
  });

/** A name or number as it is compared, without the mark that says which of both it is. */
const nameIn = (key: string) => brief(key.replace(/^[nw]:/, ''));

/** "T101 is 123ABC", by the keys of the names. */
const namesInWords = ({ drivers, vehicles }: NewcomerAnswers, nameOf: ReadonlyMap<string, string>) =>
  [...Object.entries(drivers), ...Object.entries(vehicles)].map(([key, answer]) =>
    answer.as === 'known'
      ? `${nameIn(key)} is ${nameOf.get(answer.id) ?? 'one who was removed'}`
      : `${nameIn(key)} is left out`,
  );

/** All that a layout remembers, for people. */
export function readingInWords(
  headings: readonly string[],
  { sheet, columns, unread, answers, names }: LayoutReading,
  nameOf: ReadonlyMap<string, string>,
  of: SheetKind = 'trips',
): string[] {
  const { words } = answers;
  const skipped = unread.map((column) => headingOf(headings, column));
  const lines = [
    ...(sheet === null ? [] : [`Sheet: ${brief(sheet)}`]),
    ...columnsInWords(headings, columns, of),
    ...(skipped.length > 0 ? [`Not read: ${some(skipped, MOST_LISTED).join(', ')}`] : []),
    ...questionNames.flatMap((name) => (answers[name] ? answerInWords(name, answers[name]) : [])),
    ...wordsInWords(words, MOST_LISTED),
    ...some(namesInWords(names, nameOf), MOST_LISTED),
  ];
  return [...new Set(lines)];
}

type Remembered = {
  /** The sheet that was chosen by its name. */
  sheet?: string | undefined;
  headings: readonly string[];
  columns: ImportColumns;
  answers: ImportAnswers;
};

/** What of a reading came from the layout, in the preview's notes. */
export function memoryInWords(
  { sheet, headings, columns, answers }: Remembered,
  learned: ImportAnswers,
  reading: LayoutReading,
): string[] {
  const chosen = reading.chosen.filter((field) => columns[field] === reading.columns[field]);
  const used = Object.values(columns);
  const skipped = reading.unread
    .filter((column) => !used.includes(column))
    .map((column) => headingOf(headings, column));
  const texts = [
    ...(sheet === undefined ? [] : [`sheet "${brief(sheet)}"`]),
    ...chosen.map((field) => {
      const column = columns[field];
      return column === undefined
        ? `${labelOf(field)}: not read`
        : `${labelOf(field)}: ${headingOf(headings, column)}`;
    }),
    ...questionNames.flatMap((name) =>
      answers[name] && answers[name] === learned[name] ? answerInWords(name, answers[name]) : [],
    ),
    ...(skipped.length > 0 ? [`not read: ${some(skipped, MOST_NOTED).join(', ')}`] : []),
    ...wordsInWords(sameWords(answers.words, learned.words), MOST_NOTED),
  ];
  return texts.map((text) => `As last time: ${text}`);
}

/** A question, and what was answered last time where that does not fit this file. */
export function sayLastAnswer(
  question: ImportQuestion,
  answers: ImportAnswers,
  learned: ImportAnswers,
): ImportQuestion {
  const last = learned[question.name];
  if (last === undefined || answers[question.name] !== undefined) return question;
  return { ...question, reason: `${question.reason} Last time: ${answerInWords(question.name, last)}.` };
}

const sameWords = (
  used: ImportAnswers['words'] = {},
  learned: ImportAnswers['words'] = {},
): ImportAnswers['words'] =>
  Object.fromEntries(
    WORD_FIELDS.map((field) => {
      const known = new Map(
        Object.entries(learned[field] ?? {}).map(([word, as]) => [word.toLowerCase(), as]),
      );
      const same = Object.entries(used[field] ?? {}).filter(
        ([word, as]) => known.get(word.toLowerCase()) === as,
      );
      return [field, Object.fromEntries(same)];
    }),
  );
