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

/** What is asked of GET /api/trips; what is left out is the server's default. */
export type TripQuery = Partial<TripFilters & TripSort> & { page?: number; limit?: number };

/** The query part of an address; empty values are left out. */
export function toSearchParams(query: TripQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** One page of trips. The page before stays until it has come. */
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

/** Stored trips that are probably the one asked for. `query` is what GET /api/trips/duplicates takes; nothing is asked while it is empty. */
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

/** The drivers a trip can be logged for (decisions §4). */
export function useActiveDrivers() {
  return useQuery<Driver[]>({
    queryKey: queryKeys.drivers,
    select: (drivers) => drivers.filter((driver) => isActiveDriver(driver, now())),
  });
}

/** Stores a trip; sent again under its key, it is still stored once (decisions §4). */
export function useLogTrip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, trip }: TripAttempt) =>
      request<Trip>('POST', '/api/trips', trip, { headers: { 'Idempotency-Key': key } }),
    onSuccess: () => tellOfTrips(queryClient),
  });
}

/** Has everything made of trips read again. Nobody waits for the lists: they catch up by themselves. */
export function tellOfTrips(queryClient: QueryClient): void {
  for (const queryKey of [queryKeys.trips, queryKeys.statistics, queryKeys.topLocations]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
