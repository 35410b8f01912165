import {
  brisbaneDay,
  daysBetween,
  daysOf,
  formatDay,
  formatLongDay,
  monthLabel,
  monthsOf,
} from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { useNow } from '@/lib/clock';

export const StillRunning = ({ period: { kind, range } }: { period: Period }) =>
  useNow() < range.to && (
    <p className="text-sm text-muted">
      {kind === 'annual' ? 'Year' : 'Quarter'} still running. Includes trips to date.
    </p>
  );

/** A stop of the way so close to today would lie under its mark on a phone: today has the place of both. */
const CLOSE = 0.06;

/** A period's way from its first day to its due day, and how far it is by now: the figure of the app's logo. */
export function PeriodRoute({ period: { kind, range, label, dueDay } }: { period: Period }) {
  const isAnnual = kind === 'annual';
  const today = brisbaneDay(useNow());
  const { startDate: first, endDate } = daysOf(range);
  const end = brisbaneDay(range.to);
  const at = (day: string) => Math.min(1, Math.max(0, daysBetween(first, day) / daysBetween(first, dueDay)));
  const progress = at(today);
  const percentOver = Math.floor((100 * daysBetween(first, today)) / daysBetween(first, end));
  const months = monthsOf(range).filter((_, index) => index % (isAnnual ? 4 : 1) === 0);
  const [lastDate, lastMonth = ''] = formatLongDay(endDate).split(' ');
  const below = 'left-1/2 -translate-x-1/2';
  const stops = [
    ...months.map((month, index) => ({
      at: at(`${month}-01`),
      name: monthLabel(month).slice(0, 3),
      side: index === 0 ? '-left-0.5' : below,
    })),
    // a year's end lies close to its due day
    {
      at: at(end),
      name: `${lastDate} ${lastMonth.slice(0, 3)}`,
      side: isAnnual ? 'right-1.5' : below,
    },
  ];
  const isHidden = (stop: { at: number }) => progress < 1 && Math.abs(stop.at - progress) < CLOSE;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div
      role="img"
      aria-label={`${label}: ${Math.min(100, Math.max(0, percentOver))} % is over, due ${formatDay(dueDay)}`}
      className="pt-5 pb-8 text-sm text-muted"
    >
      <div className="relative mr-2 ml-1.5 h-1 rounded-full bg-line dark:bg-line-strong forced-colors:bg-[Canvas] forced-colors:outline">
        <div
          className="h-1 rounded-full bg-brand forced-color-adjust-none forced-colors:bg-[Highlight]"
          style={{ width: percent(progress) }}
        />
        {stops
          .filter((stop) => !isHidden(stop))
          .map(({ at, name, side }) => (
            <span
              key={name}
              className={clsx(
                'absolute -top-1 -ml-1.5 size-3 rounded-full border-2',
                at <= progress
                  ? 'border-brand bg-brand forced-color-adjust-none forced-colors:border-[Highlight] forced-colors:bg-[Highlight]'
                  : 'border-line-strong bg-surface',
              )}
              style={{ left: percent(at) }}
            >
              <span className={clsx('absolute top-4 whitespace-nowrap', side)}>{name}</span>
            </span>
          ))}
        {progress < 1 && (
          <span
            className="absolute -top-1.5 -ml-2 size-4 rounded-full border-4 border-brand bg-surface"
            style={{ left: percent(progress) }}
          >
            {stops.some(isHidden) && (
              <span className={clsx('absolute top-4', progress < CLOSE ? '-left-0.5' : below)}>Today</span>
            )}
          </span>
        )}
        <svg viewBox="0 0 18 26" className="absolute -right-2 -bottom-px h-6.5 fill-brand" aria-hidden="true">
          <path d="M9 26C3 19 0 15 0 9.500a9 9 0 0 1 18 0C18 15 15 19 9 26z" />
          <circle cx="9" cy="9" r="3.500" className="fill-surface" />
        </svg>
        <span className="absolute top-3.5 -right-2">Due</span>
      </div>
    </div>
  );
}
