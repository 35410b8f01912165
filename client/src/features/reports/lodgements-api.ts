import type { Checks } from '@shared/reports/checks';
import type { Lodge, Lodgement, LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import type { PortalData } from '@shared/reports/reports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const inQuery = ({ kind, key }: Period) => new URLSearchParams({ report: kind, period: key });

/** The lodgements, and the data that determine which reports are due. */
export function useLodgements() {
  return useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
}

/** The figures that changed since they were lodged, by lodgement. */
export function useLodgementChanges() {
  return useQuery({
    queryKey: [...queryKeys.statistics, 'lodgement-changes'],
    queryFn: ({ signal }) =>
      request<LodgementChanges>('GET', '/api/lodgements/changes', undefined, { signal }),
  });
}

/** The findings to check before a report is lodged. */
export function useChecks(period: Period) {
  return useQuery({
    queryKey: [...queryKeys.statistics, 'checks', period.key],
    queryFn: ({ signal }) => request<Checks>('GET', `/api/checks?${inQuery(period)}`, undefined, { signal }),
  });
}

/** What the regulator's portal asks for. */
export function usePortalData(period: Period) {
  return useQuery({
    queryKey: [...queryKeys.statistics, 'portal-data', period.key],
    queryFn: ({ signal }) =>
      request<PortalData>('GET', `/api/reports/portal-data?${inQuery(period)}`, undefined, { signal }),
  });
}

/** The path of a part of the portal data as CSV. */
export const portalCsvPath = (period: Period, part: string): string =>
  `/api/reports/portal-data/${part}?${inQuery(period)}`;

export function useMarkAsLodged() {
  const tell = useTellOfLodgements();
  return useMutation({
    mutationFn: (lodge: Lodge) => request<Lodgement>('POST', '/api/lodgements', lodge),
    onSuccess: tell,
  });
}

export function useTakeLodgementBack() {
  const tell = useTellOfLodgements();
  return useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/api/lodgements/${id}`),
    onSettled: tell,
  });
}

function useTellOfLodgements() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.statistics });
    await queryClient.invalidateQueries({ queryKey: queryKeys.lodgements });
  };
}
