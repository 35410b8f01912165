import { MAX_ASSUMED_FACTS } from '@shared/limits';
import type { ConfirmAssumed, ConfirmedFact } from '@shared/vehicles/assumed';
import type { RenewLicence } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';
import type { VehicleChange } from './vehicle-form';

const meta = { invalidates: driversAndFigures, evenIfFailed: true };

// until the list is read again, another change would name the version before this one, and be refused
const showSaved = (queryClient: QueryClient) => (answer: Vehicle | Vehicle[]) => {
  const saved = new Map([answer].flat().map((vehicle) => [vehicle.id, vehicle]));
  queryClient.setQueryData<Vehicle[]>(
    queryKeys.vehicles,
    (vehicles) =>
      vehicles && [...new Map([...vehicles.map((one) => [one.id, one] as const), ...saved]).values()],
  );
};

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

type Confirmation = Omit<ConfirmAssumed, 'facts'> & { facts: readonly ConfirmedFact[] };

/** Confirms assumed facts, or takes that back. @returns the vehicles as they are then, with what an earlier try confirmed before it was refused */
export function useConfirmAssumed() {
  const queryClient = useQueryClient();
  const show = showSaved(queryClient);
  return useMutation({
    async mutationFn({ facts, ...how }: Confirmation): Promise<readonly Vehicle[]> {
      for (let from = 0; from < facts.length; from += MAX_ASSUMED_FACTS) {
        const body: ConfirmAssumed = { facts: facts.slice(from, from + MAX_ASSUMED_FACTS), ...how };
        show(await request<Vehicle[]>('POST', '/api/vehicles/assumed', body));
      }
      return queryClient.getQueryData<Vehicle[]>(queryKeys.vehicles) ?? [];
    },
    meta,
  });
}

/** Ends the time of a vehicle that is no longer used: it is not available after its last day. */
export const useEndVehicle = () =>
  useMutation({
    mutationFn: ({ vehicle, lastDay }: { vehicle: Vehicle; lastDay: string }) => {
      const { id, registration, description, isSubcontracted, licences, notes, version } = vehicle;
      // nobody looked at the first day
      const availability = vehicle.availability
        .filter(({ from }) => from <= lastDay)
        .map((span) => ({ ...span, to: span.to && span.to < lastDay ? span.to : lastDay }));
      const input = { registration, description, isSubcontracted, licences, notes, version, availability };
      return request<Vehicle>('PUT', `/api/vehicles/${id}`, input);
    },
    meta,
  });

export const useDeleteVehicle = () =>
  useMutation({ mutationFn: ({ id }: Vehicle) => request<void>('DELETE', `/api/vehicles/${id}`), meta });

export const useRestoreVehicle = () =>
  useMutation({
    mutationFn: ({ id }: Vehicle) => request<Vehicle>('POST', `/api/vehicles/${id}/restore`),
    meta,
  });
