import type { ChangeDriver, DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { pathOf, request } from '@/lib/api-client';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { queryKeys } from '@/lib/query-keys';

const meta = { invalidates: driversAndFigures };

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

const DOCUMENTS = { driver: 'driver-report', hours: 'hours' } as const;
export type DriverDocument = keyof typeof DOCUMENTS;

/** Downloads the report or the hours of one driver. */
export const useDriverDownload = (what: DriverDocument, format: 'pdf' | 'csv') =>
  useDownload({
    start: (query: { driverId: string; from: string; to: string }) =>
      download(
        'GET',
        pathOf([`/api/reports/${what}`, { ...query, format }]),
        `${DOCUMENTS[what]}-${query.from}-to-${query.to}.${format}`,
      ),
    done: 'Report downloaded',
    failed: 'Failed to download the report',
    making: 'Preparing...',
  });
