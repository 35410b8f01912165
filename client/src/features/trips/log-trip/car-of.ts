import { brisbaneDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { vehicleName } from '@shared/vehicles/vehicles';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';

/** Names the vehicle of a trip, also of one that waits: without a chosen one it is the driver's usual one. */
export function useCarOf() {
  const { data: vehicles = [] } = useVehicles();
  const { data: drivers = [] } = useDrivers();
  return ({
    driverId,
    vehicleId,
    vehicleRegistration,
    datetime,
  }: Pick<Trip, 'driverId' | 'vehicleId' | 'datetime'> & Partial<Trip>): string | undefined => {
    const id = vehicleId ?? drivers.find((driver) => driver.id === driverId)?.vehicleId;
    const vehicle = vehicles.find((one) => one.id === id);
    return vehicleRegistration ?? (vehicle && vehicleName(vehicle, brisbaneDay(new Date(datetime))));
  };
}
