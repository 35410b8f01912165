import { countOf } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { QueryState } from '@/components/ui/states/query-state';
import { useNow } from '@/lib/clock';
import { addressOfEntry, dayText } from '../coming-up/coming-up-text';
import { useComingUp } from '../coming-up/use-coming-up';
import { AnswerDialog } from './answer-dialog';
import { useTmrRequests } from './api';

/** Says that TMR waits for an answer, before anything that is due later (docs/product/reports.md#reports). */
export function OverdueRequests() {
  const today = brisbaneDay(useNow());
  const { overdueRequests: overdue } = useComingUp();
  const [oldest] = overdue;
  if (!oldest) return null;
  return (
    <div className="@container rounded-md border border-l-4 border-danger bg-danger-soft p-4 sm:px-6">
      <div className="flex flex-col items-start gap-3 @form:flex-row @form:items-center @form:gap-x-6">
        <div className="min-w-0 grow">
          <p className="font-semibold">{countOf(overdue.length, 'overdue request')} from TMR</p>
          <p className="text-sm font-semibold text-danger">{dayText(oldest.day, today)}</p>
          {overdue.length === 1 && oldest.name && (
            <Clipped tall short className="text-sm text-muted">
              {oldest.name}
            </Clipped>
          )}
        </div>
        {overdue.length === 1 ? (
          <AnswerButton id={oldest.id} />
        ) : (
          <Link href={addressOfEntry(oldest)} className={buttonClass('primary', 'shrink-0')}>
            Show requests
          </Link>
        )}
      </div>
    </div>
  );
}

/** Reads the letter, which no one needs before, and opens its answer. */
function AnswerButton({ id }: { id: string }) {
  const [isAnswering, setAnswering] = useState(false);
  const query = useTmrRequests(isAnswering);
  const request = query.data?.find((one) => one.id === id);
  return (
    <div className="shrink-0">
      <Button
        variant="primary"
        pending={isAnswering && query.isFetching && !request}
        onClick={() => setAnswering(true)}
      >
        Answer
      </Button>
      {isAnswering && <QueryState query={query} failed="The request could not be loaded" />}
      {isAnswering && request && <AnswerDialog request={request} onClose={() => setAnswering(false)} />}
    </div>
  );
}
