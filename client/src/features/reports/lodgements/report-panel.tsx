import { formatDay } from '@shared/periods';
import type { DueReport, Lodgement } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { useChecks, useWithdrawLodgement } from '../api';
import { type CorrectTrip, Findings } from '../checks/findings';
import { PeriodNote, PeriodRoute, ReadyShare } from '../period-state';
import { PortalTables } from '../portal-tables';
import { dueText } from './due-reports';
import { LodgeDialog } from './lodge-dialog';
import { LodgedReport } from './lodged-report';

type ReportPanelProps = {
  period: Period;
  lodgement: Lodgement | undefined;
  due: DueReport | undefined;
  CorrectTrip: CorrectTrip;
  onSettled: (isSettled: boolean) => void;
  download: ReactNode;
  alsoDue: ReactNode;
};

export function ReportPanel(props: ReportPanelProps) {
  const { period, lodgement, due, CorrectTrip, onSettled, download, alsoDue } = props;
  const isRunning = useNow() < period.range.to;
  const [isLodging, setLodging] = useState(false);
  const [showsPortal, setShowsPortal] = useState(false);
  const withdraw = useWithdrawLodgement();
  const { data: checks } = useChecks(period);
  return (
    <>
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[4fr_3fr] xl:grid-cols-[minmax(0,1fr)_28.5rem]">
        <div className="min-w-0 space-y-3">
          {/* next to the fields that choose the period */}
          <div className="lg:-mt-7">
            <h3 className="text-xl font-semibold">{reportLabel(period)}</h3>
            <LodgementState lodgement={lodgement} due={due} isRunning={isRunning} />
          </div>
          <PeriodRoute period={period} />
          <PeriodNote period={period} withDueDay={!due} />
          <ReadyShare readiness={checks} />
          <div className="flex flex-wrap items-center gap-3 max-sm:*:w-full print:hidden">
            {download}
            <Button aria-expanded={showsPortal} onClick={() => setShowsPortal(!showsPortal)}>
              Data for TMR's portal
              <ChevronDown className={showsPortal ? 'size-4 rotate-180' : 'size-4'} />
            </Button>
            {lodgement ? (
              <Button variant="ghost" onClick={() => withdraw(lodgement.id)}>
                Withdraw lodgement
              </Button>
            ) : (
              !isRunning && <Button onClick={() => setLodging(true)}>Mark as lodged</Button>
            )}
          </div>
          {alsoDue}
        </div>
        <Findings period={period} CorrectTrip={CorrectTrip} onSettled={() => onSettled(true)} />
      </div>
      <div className="space-y-6 not-empty:mt-6">
        {showsPortal && <PortalTables period={period} />}
        {lodgement && <LodgedReport lodgement={lodgement} />}
      </div>
      {isLodging && <LodgeDialog period={period} onClose={() => setLodging(false)} />}
    </>
  );
}

type LodgementStateProps = Pick<ReportPanelProps, 'lodgement' | 'due'> & { isRunning: boolean };

function LodgementState({ lodgement, due, isRunning }: LodgementStateProps) {
  if (lodgement)
    return (
      <p className="mt-1 min-w-0 wrap-anywhere">
        <Badge tone="success">Lodged</Badge>{' '}
        <span className="text-muted">
          on {formatDay(lodgement.lodgedOn)}
          {lodgement.reference && `, reference ${lodgement.reference}`}
        </span>
      </p>
    );
  return (
    <p className="mt-1">
      {due?.state === 'overdue' ? <Badge tone="due">Overdue</Badge> : !isRunning && <Badge>Not lodged</Badge>}{' '}
      <span className={due?.state === 'overdue' ? 'font-medium text-due' : 'font-medium'}>
        {due && dueText(due)}
      </span>
    </p>
  );
}
