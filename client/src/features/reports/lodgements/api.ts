import type { Checks, Readiness } from '@shared/reports/checks';
import type { Lodge, Lodgement, LodgementChanges, LodgementList } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import type { PortalData } from '@shared/reports/reports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request } from '@/lib/api-client';
import { figures, queryKeys } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';

const inQuery = ({ kind, key }: Period) => ({ report: kind, period: key });

/** The lodgements, and the data that determine which reports are due. */
export const useLodgements = () => useQuery<LodgementList>({ queryKey: queryKeys.lodgements });

/** The figures that changed since they were lodged, by lodgement. */
export const useLodgementChanges = () =>
  useQuery<LodgementChanges>({ queryKey: ['/api/lodgements/changes'] });

/** The findings to check before a report is lodged. */
export const useChecks = (period: Period) => useQuery<Checks>({ queryKey: ['/api/checks', inQuery(period)] });

/** How many trips of a period need a look; lighter than its findings, which say the same. */
export const useReadiness = (period: Period) =>
  useQuery<Readiness>({ queryKey: ['/api/checks', 'readiness', inQuery(period)] });

/** What the regulator's portal asks for. */
export function usePortalData(period: Period) {
  return useQuery<PortalData>({ queryKey: ['/api/reports', 'portal-data', inQuery(period)] });
}

export const portalCsvPath = (period: Period, part: string): string =>
  pathOf(['/api/reports/portal-data', part, inQuery(period)]);

export const lodgedDocumentPath = (lodgementId: string, name: string): string =>
  pathOf(['/api/lodgements', lodgementId, 'documents', name]);

const meta = { invalidates: figures, awaits: [queryKeys.lodgements] };

export function useMarkAsLodged() {
  return useMutation({
    mutationFn: (lodge: Lodge) => request<Lodgement>('POST', '/api/lodgements', lodge),
    meta,
  });
}

/** Withdraws a lodgement and shows the outcome in a toast. */
export function useWithdrawLodgement() {
  const { mutateAsync } = useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/api/lodgements/${id}`),
    meta: { ...meta, evenIfFailed: true },
  });
  return (id: string) =>
    toastOutcome(mutateAsync(id), 'Lodgement withdrawn', 'Failed to withdraw the lodgement');
}
