import { dueReports } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass } from '@/components/ui/button';
import { useNow } from '@/lib/clock';
import { LodgeDialog } from './components/lodge-dialog';
import { dueNow, dueText } from './due-text';
import { useLodgements } from './lodgements-api';

export const dueFrame = 'rounded-md border border-line bg-surface px-4 py-2 sm:px-6';

type DuePanelProps = {
  /** Adds a link to the Reports tab. */
  withLink?: boolean;
  /** Shown while loading, where contents below would move. */
  skeleton?: ReactNode;
};

/** The reports that are due; nothing when none is. */
export function DuePanel({ withLink = false, skeleton = null }: DuePanelProps) {
  const { data, isPending } = useLodgements();
  const now = useNow();
  const [lodging, setLodging] = useState<Period | null>(null);
  const due = data ? dueNow(dueReports(now, data)) : [];
  if (isPending) return skeleton;
  if (due.length === 0) return null;

  return (
    <section aria-label="What is due" className={dueFrame}>
      <ul className="divide-y divide-line">
        {due.map((report) => (
          <li key={report.key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="flex min-w-0 items-start gap-3">
              <CalendarClock
                className={`mt-0.5 size-5 shrink-0 ${report.state === 'running' ? 'text-muted' : 'text-due'}`}
              />
              <div className="min-w-0">
                <p className="font-medium">{reportLabel(report)}</p>
                <p className="text-sm text-muted">
                  {report.state === 'overdue' ? <Badge tone="due">Overdue</Badge> : null} {dueText(report)}
                </p>
              </div>
            </div>
            <div className={clsx('flex flex-wrap gap-2', withLink && 'max-sm:pl-4')}>
              {withLink && (
                <Link href="/?tab=reports" className={buttonClass('ghost')}>
                  Reports
                </Link>
              )}
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
      {lodging && <LodgeDialog period={lodging} onClose={() => setLodging(null)} />}
    </section>
  );
}
