import type { RenewLicence } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';
import type { VehicleChange } from './vehicle-form';

const meta = { invalidates: driversAndFigures, evenIfFailed: true };

// until the list is read again, another change would name the version before this one, and be refused
const showSaved = (queryClient: QueryClient) => (saved: Vehicle) =>
  queryClient.setQueryData<Vehicle[]>(queryKeys.vehicles, (vehicles) =>
    vehicles?.map((vehicle) => (vehicle.id === saved.id ? saved : vehicle)),
  );

export const useSaveVehicle = () =>
  useMutation({
    mutationFn: ({ id, input }: { id?: string | undefined; input: VehicleChange }) =>
      id
        ? request<Vehicle>('PUT', `/api/vehicles/${id}`, input)
        : request<Vehicle>('POST', '/api/vehicles', input),
    onSuccess: showSaved(useQueryClient()),
    meta,
  });

export const useRenewLicence = () =>
  useMutation({
    mutationFn: ({ id, licence }: { id: string; licence: RenewLicence }) =>
      request<Vehicle>('POST', `/api/vehicles/${id}/licences`, licence),
    onSuccess: showSaved(useQueryClient()),
    meta,
  });

export const useDeleteVehicle = () =>
  useMutation({ mutationFn: ({ id }: Vehicle) => request<void>('DELETE', `/api/vehicles/${id}`), meta });

export const useRestoreVehicle = () =>
  useMutation({
    mutationFn: ({ id }: Vehicle) => request<Vehicle>('POST', `/api/vehicles/${id}/restore`),
    meta,
  });
