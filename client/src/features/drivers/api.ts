import type { ChangeDriver, DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { figures, queryKeys } from '@/lib/query-keys';

/** Trips show the names of drivers, and figures count them. */
const meta = { invalidates: [queryKeys.drivers, queryKeys.trips, ...figures] };

export function useSaveDriver() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ChangeDriver } | { id?: never; input: DriverInput }) =>
      id
        ? request<Driver>('PUT', `/api/drivers/${id}`, input)
        : request<Driver>('POST', '/api/drivers', input),
    // until the list is read again, another change would name the version before this one, and be refused
    onSuccess: (saved) =>
      queryClient.setQueryData<Driver[]>(queryKeys.drivers, (drivers) =>
        drivers?.map((driver) => (driver.id === saved.id ? saved : driver)),
      ),
    // a refusal may mean that someone else has changed it
    meta: { ...meta, evenIfFailed: true },
  });
}

export const useRestoreDriver = () =>
  useMutation({
    mutationFn: ({ id }: Driver) => request<Driver>('POST', `/api/drivers/${id}/restore`),
    meta: { ...meta, evenIfFailed: true },
  });

export const useDeleteDriver = () =>
  useMutation({ mutationFn: ({ id }: Driver) => request<void>('DELETE', `/api/drivers/${id}`), meta });
