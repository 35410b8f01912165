import type { ChangeTrip, DeletedTrip, Trip } from '@shared/trips';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';

/** Every postcode of the holder's trips, ascending. */
export function useTripPostcodes() {
  return useQuery<string[]>({ queryKey: [...queryKeys.trips, 'postcodes'] });
}

export function useUpdateTrip() {
  return useMutation({
    mutationFn: ({ id, trip }: { id: string; trip: ChangeTrip }) =>
      request<Trip>('PUT', `/api/trips/${id}`, trip),
    // a refusal may mean that somebody else has changed it
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
}

export function useRestoreTrips() {
  return useMutation({
    mutationFn: (ids: string[]) => request<{ restored: number }>('POST', '/api/trips/restore', { ids }),
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
}

/** The trips that can still be restored, the last deleted first. */
export function useDeletedTrips() {
  return useQuery<DeletedTrip[]>({ queryKey: [...queryKeys.trips, 'deleted'] });
}
