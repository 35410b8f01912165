import type { ListTripsQuery, RecentSuburb, Trip, TripList } from '@shared/trips/trips';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/**
 * One page of trips. The previous page stays until it is loaded; the server has defaults for what is left out. What the app
 * opens with names no page, and is kept (docs/product/app.md#kept-answers).
 */
export function useTrips(query: Partial<ListTripsQuery>, enabled = true) {
  return useQuery<TripList>({
    queryKey: [...queryKeys.trips, query],
    enabled,
    placeholderData: keepPreviousData,
    meta: { kept: query.page === undefined },
  });
}

/** The latest trips that a text finds, and how many there are; an empty text sends nothing. */
export function useFoundTrips(search: string, limit: number) {
  return useQuery<TripList>({ queryKey: [...queryKeys.trips, { search, limit }], enabled: search !== '' });
}

/** The suburbs of the holder's latest trips, the latest first. */
export function useRecentSuburbs() {
  return useQuery<RecentSuburb[]>({ queryKey: [...queryKeys.trips, 'recent-suburbs'], meta: { kept: true } });
}

/** The probable duplicates of a trip. `query` is the query string of GET /api/trips/duplicates; an empty one sends nothing. */
export function useProbableDuplicates(query: string) {
  return useQuery<Trip[]>({ queryKey: [...queryKeys.trips, `duplicates?${query}`], enabled: query !== '' });
}
