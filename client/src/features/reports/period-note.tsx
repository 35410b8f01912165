import { formatDate, formatDay, lastDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { now } from '@/lib/clock';

type PeriodNoteProps = { period: Period; withDueDay?: boolean };

/** Which days a period has, when its report is due, and whether it is still running. */
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
