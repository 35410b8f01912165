import type { NewcomerAnswers, Newcomers } from '@shared/imports/newcomers';
import { brisbaneDay, brisbaneInstant } from '@shared/periods';
import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ValidationError } from '../../../lib/errors';
import { lockAndCountDrivers } from '../../drivers/drivers.repository';
import { addDrivers } from '../../drivers/drivers.service';
import { giveCallSign } from '../../vehicles/call-signs.service';
import { usualLicence } from '../../vehicles/usual-licence';
import { lockFleet, type StoredVehicle } from '../../vehicles/vehicles.repository';
import { addVehicles, type Limits } from '../../vehicles/vehicles.service';
import type { Arrivals } from './arrivals';

/** Locks out other additions of drivers and vehicles until the transaction ends, in the order of the forms. */
export async function lockAdditions({ db, holderId }: Call<Tx>, lockRows: () => Promise<unknown>) {
  await lockAndCountDrivers(db, holderId);
  await lockRows();
  await lockFleet(db, holderId);
}

/** @throws ValidationError with what is asked, where a new driver or vehicle has no answer, or one with which it cannot be added */
export function assertAnswered({ drivers, vehicles }: Newcomers): void {
  const open = [
    ...drivers.map((one) => ({ ...one, path: `newcomers.drivers.${one.key}` })),
    ...vehicles.map((one) => ({ ...one, path: `newcomers.vehicles.${one.key}` })),
  ].filter(({ answer, problem }) => answer === null || problem !== null);
  if (open.length === 0) return;
  const details = open.map(({ path, written, problem }) => ({
    path,
    message: `"${written}" is new. ${problem ?? 'Add it, choose one of yours, or leave it out'}`,
  }));
  throw new ValidationError('The file has new drivers or vehicles. Say of each whether to add it', details);
}

export type Stored = {
  /** The stored id of an arriving one; any other as it is. */
  idOf: <Id extends string | null | undefined>(id: Id) => Id;
  driverCount: number;
  vehicleCount: number;
};

/**
 * Stores the drivers and vehicles that come with a file, as their forms do, and the call signs.
 * @throws LimitReachedError; ConflictError
 */
export async function storeNewcomers(
  within: Call<Tx>,
  limits: Limits,
  { toStore: { drivers, vehicles, callSigns } }: Arrivals,
): Promise<Stored> {
  const ids = new Map<string, string>();
  const idOf = <Id extends string | null | undefined>(id: Id) => (ids.get(id ?? '') as Id | undefined) ?? id;
  const added = new Map<string, StoredVehicle>();
  const inputs = vehicles.map(({ input }) => input);
  for (const [index, stored] of (await addVehicles(within, limits, inputs)).entries()) {
    ids.set(vehicles[index]?.vehicle.id ?? '', stored.id);
    added.set(stored.id, stored);
  }
  for (const { vehicleId, callSign, from } of callSigns)
    await giveCallSign(within, idOf(vehicleId), callSign, from);
  const today = brisbaneDay(within.now);
  const forms = drivers.map(({ driver, startDate, vehicle }) => {
    const { driverAuthorityLicense, firstName, lastName } = driver;
    const own = vehicle && (added.get(idOf(vehicle.id)) ?? vehicle);
    return {
      ...{ driverAuthorityLicense, firstName, lastName },
      startDate: brisbaneInstant(startDate).toISOString(),
      endDate: null,
      isActive: true,
      vehicleId: own?.id,
      vehicleRegistrationNumber: own?.registration ?? '',
      bookedHireServiceLicense: own ? usualLicence('', own, today) : '',
    };
  });
  for (const [index, stored] of (await addDrivers(within, limits, forms)).entries())
    ids.set(drivers[index]?.driver.id ?? '', stored.id);
  return { idOf, driverCount: drivers.length, vehicleCount: vehicles.length };
}

/** The answers, with each driver and vehicle that was added as one who is known: the next file is not to ask about it again. */
export function answersAfter(
  given: NewcomerAnswers,
  { found }: Arrivals,
  idOf: Stored['idOf'],
): NewcomerAnswers {
  const known = <A extends { as: string }>(
    answers: Record<string, A>,
    idOfKey: (key: string) => string | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(answers).map(([key, answer]) => {
        const id = answer.as === 'new' ? idOfKey(key) : undefined;
        return [key, id ? { as: 'known' as const, id: idOf(id) } : answer];
      }),
    );
  return {
    drivers: known(given.drivers, (key) => found.drivers.get(key)?.driver?.id),
    vehicles: known(given.vehicles, (key) => found.vehicles.get(key)?.vehicle?.id),
  };
}
