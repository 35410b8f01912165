import type { FinancialYear } from '@shared/periods';
import type { Checks, Look } from '@shared/reports/checks';
import type { Lodge, Lodgement, LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import type { Period, ReportKind } from '@shared/reports/report-periods';
import type { AnnualData, PortalData } from '@shared/reports/reports';
import type {
  MonthOfTrips,
  PickupPlace,
  RecentStatistics,
  Statistics,
  TopLocation,
} from '@shared/reports/statistics';
import type { TripFilters, TripList } from '@shared/trips/trip-list';
import { type QueryKey, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf, request } from '@/lib/api-client';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { figureKeys, queryKeys } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';

export const useStatistics = () => useQuery<Statistics>({ queryKey: queryKeys.statistics });

/** How many trips these filters show in Trip History. */
export function useTripCount(filters: Partial<TripFilters>): number {
  const { data } = useQuery<TripList>({ queryKey: [...queryKeys.trips, { ...filters, limit: 1 }] });
  return data?.total ?? 0;
}

export const useMonths = () => useQuery<MonthOfTrips[]>({ queryKey: [...queryKeys.statistics, 'months'] });

export const useRecent = () => useQuery<RecentStatistics>({ queryKey: [...queryKeys.statistics, 'recent'] });

export const useTopLocations = () => useQuery<TopLocation[]>({ queryKey: queryKeys.topLocations });

export const usePickupPlaces = () =>
  useQuery<PickupPlace[]>({ queryKey: [...queryKeys.statistics, 'places'] });

/** A financial year's trips by suburb and postcode; the trips themselves stay on the server. */
export const useAnnualData = (financialYear: FinancialYear) =>
  useQuery({
    queryKey: [...queryKeys.statistics, 'annual-data', financialYear],
    queryFn: ({ signal }) =>
      request<AnnualData>('POST', '/api/reports/annual-data', { financialYear, trips: false }, { signal }),
  });

const inQuery = ({ kind, key }: Period) => ({ report: kind, period: key });

export const usePortalData = (period: Period, enabled = true) =>
  useQuery<PortalData>({ queryKey: ['/api/reports', 'portal-data', inQuery(period)], enabled });

export const portalCsvPath = (period: Period, part: string): string =>
  pathOf(['/api/reports/portal-data', part, inQuery(period)]);

export const reportGeneration = ['generate-report'];

/** Whether a report is being generated; only one can be at a time (docs/product/reports.md#reports). */
export const useIsGeneratingReport = () => useIsMutating({ mutationKey: reportGeneration }) > 0;

type AskedReport = { period: Period; detailedBreakdown?: boolean };

export const useReportDownload = (kind: ReportKind) =>
  useDownload({
    mutationKey: reportGeneration,
    start: ({ period: { key }, detailedBreakdown = false }: AskedReport) => {
      const [quarter, year] = key.split('-');
      const payload =
        kind === 'annual' ? { financialYear: key } : { quarter, year: Number(year), detailedBreakdown };
      return download('POST', `/api/reports/${kind}`, `${kind}-report-${key}.pdf`, { payload });
    },
    done: 'Report generated and downloaded successfully',
    failed: kind === 'annual' ? 'Failed to generate annual report' : 'Failed to generate quarterly report',
    making: 'Generating...',
  });

const checksKey = (period: Period): QueryKey => ['/api/checks', inQuery(period)];

export const useChecks = (period: Period, enabled = true) =>
  useQuery<Checks>({ queryKey: checksKey(period), enabled });

/** Stores that the person looked at the questions that are on the screen. @param checksKey the key of their query */
export function useLook(path: string, checksKey: QueryKey, subject: object = {}) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (seen: string) => request<Look>('POST', path, { ...subject, seen }),
    onSuccess: (look) => client.setQueryData<Checks>(checksKey, (checks) => checks && { ...checks, look }),
  });
  return (seen: string) => toastOutcome(mutateAsync(seen), undefined, 'Failed to note that you looked');
}

export const useLookAtPeriod = (period: Period) =>
  useLook('/api/checks/looks', checksKey(period), inQuery(period));

export const useLodgements = () => useQuery<LodgementList>({ queryKey: queryKeys.lodgements });

/** How a lodged report's figures differ now; undefined where they do not. */
export const useChangesOf = (lodgement: Lodgement | undefined) =>
  useQuery<LodgementChanges>({ queryKey: ['/api/lodgements/changes'], enabled: lodgement !== undefined })
    .data?.[lodgement?.id ?? ''];

export const lodgedDocumentPath = (lodgementId: string, name: string): string =>
  pathOf(['/api/lodgements', lodgementId, 'documents', name]);

const meta = { invalidates: figureKeys, awaits: [queryKeys.lodgements] };

export const useMarkAsLodged = () =>
  useMutation({ mutationFn: (lodge: Lodge) => request<Lodgement>('POST', '/api/lodgements', lodge), meta });

/** Says that a report from before the holder registered is not lodged yet: it is due then. */
export function useNotLodged() {
  const { mutateAsync } = useMutation({
    mutationFn: (period: Period) => request<void>('POST', '/api/lodgements/not-lodged', inQuery(period)),
    meta,
  });
  return (period: Period) => toastOutcome(mutateAsync(period), undefined, 'Failed to store your answer');
}

export function useWithdrawLodgement() {
  const { mutateAsync } = useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/api/lodgements/${id}`),
    meta: { ...meta, evenIfFailed: true },
  });
  return (id: string) => toastOutcome(mutateAsync(id), 'No longer marked as lodged', 'Failed to undo it');
}
