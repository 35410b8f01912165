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
import { LONG_WAITS, SomeTrips } from '../trips-link';
import { AnswerDialog } from './answer-dialog';
import { useTmrRequests } from './api';
import { aboutText, daysText } from './request-text';

/** Says that TMR waits for an answer, before anything that is due later (docs/product/reports.md#reports). */
export function OverdueRequests() {
  const today = brisbaneDay(useNow());
  const { overdueRequests: overdue } = useComingUp();
  const [oldest] = overdue;
  const isOne = overdue.length === 1;
  const [isAnswering, setAnswering] = useState(false);
  const letters = useTmrRequests(isOne);
  const letter = letters.data?.find(({ id }) => id === oldest?.id);
  if (!oldest) return null;
  return (
    <div className="@container rounded-md border border-l-4 border-danger bg-danger-soft py-4 pr-4 pl-[0.8125rem] sm:pr-6 sm:pl-[1.3125rem]">
      <div className="flex flex-col items-start gap-3 @form:flex-row @form:items-center @form:gap-x-6">
        <div className="min-w-0 grow">
          <p className="font-semibold">{countOf(overdue.length, 'overdue request')} from TMR</p>
          <p className="text-sm font-semibold text-danger">{dayText(oldest.day, today)}</p>
          {isOne && oldest.name && (
            <Clipped tall short className="text-sm text-muted">
              {`Reference\u00a0${oldest.name}`}
            </Clipped>
          )}
          {/* the line is there before the letter is read, so that nothing moves */}
          {isOne && (
            <p className="min-h-5 text-sm text-muted">
              {letter && `Asks about ${daysText(letter)}: ${aboutText(letter).toLowerCase()}`}
            </p>
          )}
          {letter && (
            <SomeTrips
              {...LONG_WAITS}
              of="Days asked about"
              filters={{ ...LONG_WAITS.filters, startDate: letter.firstDay, endDate: letter.lastDay }}
              words="trips of these days waited more than a day"
            />
          )}
          {isOne && <QueryState query={letters} failed="The request could not be loaded" />}
        </div>
        {isOne ? (
          <Button
            variant="primary"
            className="shrink-0"
            disabled={!letter}
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        ) : (
          <Link href={addressOfEntry(oldest)} className={buttonClass('primary', 'shrink-0')}>
            Show requests
          </Link>
        )}
      </div>
      {isAnswering && letter && <AnswerDialog request={letter} onClose={() => setAnswering(false)} />}
    </div>
  );
}
