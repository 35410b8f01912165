import type { Driver, DriverInput } from '@shared/drivers';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** The holder's drivers, by name. */
export function useDrivers() {
  return useQuery<Driver[]>({ queryKey: queryKeys.drivers });
}

/** Registers a driver, or changes the one with the given id. */
export function useSaveDriver() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id?: string | undefined; input: DriverInput }) =>
      id
        ? request<Driver>('PUT', `/api/drivers/${id}`, input)
        : request<Driver>('POST', '/api/drivers', input),
    onSuccess: () => tellOfDrivers(queryClient),
  });
}

export function useDeleteDriver() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Driver) => request<void>('DELETE', `/api/drivers/${id}`),
    onSuccess: () => tellOfDrivers(queryClient),
  });
}

/** Invalidates drivers, and what shows their names or counts them. */
function tellOfDrivers(queryClient: QueryClient): void {
  for (const queryKey of [queryKeys.drivers, queryKeys.trips, queryKeys.statistics]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
