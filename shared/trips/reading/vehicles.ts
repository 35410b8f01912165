import { editDistance } from '../../edit-distance';
import { nameKey } from '../../fold-text';
import { LENGTHS } from '../../limits';
import { type CallSign, callSignKey, isCalledOn } from '../../vehicles/call-signs';
import { normaliseRegistration } from '../../vehicles/registration';

type TypedVehicle = { registration: string; callSigns: readonly CallSign[] };
type NamedVehicle = TypedVehicle & { description: string | null };

/** The vehicle with a registration, however it is written, else the one with a call sign on a Brisbane day; without a day only the former is read. */
export function findTypedVehicle<V extends TypedVehicle>(
  typed: string,
  day: string | undefined,
  vehicles: readonly V[],
): V | undefined {
  if (typed.length > LENGTHS.vehicleDescription) return undefined;
  const plate = normaliseRegistration(typed);
  return (
    vehicles.find(({ registration }) => registration === plate) ??
    (day === undefined ? undefined : vehicles.find((vehicle) => isCalledOn(vehicle, typed, day)))
  );
}

/** Letters of a registration that may differ. */
const MOST_DIFFERENCES = 2;
const MIN_LETTERS = 2;
const MOST_NEAR = 3;

/** Vehicles that an unknown text may mean, nearest first: by part of the registration or description, by a call sign of another day, or by nearly all of the registration. */
export function nearestVehicles<V extends NamedVehicle>(typed: string, vehicles: readonly V[]): V[] {
  if (typed.length > LENGTHS.vehicleDescription) return [];
  const plate = normaliseRegistration(typed);
  if (plate.length < MIN_LETTERS) return [];
  const words = nameKey(typed);
  return vehicles
    .map((vehicle) => {
      const { registration, description, callSigns } = vehicle;
      const isPart =
        registration.includes(plate) ||
        nameKey(description ?? '').includes(words) ||
        callSigns.some(({ callSign }) => callSignKey(callSign) === plate);
      return { vehicle, differences: isPart ? 0 : editDistance(registration, plate, MOST_DIFFERENCES) };
    })
    .filter(({ differences }) => differences <= MOST_DIFFERENCES)
    .toSorted((a, b) => a.differences - b.differences)
    .slice(0, MOST_NEAR)
    .map(({ vehicle }) => vehicle);
}
