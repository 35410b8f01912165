import type { TripChanges } from '@shared/activity/activity';
import type { ChangeTrip, DeletedTrip, Trip, TripList } from '@shared/trips/trips';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';

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

/** Restores a deleted trip and shows the outcome. */
export function useRestoreTrip(): (id: string) => Promise<unknown> {
  const { mutateAsync } = useMutation({
    mutationFn: (id: string) => request<{ restored: number }>('POST', '/api/trips/restore', { ids: [id] }),
    meta: { invalidates: tripsAndFigures, evenIfFailed: true },
  });
  return (id) => toastOutcome(mutateAsync(id), 'Trip restored', 'Failed to restore trip');
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
