import { countOf } from '@shared/figures';
import { brisbaneDay } from '@shared/periods';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { QueryState } from '@/components/ui/states/query-state';
import { useNow } from '@/lib/clock';
import { addressOfEntry, comingUpDayText } from '../coming-up/coming-up-text';
import type { ListedEntry } from '../coming-up/use-coming-up';
import { AnswerDialog } from './answer-dialog';
import { useTmrRequests } from './api';
import { aboutText, daysText } from './request-text';

type OverdueRequestsProps = {
  /** The soonest due first. They are handed in: one that read them itself would ask again, each time it appears, for what cannot be read. */
  overdue: readonly ListedEntry[];
};

/** Says that TMR waits for an answer, before anything that is due later (docs/product/reports.md#reports). */
export function OverdueRequests({ overdue }: OverdueRequestsProps) {
  const today = brisbaneDay(useNow());
  const [oldest] = overdue;
  const isOne = overdue.length === 1;
  const [isAnswering, setAnswering] = useState(false);
  const letters = useTmrRequests(isOne);
  const letter = letters.data?.find(({ id }) => id === oldest?.id);
  if (!oldest) return null;
  return (
    <div className="@container rounded-md border border-l-4 border-danger bg-danger-soft py-4 pr-4 pl-[0.8125rem] sm:pr-6 sm:pl-[1.3125rem]">
      <div className="grid grid-cols-1 items-center justify-items-start gap-x-6 gap-y-3 @form:grid-cols-[minmax(0,1fr)_auto] @form:gap-y-0 print:grid-cols-1!">
        <div>
          <p className="font-semibold">{countOf(overdue.length, 'overdue request')} from TMR</p>
          <p className="text-sm font-semibold text-danger">{comingUpDayText(oldest.day, today)}</p>
          {/* the line is there before the letter is read, so that nothing moves */}
          {isOne && (
            <p className="min-h-5 text-sm text-muted">
              {letter && `Asks about ${daysText(letter)}: ${aboutText(letter).toLowerCase()}`}
            </p>
          )}
          {isOne && <QueryState query={letters} failed="The request could not be loaded" />}
        </div>
        {isOne ? (
          <Button
            variant="primary"
            className="@form:row-span-2"
            disabled={!letter}
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        ) : (
          <Link href={addressOfEntry(oldest)} className={buttonClass('primary')}>
            Show requests
          </Link>
        )}
        {/* the whole, which people compare with the letter; below the button, because it can be long */}
        {isOne && oldest.name && (
          <p className="text-sm wrap-anywhere text-muted">
            Reference&nbsp;<bdi>{oldest.name}</bdi>
          </p>
        )}
      </div>
      {isAnswering && letter && <AnswerDialog request={letter} onClose={() => setAnswering(false)} />}
    </div>
  );
}
