import type { ImportAnswers, ImportQuestion } from './imports';

type QuestionName = ImportQuestion['name'];

/** What in a file makes the answer to a question unsure, such as the columns that are hidden. */
export type Doubts = Partial<Record<QuestionName, string[]>>;

/** The answers of earlier files with the same headings, and what was in doubt when they were given (docs/product/import-export.md#layouts). */
export type Learned = { answers: ImportAnswers; doubts: Doubts };

export const NOTHING_LEARNED: Learned = { answers: {}, doubts: {} };

/** The answer of earlier files; undefined if this file has a doubt that they did not have. */
export function learnedAnswer<Name extends QuestionName>(
  { answers, doubts }: Learned,
  name: Name,
  now: readonly string[] = [],
): ImportAnswers[Name] {
  return now.every((doubt) => doubts[name]?.includes(doubt)) ? answers[name] : undefined;
}
