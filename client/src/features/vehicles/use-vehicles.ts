import type { Vehicle } from '@shared/vehicles/vehicles';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/** The holder's vehicles by registration, available or not. */
export const useVehicles = () => useQuery<Vehicle[]>({ queryKey: queryKeys.vehicles, meta: { kept: true } });
