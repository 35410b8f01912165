import { brisbaneDay, daysBetween, formatDay, monthLabel, monthsOf } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { RouteLine } from '@/components/ui/drawings/route-line';
import { useNow } from '@/lib/clock';

/** A period's way from its first day to its due day, and how far it is by now. */
export function PeriodRoute({ period: { kind, range, label, dueDay } }: { period: Period }) {
  const now = useNow();
  const first = brisbaneDay(range.from);
  const end = brisbaneDay(range.to);
  const at = (day: string) => Math.min(1, Math.max(0, daysBetween(first, day) / daysBetween(first, dueDay)));
  const over = Math.min(
    100,
    Math.floor((100 * daysBetween(first, brisbaneDay(now))) / daysBetween(first, end)),
  );
  const months = monthsOf(range).filter((_, index) => kind === 'quarterly' || index % 3 === 0);
  return (
    <RouteLine
      summary={`${label}: ${Math.max(0, over)} % is over, due ${formatDay(dueDay)}`}
      progress={at(brisbaneDay(now))}
      stops={[
        ...months.map((month) => ({ at: at(`${month}-01`), label: monthLabel(month).slice(0, 3) })),
        { at: at(end), label: '' },
      ]}
      end="Due"
    />
  );
}
