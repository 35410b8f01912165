import type {
  MonthOfTrips,
  PickupPlace,
  RecentStatistics,
  Statistics,
  TopLocation,
} from '@shared/reports/statistics';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

export const useStatistics = () => useQuery<Statistics>({ queryKey: queryKeys.statistics });

/** The months of two years that have trips. */
export const useMonths = () => useQuery<MonthOfTrips[]>({ queryKey: [...queryKeys.statistics, 'months'] });

/** @param enabled whether the places are needed yet */
export const usePickupPlaces = (enabled: boolean) =>
  useQuery<PickupPlace[]>({ queryKey: [...queryKeys.statistics, 'places'], enabled });

export const useTopLocations = () => useQuery<TopLocation[]>({ queryKey: queryKeys.topLocations });

/** The key of every mutation that generates a report. */
export const reportGeneration = ['generate-report'];

/** Whether a report is being generated; only one can be at a time (docs/product.md#reports). */
export const useIsGeneratingReport = () => useIsMutating({ mutationKey: reportGeneration }) > 0;

/** The running quarter with what it is held against, and the last year's waiting times and drivers. */
export const useRecent = () => useQuery<RecentStatistics>({ queryKey: [...queryKeys.statistics, 'recent'] });
