import type { Driver } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { onDevice } from '@/lib/storage/storage';

const LAST_DRIVER = 'lastDriver';

export const lastDriverId = (): string | null => onDevice.read(LAST_DRIVER);

export const rememberLastDriver = (id: string): void => onDevice.write(LAST_DRIVER, id);

/** The trip to repeat: the latest of the chosen driver, or of any who can be chosen while none is. */
export const tripToRepeat = (
  trips: readonly Trip[],
  drivers: readonly Driver[],
  chosenId: string,
): Trip | undefined =>
  trips.find(({ driverId }) =>
    chosenId ? driverId === chosenId : drivers.some(({ id }) => id === driverId),
  );

/** The most likely driver: this device's last driver, else the latest trip's, else the only one. */
export function likelyDriver(
  trips: readonly Trip[],
  drivers: readonly Driver[],
  lastDriverId: string | null,
): Driver | undefined {
  const id = tripToRepeat(trips, drivers, '')?.driverId;
  const byId = (wanted: string | null | undefined) => drivers.find((driver) => driver.id === wanted);
  return byId(lastDriverId) ?? byId(id) ?? (drivers.length === 1 ? drivers[0] : undefined);
}

/** How many vehicles a driver drove in these trips. */
export const vehiclesLately = (trips: readonly Trip[], driverId: string): number =>
  new Set(trips.filter((trip) => trip.driverId === driverId && trip.vehicleId).map((trip) => trip.vehicleId))
    .size;

/** The vehicle of a trip that is logged again: on the same day the same, later the driver's usual one, for which it is null. */
export const vehicleToRepeat = ({ datetime, vehicleId }: Trip, now: Date): string | null =>
  brisbaneDay(new Date(datetime)) === brisbaneDay(now) ? vehicleId : null;
