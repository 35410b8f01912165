import type { DriverInput } from '@shared/driver-input';
import { brisbaneDay } from '@shared/periods';
import { isAvailableOn } from '@shared/vehicles/vehicles';
import { recordChange } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { wasUsualVehicle } from './dated-facts.repository';
import {
  isUsualVehicle,
  lockAndCountVehicles,
  lockVehicle,
  type StoredVehicle,
  updateVehicle,
  vehiclesRegistered,
} from './vehicles.repository';
import { addVehicle, type Limits, withLicence } from './vehicles.service';

type Texts = Pick<DriverInput, 'vehicleRegistrationNumber' | 'bookedHireServiceLicense'>;
type DriverWithVehicle = Texts & { id: string; vehicleId: string | null };

const isSameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
/** TMR's older form wants this text for a substitute taxi, which has no number. */
const isSubstituteTaxi = (licence: string) => isSameText(licence, 'substitute taxi');

/**
 * The vehicle that a driver's form names (docs/product/vehicles.md#usual-vehicles): found by its registration, else made. Without `changedOn` other texts
 * than before are a correction, of the vehicle itself where it is this driver's alone.
 * @param before the stored driver, if it is no new one
 * @returns the vehicle's id @throws LimitReachedError
 */
export async function usualVehicle(
  within: Call<Tx>,
  limits: Limits,
  input: Texts & Pick<DriverInput, 'startDate'>,
  { before, changedOn }: { before?: DriverWithVehicle; changedOn?: string | undefined } = {},
): Promise<string> {
  const named = { registration: input.vehicleRegistrationNumber, licence: input.bookedHireServiceLicense };
  const isRegistration = before?.vehicleRegistrationNumber === named.registration;
  if (before?.vehicleId) {
    if (isRegistration && isSameText(before.bookedHireServiceLicense, named.licence)) return before.vehicleId;
    const corrected = !changedOn && (await correctVehicle(within, before, before.vehicleId, named));
    if (corrected) return before.vehicleId;
  }
  const from = changedOn ?? brisbaneDay(new Date(input.startDate));
  return findOrAdd(within, limits, { ...named, from, isRenewal: changedOn !== undefined && isRegistration });
}

type VehicleText = { registration: string; licence: string };

/** Corrects a vehicle that no other driver uses or used. @returns whether it did */
async function correctVehicle(
  within: Call<Tx>,
  driver: DriverWithVehicle,
  vehicleId: string,
  named: VehicleText,
): Promise<boolean> {
  const { db, holderId } = within;
  const isShared =
    (await isUsualVehicle(db, holderId, vehicleId, driver.id)) ||
    (await wasUsualVehicle(db, holderId, vehicleId));
  if (isShared || (await vehiclesRegistered(within, named.registration, vehicleId)).length > 0) return false;
  const vehicle = await lockVehicle(within, vehicleId);
  const licences = vehicle.licences.map((licence) =>
    isSameText(licence.number, driver.bookedHireServiceLicense)
      ? { ...licence, number: named.licence }
      : licence,
  );
  const after = await updateVehicle(within, vehicleId, {
    ...vehicle,
    registration: named.registration,
    licences,
  });
  await recordChange(within, 'vehicle', vehicle, after);
  return true;
}

async function findOrAdd(
  within: Call<Tx>,
  limits: Limits,
  { registration, licence, from, isRenewal }: VehicleText & { from: string; isRenewal: boolean },
): Promise<string> {
  const licences = isSubstituteTaxi(licence)
    ? []
    : [{ kind: 'booked-hire' as const, number: licence, from, expires: null }];
  await lockAndCountVehicles(within.db, within.holderId);
  const found = await vehiclesRegistered(within, registration);
  const vehicle = found.find((one) => isAvailableOn(one, from)) ?? found.at(-1);
  if (!vehicle) {
    const availability = [{ from, to: null }];
    const input = {
      registration,
      availability,
      licences,
      description: null,
      isSubcontracted: false,
      notes: null,
    };
    return (await addVehicle(within, limits, input)).id;
  }
  const [added] = licences;
  if (added && !vehicle.licences.some(({ number }) => isSameText(number, added.number)))
    await addLicence(within, vehicle, added, isRenewal);
  return vehicle.id;
}

/** A second text for one registration is stored next to the first, and the holder is asked which is right. */
async function addLicence(
  within: Call<Tx>,
  vehicle: StoredVehicle,
  licence: StoredVehicle['licences'][number],
  isRenewal: boolean,
): Promise<void> {
  const licences = isRenewal ? withLicence(vehicle, licence) : [...vehicle.licences, licence];
  const after = await updateVehicle(within, vehicle.id, { ...vehicle, licences });
  await recordChange(within, 'vehicle', vehicle, after);
}
