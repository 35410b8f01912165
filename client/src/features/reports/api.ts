import type { MonthOfTrips, Statistics, TopLocation } from '@shared/reports/statistics';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

export const useStatistics = () => useQuery<Statistics>({ queryKey: queryKeys.statistics });

/** The months since this one a year ago that have trips. */
export const useMonths = () => useQuery<MonthOfTrips[]>({ queryKey: [...queryKeys.statistics, 'months'] });

export const useTopLocations = () => useQuery<TopLocation[]>({ queryKey: queryKeys.topLocations });

/** The key of every mutation that generates a report. */
export const reportGeneration = ['generate-report'];

/** Whether a report is being generated; only one can be at a time (docs/product.md#reports). */
export const useIsGeneratingReport = () => useIsMutating({ mutationKey: reportGeneration }) > 0;
