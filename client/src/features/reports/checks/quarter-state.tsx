import { periodAt } from '@shared/reports/report-periods';
import { Link } from 'wouter';
import { useNow } from '@/lib/clock';
import { useReadiness } from '../api';
import { dueText } from '../lodgements/due-reports';
import { PeriodRoute, readinessText } from '../period-state';

export function QuarterState() {
  const now = useNow();
  const quarter = periodAt('quarterly', now);
  const { data } = useReadiness(quarter);
  return (
    <section aria-label="This quarter" className="min-h-48 rounded-md border border-line bg-surface p-6 pb-3">
      <h2 className="text-lg font-semibold">{quarter.label}</h2>
      <p className="mb-2 text-sm text-muted">{dueText(quarter, now)}</p>
      <PeriodRoute period={quarter} />
      {data && (
        <Link
          href="/?tab=reports"
          className="inline-flex min-h-11 items-center font-semibold hover:underline"
        >
          {readinessText(data)}
        </Link>
      )}
    </section>
  );
}
