import { brisbaneDay, formatDay } from '@shared/periods';
import type { DueReport, Lodgement } from '@shared/reports/lodgements';
import { reportLabel } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { useNow } from '@/lib/clock';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { PeriodRoute, StillRunning } from '../period-state';
import { AskedReport } from './asked-report';
import { dueText } from './due-reports';
import { DueState } from './due-state';
import { LodgedReport } from './lodged-report';
import { LodgingSteps, type LodgingStepsProps } from './lodging-steps';

type ReportPanelProps = LodgingStepsProps & {
  /** Only the holder knows whether it was lodged. */
  isAsked: boolean;
  /** The lodgements that the period's current one amends. */
  before: readonly Lodgement[];
  due: DueReport | undefined;
  download: ReactNode;
  alsoDue: ReactNode;
};

export function ReportPanel({ isAsked, due, before, download, alsoDue, ...steps }: ReportPanelProps) {
  const { period, lodgement } = steps;
  const isRunning = useNow() < period.range.to;
  const isDesk = useMediaQuery('(min-width: 64rem)');
  const others = (
    <div className="min-w-0 space-y-4 border-line max-lg:border-t max-lg:pt-6 print:border-0 print:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:*:w-full lg:justify-end print:hidden">
        {download}
      </div>
      {alsoDue}
    </div>
  );
  return (
    <>
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          <h3 className="font-semibold sm:text-lg">{reportLabel(period)}</h3>
          {!isAsked && <LodgementState {...{ period, lodgement, due }} />}
          <StillRunning period={period} />
          {isRunning && (
            <p className="hidden text-sm print:block">
              It can be lodged from {formatDay(brisbaneDay(period.range.to))}.
            </p>
          )}
          <PeriodRoute period={period} />
        </div>
        {isDesk && others}
        <div className="min-w-0 space-y-6 lg:col-span-2">
          {isAsked && <AskedReport period={period} />}
          <LodgingSteps {...steps} />
        </div>
        {!isDesk && others}
      </div>
      {lodgement && (
        <div className="mt-6 space-y-6">
          <LodgedReport period={period} lodgement={lodgement} before={before} />
        </div>
      )}
    </>
  );
}

type LodgementStateProps = Pick<ReportPanelProps, 'period' | 'lodgement' | 'due'>;

function LodgementState({ period, lodgement, due }: LodgementStateProps) {
  const now = useNow();
  if (lodgement)
    return (
      <p className="mt-1 min-w-0 wrap-anywhere">
        <Badge tone="success">{lodgement.amends ? 'Amended' : 'Lodged'}</Badge>{' '}
        <span className="text-muted">
          on {formatDay(lodgement.lodgedOn)}
          {lodgement.reference && `, reference ${lodgement.reference}`}
        </span>
      </p>
    );
  const isOverdue = due?.state === 'overdue';
  const isOver = now >= period.range.to;
  return (
    <p className="mt-1 text-balance">
      {isOver && !isOverdue && <Badge>Not lodged</Badge>}{' '}
      <span className={clsx('inline-block font-medium', isOverdue && 'text-danger')}>
        {due ? <DueState report={due} /> : dueText(period, now)}
      </span>
    </p>
  );
}
