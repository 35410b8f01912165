import { countOf } from '@shared/figures';
import {
  brisbaneDay,
  daysBetween,
  formatDate,
  formatDay,
  lastDay,
  monthLabel,
  monthsOf,
} from '@shared/periods';
import { type Readiness, readyPercent } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import { RouteLine } from '@/components/ui/drawings/route-line';
import { now, useNow } from '@/lib/clock';

type PeriodNoteProps = { period: Period; withDueDay?: boolean };

/** The days of a period, when its report is due, and whether it is still running. */
export function PeriodNote({ period: { kind, range, dueDay }, withDueDay = true }: PeriodNoteProps) {
  return (
    <div className="text-sm text-muted">
      <p>
        {formatDate(range.from)} to {formatDay(lastDay(range))}
        {withDueDay && `, due ${formatDay(dueDay)}`}.
      </p>
      {now() < range.to && (
        <p className="text-due">
          This {kind === 'annual' ? 'year' : 'quarter'} is not over: the report holds what is logged so far.
        </p>
      )}
    </div>
  );
}

/** A period's way from its first day to its due day, and how far it is by now. */
export function PeriodRoute({ period: { kind, range, label, dueDay } }: { period: Period }) {
  const today = brisbaneDay(useNow());
  const first = brisbaneDay(range.from);
  const end = brisbaneDay(range.to);
  const at = (day: string) => Math.min(1, Math.max(0, daysBetween(first, day) / daysBetween(first, dueDay)));
  const percentOver = Math.floor((100 * daysBetween(first, today)) / daysBetween(first, end));
  const months = monthsOf(range).filter((_, index) => kind === 'quarterly' || index % 3 === 0);
  return (
    <RouteLine
      summary={`${label}: ${Math.min(100, Math.max(0, percentOver))} % is over, due ${formatDay(dueDay)}`}
      progress={at(today)}
      stops={[
        ...months.map((month) => ({ at: at(`${month}-01`), label: monthLabel(month).slice(0, 3) })),
        { at: at(end), label: '' },
      ]}
      end="Due"
    />
  );
}

/** The share of a period's trips without a finding; its place is reserved until that is known. */
export function ReadyShare({ readiness }: { readiness: Readiness | undefined }) {
  const ready = readiness && readyPercent(readiness);
  return (
    <p className="flex min-h-9 flex-wrap items-baseline gap-x-2 max-sm:min-h-15">
      {readiness && (
        <>
          <span className="text-xl font-semibold">{ready === null ? 'No trips' : `${ready} % ready`}</span>
          <span className="text-muted">
            {readiness.toLookAt > 0
              ? `${countOf(readiness.toLookAt, 'trip')} to look at`
              : ready !== null && countOf(readiness.tripCount, 'trip')}
          </span>
        </>
      )}
    </p>
  );
}
