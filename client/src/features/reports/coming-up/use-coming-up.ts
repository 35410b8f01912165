import { addDays, brisbaneDay } from '@shared/periods';
import { type DueReport, dueReports } from '@shared/reports/lodgements';
import { byDay, DAYS_AHEAD, type DatedEntry } from '@shared/to-do/dated-entries';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/lib/clock';
import { queryKeys } from '@/lib/query-keys';
import { useLodgements } from '../api';

/** An entry, and its report. */
export type ListedEntry = DatedEntry & { report?: DueReport };

/**
 * Entries that come up soon, soonest first. Reports are those of `useLodgements`, which knows what the holder has answered on this device, so
 * everything on a page says the same of them.
 */
export function useComingUp() {
  const now = useNow();
  const others = useQuery<DatedEntry[]>({ queryKey: queryKeys.comingUp, staleTime: 0 });
  const lodgements = useLodgements();
  const today = brisbaneDay(now);
  const last = addDays(today, DAYS_AHEAD);
  const reports = lodgements.data ? dueReports(now, lodgements.data) : [];
  const all: ListedEntry[] = [
    ...reports.map((report) => ({
      kind: 'report' as const,
      id: report.key,
      name: null,
      day: report.dueDay,
      report,
    })),
    ...(others.data ?? []).filter(({ kind }) => kind !== 'report'),
  ];
  const entries = all.filter(({ day }) => day <= last).toSorted(byDay);
  return {
    entries,
    /** The requests from TMR whose day is over. */
    overdueRequests: entries.filter(({ kind, day }) => kind === 'request' && day < today),
    /** The query of everything that is not a report. */
    query: others,
    lodgements: lodgements.data,
    /** Whether there may be entries besides these. */
    isLoading: others.isPending || lodgements.isPending,
  };
}
