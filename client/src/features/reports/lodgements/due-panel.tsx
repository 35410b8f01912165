import { dueReports } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { useLodgements } from '../api';
import { AskedQuarter, useAskedQuarter } from './asked-quarter';
import { dueNow } from './due-reports';
import { DueState } from './due-state';
import { LodgeDialog } from './lodge-dialog';

export function DuePanel() {
  const { data } = useLodgements();
  const now = useNow();
  const [lodging, setLodging] = useState<Period | null>(null);
  const { asked } = useAskedQuarter(data);
  const due = data ? dueNow(dueReports(now, data)) : [];
  const isNothingToLodge = due.every(({ state }) => state === 'running');

  return (
    <>
      {asked && <AskedQuarter period={asked} />}
      {due.length > 0 && (
        <section
          aria-label="What is due"
          className={clsx(
            '@container rounded-md border border-line bg-surface px-4 py-2 sm:px-6',
            asked && 'mt-4 sm:mt-6',
            // the running quarter is next to it there
            isNothingToLodge && 'xl:hidden',
          )}
        >
          <ul className="divide-y divide-line">
            {due.map((report) => (
              <li
                key={report.key}
                className="gap-x-4 gap-y-1 py-2 @form:flex @form:items-center @form:justify-between"
              >
                <div className="flex min-w-0 items-start gap-3">
                  <CalendarClock
                    className={clsx(
                      'mt-0.5 size-5 shrink-0 @max-form:hidden',
                      { running: 'text-muted', due: 'text-due', overdue: 'text-danger' }[report.state],
                    )}
                  />
                  <div className="min-w-0">
                    <p className="font-medium">{reportLabel(report)}</p>
                    <p className="text-sm text-muted">
                      <DueState report={report} />
                    </p>
                  </div>
                </div>
                <div className="-ml-4 flex flex-wrap gap-2">
                  <Link href="/?tab=reports" className={buttonClass('ghost')}>
                    Reports
                  </Link>
                  {report.state !== 'running' && (
                    <Button
                      aria-label={`Mark as lodged: ${reportLabel(report)}`}
                      onClick={() => setLodging(report)}
                    >
                      Mark as lodged
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {lodging && <LodgeDialog period={lodging} onClose={() => setLodging(null)} />}
    </>
  );
}
