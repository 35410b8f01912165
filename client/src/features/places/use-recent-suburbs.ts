import type { RecentSuburb } from '@shared/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/** The places of the holder's latest trips. */
export const useRecentSuburbs = (enabled = true) =>
  useQuery<RecentSuburb[]>({
    queryKey: [...queryKeys.trips, 'recent-suburbs'],
    enabled,
    meta: { kept: true },
  });
