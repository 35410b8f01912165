import { countOf } from '@shared/figures';
import { brisbaneDay, daysBetween } from '@shared/periods';
import { periodAt } from '@shared/reports/report-periods';
import { Link } from 'wouter';
import { useNow } from '@/lib/clock';
import { useReadiness } from '../api';
import { PeriodRoute, ReadyShare } from '../period-state';

export function QuarterState() {
  const now = useNow();
  const quarter = periodAt('quarterly', now);
  const { data } = useReadiness(quarter);
  const left = daysBetween(brisbaneDay(now), brisbaneDay(quarter.range.to)) - 1;
  return (
    <section aria-label="This quarter" className="min-h-40">
      <h2 className="font-semibold">{quarter.label}</h2>
      <p className="mb-2 flex justify-between gap-4 text-sm text-muted">
        <span>{data && `${countOf(data.tripCount, 'trip')} so far`}</span>
        <span>{left === 0 ? 'Last day' : `${countOf(left, 'day')} left`}</span>
      </p>
      <PeriodRoute period={quarter} />
      {data && (
        <Link href="/?tab=reports" className="mt-2 block min-h-11 hover:underline">
          <ReadyShare readiness={data} />
        </Link>
      )}
    </section>
  );
}
