import { LENGTHS } from '@shared/limits';
import { nearestVehicles } from '@shared/trips/reading/vehicles';
import { callSignKey, isCalledOn } from '@shared/vehicles/call-signs';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { isAvailableOn } from '@shared/vehicles/vehicles';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { RowRemark } from './row-words';

/** Unknown registrations that are compared with every vehicle, of one file. */
const MAX_SEARCHED = 50;

export type FoundVehicle = { vehicle?: VehicleOfAnyDay; remark?: RowRemark };

/**
 * Finds a row's vehicle by the registration that it had on the trip's day, else by one that only one vehicle ever had, else by its call
 * sign of that day; that of the stored trip comes first (docs/product/import-export.md#import).
 */
export function vehicleFinder(
  vehicles: readonly VehicleOfAnyDay[],
): (typed: string, day: string, storedId?: string | null) => FoundVehicle {
  const kept = vehicles.filter(({ deletedAt }) => deletedAt === null);
  const byId = new Map<string | null, VehicleOfAnyDay>(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const byPlate = new Map<string, VehicleOfAnyDay[]>();
  for (const vehicle of kept)
    for (const plate of vehicle.registrations) byPlate.set(plate, [...(byPlate.get(plate) ?? []), vehicle]);
  const byCallSign = new Map<string, VehicleOfAnyDay[]>();
  for (const vehicle of kept)
    for (const key of new Set(vehicle.callSigns.map(({ callSign }) => callSignKey(callSign))))
      byCallSign.set(key, [...(byCallSign.get(key) ?? []), vehicle]);
  const searched = new Map<string, readonly string[]>();

  function offered(typed: string): readonly string[] {
    const known = searched.get(typed);
    if (known || searched.size >= MAX_SEARCHED) return known ?? [];
    const near = nearestVehicles(typed, kept).map(({ registration }) => registration);
    searched.set(typed, near);
    return near;
  }

  return (typed, day, storedId = null) => {
    const about = { field: 'vehicle', typed } as const;
    const plate = typed.length > 4 * LENGTHS.vehicleRegistration ? '' : normaliseRegistration(typed);
    const stored = byId.get(storedId);
    if (stored?.on(day).registration === plate) return { vehicle: stored };
    const ever = byPlate.get(plate) ?? [];
    if (ever.length === 0) {
      const called = byCallSign.get(plate)?.find((vehicle) => isCalledOn(vehicle, typed, day));
      if (called) return { vehicle: called };
      return { remark: { ...about, kind: 'vehicle-unknown', offered: offered(typed) } };
    }
    const then = ever.filter((vehicle) => vehicle.on(day).registration === plate);
    const available = then.filter((vehicle) => isAvailableOn(vehicle, day));
    const [vehicle, second] = [available, then, ever].find(({ length }) => length > 0) ?? [];
    if (!vehicle || second) return { remark: { ...about, kind: 'vehicle-several' } };
    const { registration } = vehicle.on(day);
    return registration === plate
      ? { vehicle }
      : { vehicle, remark: { ...about, kind: 'vehicle-read-as', registration } };
  };
}
