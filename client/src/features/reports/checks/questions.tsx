import { countOf, formatCount } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import { type Checks, isQuestion, type Look, questionsOf } from '@shared/reports/checks';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button } from '@/components/ui/button';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { type Correction, type CorrectTrip, FindingLine } from './finding-line';

export const WHAT_WOULD_BE_ASKED = 'What would an inspector ask?';

type QuestionsProps = {
  periodKey?: string;
  query: UseQueryResult<Checks>;
  /** Stores that the person looked at the questions on the screen. */
  onLooked: (seen: string) => Promise<unknown>;
  /** What happens if it is left as it is, where that is near: "You can lodge now." */
  hint?: string | undefined;
  CorrectTrip?: CorrectTrip;
};

const SHOWN_AT_FIRST = 3;
const AS_THEY_ARE = 'Remarks can be lodged as they are.';

/** What an inspector would ask, each with its trips, drivers or vehicles to be fixed, and who looked at it (docs/product/reports.md#checks). */
export function Questions({ query, onLooked, hint, periodKey = '', CorrectTrip }: QuestionsProps) {
  const { data } = query;
  return (
    <div className="min-w-0">
      <QueryState
        query={query}
        failed="The questions could not be loaded"
        skeleton={<SkeletonGroup label="Checking" bars={['h-6']} />}
      />
      {data && (
        <>
          <QuestionsOutcome checks={data} />
          {hint && data.questions > 0 && <p className="text-sm text-muted">{hint}</p>}
          {data.findings.length > 0 && (
            <QuestionList checks={data} periodKey={periodKey} CorrectTrip={CorrectTrip} />
          )}
          <LastLook look={data.look} onLooked={() => onLooked(data.seen)} />
        </>
      )}
    </div>
  );
}

type QuestionListProps = { checks: Checks; periodKey: string; CorrectTrip: CorrectTrip | undefined };

function QuestionList({ checks, periodKey, CorrectTrip }: QuestionListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const [fixing, setFixing] = useState<Correction | null>(null);
  const { findings, left } = checks;
  const questions = questionsOf(findings).length;
  // remarks can be lodged as they are: what cannot comes first, and then the next step
  const shown = questions > 0 ? Math.min(questions, SHOWN_AT_FIRST) : SHOWN_AT_FIRST;
  const later = findings.slice(shown);
  const areRemarks = !later.some(isQuestion);
  const laterNoun = areRemarks ? (questions > 0 ? 'remark' : 'more remark') : 'more finding';
  const lines = findings.map((finding, index) => (
    <FindingLine
      key={`${finding.title} ${finding.detail}`}
      finding={finding}
      places={checks}
      periodKey={periodKey}
      onlyPrinted={!showsAll && index >= shown}
      onCorrect={CorrectTrip && setFixing}
    />
  ));
  return (
    <>
      <ul aria-label="Findings" className="mt-2 divide-y divide-line border-t border-line">
        {lines.slice(0, questions)}
        {questions > 0 && findings.length > questions && (
          <li className={showsAll ? 'py-3' : 'hidden py-3 print:block'}>
            <p className="font-semibold">{countOf(findings.length - questions, 'remark')}</p>
            <p className="text-sm text-muted">{AS_THEY_ARE}</p>
          </li>
        )}
        {lines.slice(questions)}
      </ul>
      {!showsAll && later.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
          <Button className="max-sm:w-full" onClick={() => setShowsAll(true)}>
            Show {countOf(later.length, laterNoun)}
          </Button>
          {areRemarks && <p className="text-sm text-muted">{AS_THEY_ARE}</p>}
        </div>
      )}
      {left > 0 && (showsAll || later.length === 0) && (
        <p className="mt-2 text-sm text-muted">And {formatCount(left)} more of these kinds.</p>
      )}
      {fixing && CorrectTrip && <CorrectTrip {...fixing} onClose={() => setFixing(null)} />}
    </>
  );
}

/** "No questions", "1 question", "4 questions". */
const questionsText = (count: number): string => (count === 0 ? 'No questions' : countOf(count, 'question'));

/** "No questions · 1 remark · 2 trips in all", "4 questions · 2 trips in all". */
export function QuestionsOutcome({ checks }: { checks: Checks }) {
  const { findings, questions, tripCount } = checks;
  const remarks = findings.length - questionsOf(findings).length;
  const parts = [
    <span key="questions" className={questions > 0 ? 'font-semibold text-due' : 'font-medium text-success'}>
      {questionsText(questions)}
    </span>,
    remarks > 0 && countOf(remarks, 'remark'),
    tripCount > 0 && `${countOf(tripCount, 'trip')} in all`,
  ].filter(Boolean);
  return (
    // a dot precedes each part, and is cut off where it would begin a line
    <p className="-ml-4 text-muted [clip-path:inset(-0.25rem_-0.25rem_-0.25rem_0.75rem)]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <Fragment key={index}>
          <wbr />
          <span className="whitespace-nowrap">
            <span className="inline-block w-4 text-center">{index > 0 && ' · '}</span>
            {part}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

type LastLookProps = { look: Look | null; onLooked: () => Promise<unknown> };

/** Who looked last, and the button for who looks now. */
function LastLook({ look, onLooked }: LastLookProps) {
  const [isPending, setPending] = useState(false);
  async function store() {
    setPending(true);
    await onLooked();
    setPending(false);
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={Check} className="max-sm:w-full print:hidden" disabled={isPending} onClick={store}>
        Looked at
      </Button>
      {look && (
        <p className="min-w-0 text-sm text-muted wrap-anywhere">
          Looked at by {look.person ?? 'a former user'}, {formatDateTime(new Date(look.at))}:{' '}
          {questionsText(look.questions).toLowerCase()}.
          {look.hasChanged && (
            <span className="font-semibold text-due"> The questions have changed since.</span>
          )}
        </p>
      )}
    </div>
  );
}
