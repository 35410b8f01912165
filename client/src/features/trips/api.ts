import { type Driver, isActiveDriver } from '@shared/drivers';
import type { RecentSuburb, Trip, TripFilters, TripList, TripSort } from '@shared/trips';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { queryKeys } from '@/lib/query-keys';
import type { TripAttempt } from './log-trip/trip-attempt';

/** The parameters of GET /api/trips; the server has defaults. */
export type TripQuery = Partial<TripFilters & TripSort> & { page?: number; limit?: number };

/** A query string without the empty values. */
export function toSearchParams(query: TripQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** One page of trips. The previous page stays until it is loaded. */
export function useTrips(query: TripQuery) {
  return useQuery({
    queryKey: [...queryKeys.trips, query],
    queryFn: ({ signal }) =>
      request<TripList>('GET', `/api/trips?${toSearchParams(query)}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The suburbs of the holder's latest trips, the latest first. */
export function useRecentSuburbs() {
  return useQuery<RecentSuburb[]>({ queryKey: [...queryKeys.trips, 'recent-suburbs'] });
}

/** The probable duplicates of a trip. `query` is the query string of GET /api/trips/duplicates; an empty one sends nothing. */
export function useProbableDuplicates(query: string) {
  return useQuery({
    queryKey: [...queryKeys.trips, 'duplicates', query],
    queryFn: ({ signal }) => request<Trip[]>('GET', `/api/trips/duplicates?${query}`, undefined, { signal }),
    enabled: query !== '',
  });
}

/** The holder's drivers, active or not. */
export function useDrivers() {
  return useQuery<Driver[]>({ queryKey: queryKeys.drivers });
}

/** The active drivers: a trip can be logged for these only (docs/product.md#drivers). */
export function useActiveDrivers() {
  return useQuery<Driver[]>({
    queryKey: queryKeys.drivers,
    select: (drivers) => drivers.filter((driver) => isActiveDriver(driver, now())),
  });
}

/** Stores a trip. Retries with the same key store it once (docs/product.md#idempotency). */
export function useLogTrip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, trip }: TripAttempt) =>
      request<Trip>('POST', '/api/trips', trip, { headers: { 'Idempotency-Key': key } }),
    onSuccess: () => tellOfTrips(queryClient),
  });
}

/** Invalidates everything computed from trips. Callers do not wait for the lists. */
export function tellOfTrips(queryClient: QueryClient): void {
  for (const queryKey of [queryKeys.trips, queryKeys.statistics, queryKeys.topLocations]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
