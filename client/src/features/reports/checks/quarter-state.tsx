import { periodAt } from '@shared/reports/report-periods';
import { useNow } from '@/lib/clock';
import { dueText } from '../lodgements/due-reports';
import { PeriodRoute } from '../period-state';

export function QuarterState() {
  const now = useNow();
  const quarter = periodAt('quarterly', now);
  return (
    <section aria-label="This quarter" className="rounded-md border border-line bg-surface p-6 pb-3">
      <h2 className="text-lg font-semibold">{quarter.label}</h2>
      <p className="mb-2 text-sm text-muted">{dueText(quarter, now)}</p>
      <PeriodRoute period={quarter} />
    </section>
  );
}
