import { countOf } from '@shared/figures';
import type { ImportAnswers, ImportQuestion } from '@shared/imports';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { TripTable } from './find-columns';

type Kind = 'cancelled' | 'no-show' | 'rank or hail' | 'booked';

/** How dispatch systems say what became of a job, or what kind it is. */
const KINDS: readonly [Kind, RegExp][] = [
  ['cancelled', /^(?:job |trip |booking )?(?:cancel(?:l?ed|lation)?|cxl|void(?:ed)?|rejected)\b/i],
  ['no-show', /^no[ -]?shows?\b|^passenger no[ -]?show\b|^did not travel\b|^no job\b/i],
  ['rank or hail', /^(?:rank|(?:street )?hail(?:ed)?|flag(?:ged)?[ -]?(?:down|fall)?|kerb(?:side)?)\b/i],
];
const MAX_CHARACTERS = 100;

const kindOf = (text: string): Kind =>
  KINDS.find(([, pattern]) => text.length <= MAX_CHARACTERS && pattern.test(text.trim()))?.[0] ?? 'booked';

/**
 * Takes the rows out that are no trips of a booked hire: cancelled jobs and no-shows always, those from a rank or hailed in the street as
 * it is answered (docs/product/import-export.md#import).
 */
export function readJobKinds({ columns, rows }: TripTable, given: ImportAnswers) {
  const { jobType = -1, status = -1 } = columns;
  const kindOfRow = ({ cells }: SpreadsheetRow) => {
    // what became of a job counts before its kind
    const became = kindOf(cells[status] ?? '');
    return became === 'booked' ? kindOf(cells[jobType] ?? '') : became;
  };
  const counts = new Map<Kind, number>();
  if (jobType >= 0 || status >= 0)
    for (const kind of rows.map(kindOfRow)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const fromRank = counts.get('rank or hail') ?? 0;
  const answer = fromRank > 0 ? given.rankAndHail : undefined;
  const isLeftOut = (kind: Kind) =>
    kind === 'rank or hail' ? answer === 'leave-out' : kind === 'cancelled' || kind === 'no-show';
  return {
    rows: rows.filter((row) => !isLeftOut(kindOfRow(row))),
    kinds: [...counts].map(([name, count]) => ({ name, rows: count, isLeftOut: isLeftOut(name) })),
    questions: fromRank > 0 ? [rankQuestion(fromRank)] : [],
    answers: answer ? { rankAndHail: answer } : {},
  };
}

const rankQuestion = (rows: number): ImportQuestion => ({
  name: 'rankAndHail',
  text: `${countOf(rows, 'row')} of the file ${rows === 1 ? 'is' : 'are'} from a rank or hailed. Import ${rows === 1 ? 'it' : 'them'}?`,
  reason: 'Trip Log reports on booked hire; a trip from a rank or the street was not booked.',
  choices: [
    { value: 'leave-out', label: 'Leave out: these are not booked hire' },
    { value: 'import', label: 'Import: these were booked' },
  ],
});
