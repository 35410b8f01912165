import { lastDay } from '@shared/periods';
import { periodAt, previousPeriod } from '@shared/reports/report-periods';
import { ClipboardCheck } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { useTrips } from '@/features/trips/api';
import { useNow } from '@/lib/clock';
import { addressOf } from '../tabs/tab-address';

/** The last quarter that is over and has trips, else the running one. */
export function useQuarterToLookOver(hasTrips: boolean) {
  const running = periodAt('quarterly', useNow());
  const endDate = lastDay(previousPeriod(running).range);
  const { data } = useTrips({ endDate, limit: 1 }, hasTrips);
  const latest = data?.trips[0];
  return {
    quarter: latest ? periodAt('quarterly', new Date(latest.datetime)) : running,
    isKnown: hasTrips && data !== undefined,
  };
}

/** Leads from an import to the report that its trips are in. */
export function LookOverQuarter() {
  const { quarter, isKnown } = useQuarterToLookOver(true);
  if (!isKnown) return null;
  return (
    <Link
      href={addressOf('reports', `period=${quarter.key}`)}
      className={buttonClass('secondary', 'max-sm:w-full')}
    >
      <ClipboardCheck className="size-4 shrink-0" />
      Look over {quarter.label}
    </Link>
  );
}
