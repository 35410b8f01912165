import type { ImportAnswers, ImportColumns, ImportQuestion } from '@shared/imports/imports';
import type { Doubts, Learned } from '@shared/imports/learned';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import type { TripFieldName } from '@shared/trips/trip-fields';
import { isFleetNumber } from '../newcomers/fleet-number';

/** How sheets of a layout are read. */
export type LayoutReading = {
  /** The sheet of a workbook that was read last; null where there was only one. */
  sheet: string | null;
  columns: ImportColumns;
  /** The fields whose columns a person chose or left out; the headings say the others. */
  chosen: TripFieldName[];
  /** The columns that nothing was read from. */
  unread: number[];
  answers: ImportAnswers;
  doubts: Doubts;
  /** Whom and what the file's names and numbers mean, and those that are left out. */
  names: NewcomerAnswers;
};

const NO_NAMES: NewcomerAnswers = { drivers: {}, vehicles: {} };
export const NOTHING_READ: LayoutReading = {
  sheet: null,
  columns: {},
  chosen: [],
  unread: [],
  answers: {},
  doubts: {},
  names: NO_NAMES,
};

/** Words of a column, and names, that a layout keeps: the latest. */
const MAX_WORDS = 200;
const MAX_NAMES = 1000;

type QuestionName = ImportQuestion['name'];

/** The field that an answer is about; without one it is about the rows. */
const FIELD_OF: Partial<Record<QuestionName, TripFieldName>> = {
  dateOrder: 'date',
  century: 'date',
  daysFrom: 'date',
  waitingUnit: 'waitingTime',
  blankWaits: 'waitingTime',
  durationUnit: 'duration',
};

/** What a layout knows about a table with these columns: nothing about a field that is read from another column than it was. */
export function learnedAbout(columns: ImportColumns, reading: LayoutReading): Learned {
  const isSame = (field: TripFieldName | undefined) => !field || columns[field] === reading.columns[field];
  const { words, ...answers } = reading.answers;
  const kept = Object.fromEntries(
    (Object.entries(answers) as [QuestionName, string][]).filter(([name]) => isSame(FIELD_OF[name])),
  );
  const { status, kind } = words ?? {};
  const known = { ...(isSame('status') && { status }), ...(isSame('kind') && { kind }) };
  return { answers: { ...kept, words: known }, doubts: reading.doubts };
}

/** The words that were learned, and over them those that a person gave. */
export const wordsWith = (learned: ImportAnswers['words'] = {}, given: ImportAnswers['words'] = {}) => ({
  status: { ...learned.status, ...given.status },
  kind: { ...learned.kind, ...given.kind },
});

/** The names that were learned, and over them those that a person gave. */
export const namesWith = (learned: NewcomerAnswers, given: NewcomerAnswers = NO_NAMES): NewcomerAnswers => ({
  drivers: { ...learned.drivers, ...given.drivers },
  vehicles: { ...learned.vehicles, ...given.vehicles },
});

/** The columns of a table that its headings say, with what a person chose or left out before; undefined where they did not. */
export function columnsByLayout(byHeadings: ImportColumns, width: number, reading: LayoutReading) {
  const { chosen, columns } = reading;
  if (chosen.length === 0) return undefined;
  const own = chosen.filter((field) => (columns[field] ?? 0) < width);
  const taken = own.map((field) => columns[field]);
  const fields = Object.entries(byHeadings) as [TripFieldName, number][];
  const others = fields.filter(([field, column]) => !own.includes(field) && !taken.includes(column));
  const ofOwn = own.flatMap((field) => (columns[field] === undefined ? [] : [[field, columns[field]]]));
  return Object.fromEntries([...others, ...ofOwn]) as ImportColumns;
}

/** The fields that are read from other columns than the headings say. */
export const chosenFields = (columns: ImportColumns, byHeadings: ImportColumns) =>
  ([...new Set([...Object.keys(columns), ...Object.keys(byHeadings)])] as TripFieldName[]).filter(
    (field) => columns[field] !== byHeadings[field],
  );

/** The last of what was remembered and is said now, by key. */
function latest<T>(before: Record<string, T> = {}, now: Record<string, T> = {}, most = MAX_NAMES) {
  const known = Object.entries(before).filter(([key]) => now[key] === undefined);
  return Object.fromEntries([...known, ...Object.entries(now)].slice(-most));
}

/** Spellings of one word are one. */
const byWord = <T>(words: Record<string, T> = {}) =>
  Object.fromEntries(Object.entries(words).map(([word, meaning]) => [word.toLowerCase(), [word, meaning]]));

function latestWords<T>(before?: Record<string, T>, now?: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.values(latest(byWord(before), byWord(now), MAX_WORDS)));
}

/** What is known after another file: its answers, and those it did not need, unless they were about another column. */
export function readingAfter(before: LayoutReading, now: LayoutReading): LayoutReading {
  const { answers, doubts } = learnedAbout(now.columns, before);
  const names = Object.keys(now.answers) as QuestionName[];
  const sameAnswer = names.filter((name) => answers[name] === now.answers[name]);
  const both = sameAnswer.map((name) => [
    name,
    [...new Set([...(doubts[name] ?? []), ...(now.doubts[name] ?? [])])],
  ]);
  const used = Object.values(now.columns);
  return {
    ...now,
    unread: [...new Set([...before.unread, ...now.unread])].filter((column) => !used.includes(column)),
    answers: {
      ...answers,
      ...now.answers,
      words: {
        status: latestWords(answers.words?.status, now.answers.words?.status),
        kind: latestWords(answers.words?.kind, now.answers.words?.kind),
      },
    },
    doubts: { ...doubts, ...now.doubts, ...Object.fromEntries(both) },
    names: {
      drivers: latest(before.names.drivers, now.names.drivers),
      vehicles: latest(before.names.vehicles, now.names.vehicles),
    },
  };
}

/** The answers to keep. A fleet number is found by the call sign that it became, and may be another car's later. */
export function namesToKeep({ drivers, vehicles }: NewcomerAnswers = NO_NAMES): NewcomerAnswers {
  const kept = <T extends { as: string }>(answers: Record<string, T>, isLasting: (key: string) => boolean) =>
    Object.fromEntries(
      Object.entries(answers).filter(
        ([key, { as }]) => as === 'left-out' || (as === 'known' && isLasting(key)),
      ),
    );
  return { drivers: kept(drivers, () => true), vehicles: kept(vehicles, (key) => !isFleetNumber(key)) };
}
