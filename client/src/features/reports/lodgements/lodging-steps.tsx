import { countOf, formatCount } from '@shared/figures';
import { brisbaneDay, formatDay } from '@shared/periods';
import { isLookedOver } from '@shared/reports/checks';
import type { Lodgement } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { useChangesOf, useChecks, usePortalData, useWithdrawLodgement } from '../api';
import type { CorrectTrip } from '../checks/finding-line';
import { PeriodQuestions } from '../checks/period-questions';
import { WHAT_WOULD_BE_ASKED } from '../checks/questions';
import { usePortalProgress } from '../portal/portal-cells';
import { copyAll } from '../portal/portal-parts';
import { ChangesSinceLodged } from './changes-since';
import { MarkAsLodged } from './mark-as-lodged';

export type LodgingStepsProps = {
  holderId: string;
  period: Period;
  lodgement: Lodgement | undefined;
  CorrectTrip: CorrectTrip;
};

/** The way of a report into TMR's portal; the next step has the screen's primary button. */
export function LodgingSteps({ holderId, period, lodgement, CorrectTrip }: LodgingStepsProps) {
  const isRunning = useNow() < period.range.to;
  const [isCopiedAtOnce, setCopiedAtOnce] = useState(false);
  const withdraw = useWithdrawLodgement();
  const { data: checks } = useChecks(period);
  // read ahead where it can be lodged, so that it is copied at once
  const { data: portal, isError: isWithoutPortal } = usePortalData(
    period,
    !isRunning && checks !== undefined,
  );
  const progress = usePortalProgress(holderId, period, portal);
  const { cells, copied, isDone } = progress;
  const hasNothing = portal !== undefined && cells.length === 0;
  const isCopied = isCopiedAtOnce || isDone;
  const isNext = !isRunning && !lodgement;
  const hasChanged = useChangesOf(lodgement) !== undefined;
  // a lodged report without a tick was copied elsewhere
  const isPassed = isCopied || (!!lodgement && copied === 0);
  const isChecked = checks !== undefined && isLookedOver(checks) && !hasChanged;
  return (
    <div className="space-y-6">
      {lodgement && <ChangesSinceLodged {...{ period, lodgement, CorrectTrip }} />}
      <ol aria-label="Steps" className="grid min-w-0 grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-2">
        <Step
          number={1}
          title={WHAT_WOULD_BE_ASKED}
          isDone={isChecked}
          isCurrent={!isChecked && !isPassed}
          className="lg:col-span-2"
        >
          <PeriodQuestions period={period} canBeLodged={isNext} CorrectTrip={CorrectTrip} />
        </Step>
        <Step
          number={2}
          title="Copy to TMR's portal"
          isDone={isPassed}
          isCurrent={isChecked && !isPassed && isNext}
          className="print:hidden"
        >
          <div className="mt-2 flex flex-wrap gap-3 max-sm:*:w-full">
            <Link
              href={`/portal/${period.key}`}
              className={buttonClass(
                isNext && isChecked && !isCopied && !hasNothing ? 'primary' : 'secondary',
              )}
            >
              Data for TMR's portal
            </Link>
            {/* there from the start, so that what follows does not move on a phone */}
            {hasNothing ? (
              <p className="flex min-h-11 items-center text-sm text-muted pointer-fine:min-h-10">
                Nothing to copy: no trips, drivers or vehicles.
              </p>
            ) : (
              !isRunning &&
              !isWithoutPortal && (
                <Button
                  icon={Copy}
                  disabled={!portal}
                  onClick={async () => portal && setCopiedAtOnce(await copyAll(portal))}
                >
                  Copy all
                </Button>
              )
            )}
          </div>
          {period.kind === 'annual' && (
            <p className="mt-2 text-sm text-muted">
              TMR takes the year in its portal: your booked trips by postcode, without suburbs. Form F5320 has
              the same figures. We have not found that form published, so send it only if TMR asks you for it.
            </p>
          )}
          {copied > 0 && (
            <p className="mt-2 text-sm text-muted">
              {formatCount(copied)} of {countOf(cells.length, 'cell')} copied
            </p>
          )}
        </Step>
        <Step
          number={3}
          title={lodgement ? 'Marked as lodged' : 'Mark as lodged'}
          isDone={!!lodgement}
          isCurrent={isPassed && !lodgement}
          className="print:hidden"
        >
          {lodgement ? (
            <Button
              variant="ghost"
              className="-ml-4"
              aria-label="Undo: marked as lodged"
              onClick={() => withdraw(lodgement.id)}
            >
              Undo
            </Button>
          ) : isRunning ? (
            <p className="text-sm text-muted">
              From {formatDay(brisbaneDay(period.range.to))}, once the{' '}
              {period.kind === 'annual' ? 'year' : 'quarter'} is over.
            </p>
          ) : (
            <MarkAsLodged
              {...{ period, progress, isCopied }}
              isNext={isCopied || hasNothing}
              className="mt-2 max-sm:w-full"
            />
          )}
        </Step>
      </ol>
    </div>
  );
}

type StepProps = {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  className?: string;
  children: ReactNode;
};

const Step = ({ number, title, isDone, isCurrent, className, children }: StepProps) => (
  <li
    aria-current={isCurrent ? 'step' : undefined}
    className={clsx('grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 print:block', className)}
  >
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-7 place-items-center rounded-full border text-sm font-semibold print:hidden',
        isDone
          ? 'border-success bg-success-soft text-success'
          : isCurrent
            ? 'border-brand bg-brand text-brand-ink forced-color-adjust-none'
            : 'border-line-strong text-muted',
      )}
    >
      {isDone ? <Check className="size-4" /> : number}
    </span>
    <h4 className="flex min-h-7 items-center font-semibold">
      <span className="sr-only">Step {number}: </span>
      {title}
      {isDone && <span className="sr-only">, done</span>}
    </h4>
    <div className="max-sm:col-span-2 max-sm:mt-1 sm:col-start-2">{children}</div>
  </li>
);
