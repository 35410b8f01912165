import { formatCount } from '@shared/figures';
import type { ImportAnswers, ImportQuestion } from '@shared/imports/imports';
import { type Doubts, type Learned, learnedAnswer, NOTHING_LEARNED } from '@shared/imports/learned';
import { brief } from '@shared/trips/reading/remarks';
import type { TripTable } from '../tables/read-table';

const BLANK = /^(?:[-\u2013\u2014]*|n\/?a|null)$/i;
const UNKNOWN = /^(?:unknown|not known|not recorded|n\/k|\?+)$/i;

/** What a cell without a time says of the wait: that no one knows it, or nothing; undefined for any other text. */
export const readNoWait = (cell: string): 'unknown' | 'blank' | undefined =>
  UNKNOWN.test(cell.trim()) ? 'unknown' : BLANK.test(cell.trim()) ? 'blank' : undefined;

/**
 * Asks once what rows without a waiting time mean: that no one waited, or that no one knows (docs/product/import-export.md#import).
 * @param given the answers so far @param learned the answers of earlier files
 */
export function askAboutWaits(
  { rows, columns, headings }: TripTable,
  given: ImportAnswers,
  learned: Learned = NOTHING_LEARNED,
) {
  const asked: { questions: ImportQuestion[]; answers: ImportAnswers; doubts: Doubts } = {
    questions: [],
    answers: {},
    doubts: {},
  };
  const column = columns.waitingTime;
  const waitOf = (cells: readonly string[]) => cells[column ?? -1] ?? '';
  // a row of sums has no date
  const dated = rows.filter(({ cells }) => /\d/.test(cells[columns.date ?? -1] ?? ''));
  const without = dated.filter(({ cells }) => readNoWait(waitOf(cells)) === 'blank');
  if (!without[0]) return asked;
  const cell = waitOf(without[0].cells).trim();
  const is = cell === '' ? 'blank' : `"${cell}"`;
  asked.questions.push({
    name: 'blankWaits',
    text: 'What does a trip without a waiting time mean?',
    reason:
      column === undefined
        ? 'No column of the file is read as waiting times. If one has them, choose it below.'
        : `"${brief(headings[column]?.trim() ?? '')}" is ${is} in ${formatCount(without.length)} of ${formatCount(dated.length)} rows, first in row ${without[0].number}.`,
    choices: [
      { value: '0', label: 'No wait: 0 minutes' },
      { value: 'unknown', label: 'The wait is not known: averages leave the trip out' },
    ],
  });
  // a column that had times and now has none may not have been exported
  const doubts = without.length === dated.length ? ['all'] : [];
  asked.doubts.blankWaits = doubts;
  const answer = given.blankWaits ?? learnedAnswer(learned, 'blankWaits', doubts);
  if (answer) asked.answers.blankWaits = answer;
  return asked;
}
