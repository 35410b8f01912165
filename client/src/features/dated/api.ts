import type { DrivenQuery, DrivenVehicle } from '@shared/vehicles/driven';
import type { History } from '@shared/vehicles/vehicles';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { figureKeys, queryKeys } from '@/lib/query-keys';

/** Queries that show a driver or a vehicle: a driver's form makes vehicles, and a vehicle's changes what its drivers' form says. */
export const driversAndFigures = [
  queryKeys.drivers,
  queryKeys.vehicles,
  queryKeys.trips,
  queryKeys.shifts,
  queryKeys.deliveries,
  // a page lists its changes
  queryKeys.activity,
  ...figureKeys,
] as const;

/** A driver or a vehicle. */
export type DatedOwner = { of: 'drivers' | 'vehicles'; id: string };

const historyKey = ({ of, id }: DatedOwner) => [`/api/${of}`, id, 'history'];

export const useDatedHistory = (dated: DatedOwner) => useQuery<History>({ queryKey: historyKey(dated) });

/** Who drove which vehicle within some days, the latest first. */
export const useDriven = (query: DrivenQuery) =>
  useQuery<DrivenVehicle[]>({ queryKey: [...queryKeys.driven, query] });

export const useRemoveEntry = (dated: DatedOwner) =>
  useMutation({
    mutationFn: (entry: string) => request<void>('DELETE', `/api/${dated.of}/${dated.id}/history/${entry}`),
    meta: { awaits: driversAndFigures, evenIfFailed: true },
  });
