import { countOf } from '@shared/figures';
import type { ImportAnswers, ImportQuestion, JobKind } from '@shared/imports';
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
const LEFT_OUT: readonly Kind[] = ['cancelled', 'no-show'];

const kindOf = (text: string): Kind =>
  KINDS.find(([, pattern]) => text.length <= MAX_CHARACTERS && pattern.test(text.trim()))?.[0] ?? 'booked';

/** The rows of a file by the kinds of job that its columns name, and what is asked about them. */
export type JobKindsRead = { kinds: JobKind[]; questions: ImportQuestion[]; answers: ImportAnswers };

/**
 * Takes the rows out that are no trips of a booked hire: cancelled jobs and no-shows always, those from a rank or hailed in the street as
 * it is answered (docs/product/import-export.md#import).
 */
export function readJobKinds(
  { columns, rows }: TripTable,
  given: ImportAnswers,
): JobKindsRead & { rows: SpreadsheetRow[] } {
  const { jobType = -1, status = -1 } = columns;
  if (jobType < 0 && status < 0) return { rows, kinds: [], questions: [], answers: {} };
  const byKind = new Map<Kind, SpreadsheetRow[]>();
  for (const row of rows) {
    // what became of a job counts before its kind
    const became = kindOf(row.cells[status] ?? '');
    const kind = became === 'booked' ? kindOf(row.cells[jobType] ?? '') : became;
    const alike = byKind.get(kind);
    if (alike) alike.push(row);
    else byKind.set(kind, [row]);
  }
  const answer = byKind.has('rank or hail') ? given.rankAndHail : undefined;
  const leftOut: readonly Kind[] = answer === 'leave-out' ? [...LEFT_OUT, 'rank or hail'] : LEFT_OUT;
  const left = new Set(leftOut.flatMap((kind) => byKind.get(kind) ?? []));
  const rank = byKind.get('rank or hail')?.length ?? 0;
  return {
    rows: rows.filter((row) => !left.has(row)),
    kinds: [...byKind].map(([name, { length }]) => ({
      name,
      rows: length,
      isLeftOut: leftOut.includes(name),
    })),
    questions: rank > 0 ? [rankQuestion(rank)] : [],
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
