import type { TripChanges } from '@shared/activity/trip-changes';
import type { ChangeTrip, DeletedTrip, Trip, TripList } from '@shared/trips/trips';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';

/** Every postcode of the holder's trips, ascending. */
export function useTripPostcodes() {
  return useQuery<string[]>({ queryKey: [...queryKeys.trips, 'postcodes'] });
}

export function useUpdateTrip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, trip }: { id: string; trip: ChangeTrip }) =>
      request<Trip>('PUT', `/api/trips/${id}`, trip),
    // until the lists are read again, another change would name the version before this one, and be refused
    onSuccess: (saved) =>
      queryClient.setQueriesData<Partial<TripList>>({ queryKey: queryKeys.trips }, (list) =>
        list?.trips
          ? { ...list, trips: list.trips.map((trip) => (trip.id === saved.id ? saved : trip)) }
          : undefined,
      ),
    // a refusal may mean that someone else has changed it
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
}

export function useRestoreTrip() {
  return useMutation({
    mutationFn: (id: string) => request<{ restored: number }>('POST', '/api/trips/restore', { ids: [id] }),
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
}

/** The trips that can still be restored, the last deleted first. */
export function useDeletedTrips() {
  return useQuery<DeletedTrip[]>({ queryKey: [...queryKeys.trips, 'deleted'] });
}

/** A trip with its history; read again each time it is opened, because others change trips too. */
export function useTripChanges(id: string) {
  return useQuery<TripChanges>({
    queryKey: [...queryKeys.trips, encodeURIComponent(id), 'changes'],
    staleTime: 0,
  });
}
