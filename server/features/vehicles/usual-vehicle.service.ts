import type { DriverInput, NamedVehicle } from '@shared/driver-input';
import { brisbaneDay, formatDay } from '@shared/periods';
import { isAvailableOn, SUBSTITUTE_TAXI } from '@shared/vehicles/vehicles';
import { recordChange } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ValidationError } from '../../lib/errors';
import { DRIVER_FACTS, pickFields } from './dated-facts';
import { isSameText, usualLicence } from './usual-licence';
import {
  isUsed,
  lockFleet,
  lockVehicle,
  type StoredVehicle,
  updateVehicle,
  vehiclesRegistered,
  wasEnteredWith,
} from './vehicles.repository';
import { addVehicle, isInLodgedQuarter, type Limits, storeVehicle, withLicence } from './vehicles.service';

/** The texts of a driver's row that say which vehicle it is. */
type Texts = Pick<DriverInput, 'vehicleRegistrationNumber' | 'bookedHireServiceLicense'>;
/** A driver's usual vehicle, as the driver's row has it. */
export type UsualVehicle = Texts & { vehicleId: string | null };

/** What a form says of a driver's vehicle; without a licence a known vehicle's own is meant. */
type Named = NamedVehicle & { registration?: string | undefined; licence?: string | undefined };
/** The driver: its time is assumed to be that of a vehicle made for it. */
type OfDriver = { id: string; startDate: string; endDate: string | null };

type Change = {
  driver: OfDriver;
  /** The stored driver, if it is no new one. */
  before?: UsualVehicle | undefined;
  /** The first day of a dated change; absent for a correction. */
  changedOn?: string | undefined;
  /** The first day on which the driver had the vehicle that is corrected, if it is not the driver's own first day. */
  since?: string | null;
};

/** A driver whose vehicle nobody has said yet, as one of an imported file. */
const NO_VEHICLE: UsualVehicle = {
  vehicleId: null,
  vehicleRegistrationNumber: '',
  bookedHireServiceLicense: '',
};
const isUnknown = ({ vehicleId, registration }: Named) => !vehicleId && registration === '';
const pickUsual = (row: UsualVehicle) => pickFields(row, DRIVER_FACTS.vehicle) as UsualVehicle;

const isSubstituteTaxi = (licence: string) => isSameText(licence, SUBSTITUTE_TAXI);

/** Finds the licence with a number, whatever its case. */
const licenceNumbered = ({ licences }: StoredVehicle, number: string) =>
  licences.find((licence) => isSameText(licence.number, number));

/**
 * The vehicle that a driver's form names (docs/product/vehicles.md#usual-vehicles): the one that was chosen, or has the registration, else a new one.
 * Without `changedOn` other texts than before are a correction: of the vehicle itself only where it was made from this driver's form and is no one else's.
 * @returns what the driver's row has of it
 * @throws NotFoundError; ValidationError; LimitReachedError
 */
export async function usualVehicle(
  within: Call<Tx>,
  limits: Limits,
  named: Named,
  change: Change,
): Promise<UsualVehicle> {
  const { driver, before, changedOn } = change;
  if (isUnknown(named)) return before ? pickUsual(before) : NO_VEHICLE;
  const isOwn =
    before?.vehicleRegistrationNumber === named.registration &&
    before?.vehicleId === (named.vehicleId ?? before?.vehicleId);
  if (before?.vehicleId && isOwn && isSameText(named.licence ?? '', before.bookedHireServiceLicense))
    return pickUsual(before);
  await lockFleet(within.db, within.holderId);
  if (
    before?.vehicleId &&
    (isOwn || (!changedOn && (await canRename(within, driver.id, before.vehicleId, named.registration))))
  )
    return ownVehicle(within, before.vehicleId, named, { before, changedOn });
  const known = await knownVehicle(within, named, change);
  if (!known) return makeVehicle(within, limits, named, change);
  return withKnownLicence(within, known, named, change);
}

/** The first day of what the form says. */
const firstDay = ({ driver, changedOn, since }: Change): string =>
  changedOn ?? since ?? brisbaneDay(new Date(driver.startDate));

/** Whether a correction of a driver's registration may rename its vehicle: nothing else then says something else than before. */
export async function canRename(
  within: Call<Tx>,
  driverId: string,
  vehicleId: string | null,
  registration: string | undefined,
): Promise<boolean> {
  const { db, holderId } = within;
  if (!vehicleId || !registration) return false;
  if (!(await wasEnteredWith(db, holderId, vehicleId, driverId))) return false;
  const vehicle = await lockVehicle(within, vehicleId);
  return (
    (await vehiclesRegistered(within, [registration], vehicleId)).length === 0 &&
    !(await isUsed(db, holderId, vehicleId, driverId)) &&
    !(await isInLodgedQuarter(within, vehicle))
  );
}

/** The driver's own vehicle, with the registration and licence that the form says now. */
async function ownVehicle(
  within: Call<Tx>,
  id: string,
  { registration = '', licence, licenceFrom }: Named,
  { before, changedOn }: { before: UsualVehicle; changedOn: string | undefined },
): Promise<UsualVehicle> {
  const stored = await lockVehicle(within, id);
  const shown = before.bookedHireServiceLicense;
  const isOther = licence !== undefined && !isSameText(licence, shown);
  const licensed = !isOther
    ? stored
    : changedOn
      ? renewed(stored, licence, licenceFrom ?? changedOn)
      : corrected(stored, shown, licence);
  const after = { ...licensed, registration };
  const isChanged = licensed !== stored || registration !== stored.registration;
  if (isChanged) await storeVehicle(within, stored, after);
  return {
    vehicleId: id,
    vehicleRegistrationNumber: registration,
    bookedHireServiceLicense: licence ?? shown,
  };
}

/** A vehicle with another licence from a day on, or from then a substitute taxi. */
function renewed(vehicle: StoredVehicle, licence: string, from: string): StoredVehicle {
  if (licenceNumbered(vehicle, licence)) return vehicle;
  const next = {
    kind: vehicle.licences.at(-1)?.kind ?? ('booked-hire' as const),
    number: licence,
    from,
    expires: null,
    isAssumed: false,
  };
  const licences = withLicence(vehicle, next);
  return isSubstituteTaxi(licence)
    ? { ...vehicle, licences: licences.filter((one) => one !== next), isSubstituteTaxi: true }
    : { ...vehicle, licences };
}

/** A vehicle whose licence, as a form showed it, was mistyped; without that licence the other stands next to those it has. */
function corrected(vehicle: StoredVehicle, shown: string, licence: string): StoredVehicle {
  if (licenceNumbered(vehicle, licence)) return vehicle;
  const wrong = licenceNumbered(vehicle, shown);
  const without = vehicle.licences.filter((one) => one !== wrong);
  if (isSubstituteTaxi(licence)) return { ...vehicle, licences: without, isSubstituteTaxi: true };
  return wrong
    ? { ...vehicle, licences: [...without, { ...wrong, number: licence }] }
    : withAnother(vehicle, licence, vehicle.availability[0]?.from);
}

/** A vehicle with another licence, from a day that is assumed, next to those it has: which is right is asked before lodging. */
function withAnother(vehicle: StoredVehicle, licence: string, from: string | undefined): StoredVehicle {
  if (!from || isSubstituteTaxi(licence)) return vehicle;
  const added = { kind: 'booked-hire' as const, number: licence, from, expires: null, isAssumed: true };
  return { ...vehicle, licences: [...vehicle.licences, added], isSubstituteTaxi: false };
}

/**
 * The vehicle that was chosen, else the one with the registration; of several that of the change's day or, without one, of the driver's last day until today,
 * and of these the one with the licence.
 * @throws NotFoundError; ValidationError
 */
async function knownVehicle(
  within: Call<Tx>,
  { vehicleId, registration, licence = '' }: Named,
  { changedOn, driver }: Change,
) {
  if (vehicleId) {
    const chosen = await lockVehicle(within, vehicleId);
    if (registration === undefined || chosen.registration === registration) return chosen;
    const message = `The chosen vehicle is ${chosen.registration}, not ${registration}`;
    throw new ValidationError(message, [{ path: 'vehicleRegistrationNumber', message }]);
  }
  const found = registration ? await vehiclesRegistered(within, [registration]) : [];
  const [today, end] = [brisbaneDay(within.now), driver.endDate && brisbaneDay(new Date(driver.endDate))];
  const day = changedOn ?? (end && end < today ? end : today);
  const isLicensed = (vehicle: StoredVehicle) => licenceNumbered(vehicle, licence) !== undefined;
  const there = found.filter((vehicle) => isAvailableOn(vehicle, day));
  return there.find(isLicensed) ?? there[0] ?? found.find(isLicensed) ?? found.at(-1);
}

/**
 * A known vehicle brings its own licence, also where a form leaves that of the driver's former vehicle as it was. Another one corrects it or is left out, as
 * the form answers; without an answer both are kept, and the driver's row has the form's.
 */
async function withKnownLicence(
  within: Call<Tx>,
  vehicle: StoredVehicle,
  { licence, licenceAnswer }: Named,
  change: Change,
): Promise<UsualVehicle> {
  const own = usualLicence(licence === '' ? '' : 'no licence', vehicle, brisbaneDay(within.now));
  const isLeft = !licence || (change.before && isSameText(licence, change.before.bookedHireServiceLicense));
  if (isLeft || licenceAnswer === 'keep' || isSameText(licence, own)) return textsOf(vehicle, own);
  if (licenceNumbered(vehicle, licence)) return textsOf(vehicle, licence);
  if (licenceAnswer === 'correct') await storeVehicle(within, vehicle, corrected(vehicle, own, licence));
  else if (!vehicle.isSubstituteTaxi)
    await keepBoth(within, vehicle, withAnother(vehicle, licence, firstDay(change)));
  return textsOf(vehicle, licence);
}

const textsOf = ({ id, registration }: StoredVehicle, licence: string): UsualVehicle => ({
  vehicleId: id,
  vehicleRegistrationNumber: registration,
  bookedHireServiceLicense: licence,
});

/** Stores a vehicle with both licences; its other drivers' forms keep theirs. */
async function keepBoth(within: Call<Tx>, before: StoredVehicle, both: StoredVehicle): Promise<void> {
  if (both === before) return;
  await recordChange(within, 'vehicle', before, await updateVehicle(within, before.id, both));
}

/** Makes a vehicle for a driver's form; the days that no one said are assumed, its end with that of a driver who has ended. */
async function makeVehicle(
  within: Call<Tx>,
  limits: Limits,
  named: Named,
  change: Change,
): Promise<UsualVehicle> {
  const { registration, licence } = named;
  if (!registration || licence === undefined) throw noLicence(registration);
  const today = brisbaneDay(within.now);
  const { id, endDate } = change.driver;
  const end = endDate && brisbaneDay(new Date(endDate));
  const to = end && end < today ? end : null;
  const dayOf = (said: string | null | undefined) =>
    said ?? (said === null && !to ? today : firstDay(change));
  const from = dayOf(named.vehicleAvailableFrom);
  if (to && from > to) {
    const message = 'Available Since must not be after the driver’s End Date';
    throw new ValidationError(message, [{ path: 'vehicleAvailableFrom', message }]);
  }
  const vehicle = await addVehicle(within, limits, {
    registration,
    availability: [{ from, to, isAssumed: !named.vehicleAvailableFrom || to !== null }],
    licences: isSubstituteTaxi(licence)
      ? []
      : [
          {
            kind: 'booked-hire',
            number: licence,
            from: dayOf(named.licenceFrom),
            expires: null,
            isAssumed: !named.licenceFrom,
          },
        ],
    isSubstituteTaxi: isSubstituteTaxi(licence),
    description: null,
    isSubcontracted: false,
    notes: null,
    enteredWith: id,
  });
  return {
    vehicleId: vehicle.id,
    vehicleRegistrationNumber: registration,
    bookedHireServiceLicense: licence,
  };
}

function noLicence(registration = 'The vehicle') {
  const message = `${registration} is new. Enter its licence`;
  return new ValidationError(message, [{ path: 'licence', message }]);
}

/** Lets a vehicle end with a day. @throws NotFoundError; ValidationError where it began later */
export async function endVehicle(within: Call<Tx>, id: string, lastDay: string): Promise<void> {
  const vehicle = await lockVehicle(within, id);
  const availability = vehicle.availability
    .filter(({ from }) => from <= lastDay)
    .map((span) => (span.to && span.to < lastDay ? span : { ...span, to: lastDay }));
  const message = `${vehicle.registration} was not available before ${formatDay(lastDay)}`;
  if (availability.length === 0) throw new ValidationError(message, [{ path: 'formerEndsOn', message }]);
  await storeVehicle(within, vehicle, { ...vehicle, availability });
}
