import type { CreateTrip, DeletedTrip, Trip } from '@shared/trips';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';
import { tellOfTrips } from '../api';

/** Every postcode of the holder's trips, ascending. */
export function useTripPostcodes() {
  return useQuery<string[]>({ queryKey: [...queryKeys.trips, 'postcodes'] });
}

export function useUpdateTrip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, trip }: { id: string; trip: CreateTrip }) =>
      request<Trip>('PUT', `/api/trips/${id}`, trip),
    onSuccess: () => tellOfTrips(queryClient),
  });
}

/** Deletes trips, which can be restored for 30 days. */
export function useDeleteTrips() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      ids.length === 1
        ? request<unknown>('DELETE', `/api/trips/${ids[0]}`)
        : request<unknown>('POST', '/api/trips/delete', { ids }),
    onSettled: () => tellOfTrips(queryClient),
  });
}

export function useRestoreTrips() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => request<{ restored: number }>('POST', '/api/trips/restore', { ids }),
    onSettled: () => tellOfTrips(queryClient),
  });
}

/** The trips that can still be restored, the last deleted first. */
export function useDeletedTrips() {
  return useQuery<DeletedTrip[]>({ queryKey: [...queryKeys.trips, 'deleted'] });
}
