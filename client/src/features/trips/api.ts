import type { ListTripsQuery, TripList } from '@shared/trips/trip-list';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/** One page of trips. A query without a page is cached on the device (docs/product/app.md#kept-answers). */
export const useTrips = (query: Partial<ListTripsQuery>, enabled = true) =>
  useQuery<TripList>({
    queryKey: [...queryKeys.trips, query],
    enabled,
    placeholderData: keepPreviousData,
    meta: { kept: query.page === undefined },
  });

export const useFoundTrips = (search: string, limit: number) =>
  useQuery<TripList>({ queryKey: [...queryKeys.trips, { search, limit }], enabled: search !== '' });
