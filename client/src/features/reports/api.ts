import type { QuarterlyReport } from '@shared/reports/reports';
import type { MonthOfTrips, Statistics, TopLocation } from '@shared/reports/statistics';
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { download } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** The key of every mutation that generates a report. */
export const reportGeneration = ['generate-report'] as const;

export function useStatistics() {
  return useQuery<Statistics>({ queryKey: queryKeys.statistics });
}

/** The months since this one a year ago that have trips. */
export function useMonths() {
  return useQuery<MonthOfTrips[]>({ queryKey: [...queryKeys.statistics, 'months'] });
}

export function useTopLocations() {
  return useQuery<TopLocation[]>({ queryKey: queryKeys.topLocations });
}

/** Downloads the quarter's PDF. */
export function useQuarterlyReport() {
  return useMutation({
    mutationKey: reportGeneration,
    mutationFn: (report: QuarterlyReport) =>
      download(
        'POST',
        '/api/reports/quarterly',
        `quarterly-report-${report.quarter}-${report.year}.pdf`,
        report,
      ),
  });
}

/** Whether a report is being generated; only one can be at a time (docs/product.md#reports). */
export function useIsGeneratingReport(): boolean {
  return useIsMutating({ mutationKey: reportGeneration }) > 0;
}
