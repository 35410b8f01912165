import { editDistance } from '../../edit-distance';
import { nameKey } from '../../fold-text';
import { LENGTHS } from '../../limits';
import { normaliseRegistration } from '../../vehicles/registration';

type NamedVehicle = { registration: string; description: string | null };

/** Letters of a registration that may differ. */
const MOST_DIFFERENCES = 2;
const MIN_LETTERS = 2;
const MOST_NEAR = 3;

/** Vehicles that an unknown registration may mean, nearest first: by part of the registration or description, or by nearly all of it. */
export function nearestVehicles<V extends NamedVehicle>(typed: string, vehicles: readonly V[]): V[] {
  if (typed.length > LENGTHS.vehicleDescription) return [];
  const plate = normaliseRegistration(typed);
  if (plate.length < MIN_LETTERS) return [];
  const words = nameKey(typed);
  return vehicles
    .map((vehicle) => {
      const { registration, description } = vehicle;
      const isPart = registration.includes(plate) || nameKey(description ?? '').includes(words);
      return { vehicle, differences: isPart ? 0 : editDistance(registration, plate, MOST_DIFFERENCES) };
    })
    .filter(({ differences }) => differences <= MOST_DIFFERENCES)
    .toSorted((a, b) => a.differences - b.differences)
    .slice(0, MOST_NEAR)
    .map(({ vehicle }) => vehicle);
}
