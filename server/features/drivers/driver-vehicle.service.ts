import type { CarChange, CarChangeQuery, ChangeCar } from '@shared/driver-vehicle';
import { driverName } from '@shared/drivers';
import { MAX_MATCHING_TRIPS } from '@shared/limits';
import { brisbaneDay, formatDay } from '@shared/periods';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { ConflictError, ValidationError } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
import { type DatedFact, DRIVER_FACTS, pickFields, spansOf } from '../vehicles/dated-facts';
import { insertFacts, listFactsOf, listWholeFacts, removeFacts } from '../vehicles/dated-facts.repository';
import { canRename, endVehicle, type UsualVehicle, usualVehicle } from '../vehicles/usual-vehicle.service';
import { lockVehicle } from '../vehicles/vehicles.repository';
import { countDrivenShifts, type Driving, listDrivenTrips } from './driven.repository';
import { moveDriven } from './driven.service';
import { lockDriver, storedInput, storeNewVersion, updateDriver } from './drivers.repository';
import { lockShownDriver } from './then.repository';
import { isWhole, periodOn, presentPeriod, splitPeriod, vehiclePeriods } from './vehicle-periods';

type StoredDriver = Awaited<ReturnType<typeof lockDriver>>;

/**
 * The time that another vehicle is driven in: from a day to the end of the period of that day, or without a day all of the present one. A day
 * before which the driver was not affiliated means all of its period.
 */
export function timeOfChange(driver: StoredDriver, facts: readonly DatedFact[], from?: string) {
  const periods = vehiclePeriods(pickFields(driver, DRIVER_FACTS.vehicle) as UsualVehicle, facts);
  const period = from === undefined ? presentPeriod(periods) : periodOn(periods, from);
  const [first] = [brisbaneDay(driver.startDate), ...spansOf(facts).map((span) => span.from)].toSorted();
  const day = from === undefined || isWhole(period, from, first ?? from) ? undefined : from;
  const driving: Driving = {
    driverId: driver.id,
    vehicleId: period.value.vehicleId,
    from: day ?? period.from,
    until: period.until,
  };
  return { period, day, driving };
}

/** What a change would do, and how many trips and shifts would be in the wrong vehicle (docs/product/vehicles.md#changing-cars). */
export const previewChange = (call: Call, id: string, { from, registration: named }: CarChangeQuery) =>
  inTransaction(call, async (within): Promise<CarChange> => {
    const { db, holderId } = within;
    const driver = await lockDriver(within, id, 'key share');
    const facts = await listFactsOf(db, holderId, { driverId: id });
    const { period, driving } = timeOfChange(driver, facts, from);
    const trips = await listDrivenTrips(db, holderId, driving, MAX_MATCHING_TRIPS + 1);
    const { vehicleId, vehicleRegistrationNumber: registration } = period.value;
    return {
      former: vehicleId === null ? null : { vehicleId, registration },
      until: period.until,
      trips: trips.length,
      shifts: await countDrivenShifts(db, holderId, driving),
      touched: lodgedReportsTouched(await listLodgements(db, holderId), { trips }),
      isRenamed: from === undefined && (await canRename(within, id, driver.vehicleId, named)),
    };
  });

/**
 * Gives a driver another usual vehicle from a day on, until the next change that is stored, and moves the trips and shifts of that time that are
 * in the former vehicle, if asked (docs/product/vehicles.md#changing-cars).
 * @throws NotFoundError; ChangedMeanwhileError; ConflictError; ValidationError; LimitReachedError
 */
export const changeCar = (call: Call, limits: Pick<AppDeps, 'config'>, id: string, change: ChangeCar) =>
  inTransaction(call, async (within) => {
    const { from, version, moves, formerEndsOn, ...named } = change;
    const { db, holderId } = within;
    const before = await lockShownDriver(within, id);
    const registration =
      named.registration ?? (await lockVehicle(within, named.vehicleId ?? '', 'key share')).registration;
    assertNewest('driver', before, { version, vehicleRegistrationNumber: registration });
    if (from > brisbaneDay(within.now)) throw fault('from', 'That date is in the future');
    const facts = await listWholeFacts(db, holderId, { driverId: id });
    const { period, day, driving } = timeOfChange(before, facts, from);
    const vehicle = await usualVehicle(within, limits, named, {
      driver: { id, ...storedInput(before) },
      changedOn: from,
    });
    if (vehicle.vehicleId === period.value.vehicleId)
      throw new ConflictError(
        `${driverName(before)} drives ${vehicle.vehicleRegistrationNumber} on ${formatDay(from)} already`,
        'vehicleId',
      );
    if (period.factId) await removeFacts(within, [period.factId]);
    await insertFacts(within, { driverId: id }, splitPeriod(period, day, vehicle));
    if (period.factId) await storeNewVersion(within, id);
    else await updateDriver(within, id, { ...storedInput(before), ...vehicle });
    const moved = moves ? await moveDriven(within, driving, vehicle.vehicleId) : { trips: 0, shifts: 0 };
    if (formerEndsOn) await endFormer(within, period.value.vehicleId, formerEndsOn);
    const driver = await lockShownDriver(within, id);
    const after = { ...driver, facts: await listWholeFacts(db, holderId, { driverId: id }), changedOn: from };
    // a change before another one leaves the driver's row as it is
    const [was, is] = period.factId ? [period.value, vehicle] : [];
    await recordChange(
      within,
      'driver',
      { ...before, facts, vehicleRegistration: was?.vehicleRegistrationNumber },
      { ...after, vehicleRegistration: is?.vehicleRegistrationNumber },
    );
    return { driver, ...moved };
  });

/** Ends the time of a driver's former vehicle, which no one uses any more. @throws ValidationError */
export async function endFormer(within: Call<Tx>, vehicleId: string | null, lastDay: string): Promise<void> {
  if (lastDay > brisbaneDay(within.now)) throw fault('formerEndsOn', 'That date is in the future');
  if (vehicleId) await endVehicle(within, vehicleId, lastDay);
}

const fault = (path: string, message: string) => new ValidationError(message, [{ path, message }]);
