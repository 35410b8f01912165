import { countOf } from '@shared/figures';
import { brisbaneDay, daysBetween, daysOf, formatDay, monthLabel, monthsOf } from '@shared/periods';
import { type Readiness, readyPercent } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { now, useNow } from '@/lib/clock';

type PeriodNoteProps = { period: Period; withDueDay?: boolean };

export function PeriodNote({ period: { kind, range, dueDay }, withDueDay = true }: PeriodNoteProps) {
  const { startDate, endDate } = daysOf(range);
  return (
    <div className="text-sm text-muted">
      <p>
        {formatDay(startDate)} to {formatDay(endDate)}
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

/** A period's way from its first day to its due day, and how far it is by now: the figure of the app's logo. */
export function PeriodRoute({ period: { kind, range, label, dueDay } }: { period: Period }) {
  const today = brisbaneDay(useNow());
  const first = brisbaneDay(range.from);
  const end = brisbaneDay(range.to);
  const at = (day: string) => Math.min(1, Math.max(0, daysBetween(first, day) / daysBetween(first, dueDay)));
  const progress = at(today);
  const percentOver = Math.floor((100 * daysBetween(first, today)) / daysBetween(first, end));
  const months = monthsOf(range).filter((_, index) => kind === 'quarterly' || index % 3 === 0);
  const stops = [
    ...months.map((month) => ({ at: at(`${month}-01`), name: monthLabel(month).slice(0, 3) })),
    { at: at(end), name: '' },
  ];
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div
      role="img"
      aria-label={`${label}: ${Math.min(100, Math.max(0, percentOver))} % is over, due ${formatDay(dueDay)}`}
      className="pt-5 text-sm text-muted"
    >
      <div className="relative mr-2 ml-1.5 h-1 rounded-full bg-line forced-colors:bg-[CanvasText]">
        <div
          className="h-1 rounded-full bg-brand forced-color-adjust-none"
          style={{ width: percent(progress) }}
        />
        {stops.map(({ at, name }) => (
          <span
            key={at}
            className={clsx(
              'absolute -top-1 -ml-1.5 size-3 rounded-full border-2',
              at <= progress
                ? 'border-brand bg-brand forced-color-adjust-none'
                : 'border-line-strong bg-surface',
            )}
            style={{ left: percent(at) }}
          >
            <span className="absolute top-4 left-0 whitespace-nowrap">{name}</span>
          </span>
        ))}
        {progress < 1 && (
          <span
            className="absolute -top-1.5 -ml-2 size-4 rounded-full border-4 border-brand bg-surface"
            style={{ left: percent(progress) }}
          />
        )}
        <svg viewBox="0 0 18 26" className="absolute -right-2 -bottom-px h-6.5 fill-brand" aria-hidden="true">
          <path d="M9 26C3 19 0 15 0 9.500a9 9 0 0 1 18 0C18 15 15 19 9 26z" />
          <circle cx="9" cy="9" r="3.500" className="fill-surface" />
        </svg>
      </div>
      <p className="mt-3 text-right">Due</p>
    </div>
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
