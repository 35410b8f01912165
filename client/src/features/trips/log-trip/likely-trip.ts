import type { Driver } from '@shared/drivers';
import type { Trip } from '@shared/trips/trips';
import { onDevice } from '@/lib/storage';

const LAST_DRIVER = 'lastDriver';

export const lastDriverId = (): string | null => onDevice.read(LAST_DRIVER);

export const rememberLastDriver = (id: string): void => onDevice.write(LAST_DRIVER, id);

/** The trip to repeat: the latest of this device's last driver, else the latest of any driver who can be chosen. */
export function tripToRepeat(
  trips: readonly Trip[],
  drivers: readonly Driver[],
  lastDriverId: string | null,
): Trip | undefined {
  const possible = trips.filter(({ driverId }) => drivers.some(({ id }) => id === driverId));
  return possible.find(({ driverId }) => driverId === lastDriverId) ?? possible[0];
}

/** The most likely driver: this device's last driver, else the latest trip's, else the only one. */
export function likelyDriver(
  trips: readonly Trip[],
  drivers: readonly Driver[],
  lastDriverId: string | null,
): Driver | undefined {
  const id = tripToRepeat(trips, drivers, lastDriverId)?.driverId;
  const byId = (wanted: string | null | undefined) => drivers.find((driver) => driver.id === wanted);
  return byId(lastDriverId) ?? byId(id) ?? (drivers.length === 1 ? drivers[0] : undefined);
}
