import { type Driver, isActiveDriver } from '@shared/drivers';
import type { ListTripsQuery, RecentSuburb, Trip, TripList } from '@shared/trips';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import type { TripAttempt } from './log-trip/trip-attempt';

/** One page of trips. The previous page stays until it is loaded; the server has defaults for what is left out. */
export function useTrips(query: Partial<ListTripsQuery>) {
  return useQuery<TripList>({
    queryKey: [...queryKeys.trips, query],
    placeholderData: keepPreviousData,
  });
}

/** The suburbs of the holder's latest trips, the latest first. */
export function useRecentSuburbs() {
  return useQuery<RecentSuburb[]>({ queryKey: [...queryKeys.trips, 'recent-suburbs'] });
}

/** The probable duplicates of a trip. `query` is the query string of GET /api/trips/duplicates; an empty one sends nothing. */
export function useProbableDuplicates(query: string) {
  return useQuery<Trip[]>({
    queryKey: [...queryKeys.trips, `duplicates?${query}`],
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
  return useMutation({
    mutationFn: ({ key, trip }: TripAttempt) =>
      request<Trip>('POST', '/api/trips', trip, { headers: { 'Idempotency-Key': key } }),
    meta: { invalidates: tripsAndFigures },
  });
}

/** Deletes trips, which can be restored for 30 days. */
export function useDeleteTrips() {
  return useMutation({
    mutationFn: (ids: string[]) =>
      ids.length === 1
        ? request<unknown>('DELETE', `/api/trips/${ids[0]}`)
        : request<unknown>('POST', '/api/trips/delete', { ids }),
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
}
