import { driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { datedFacts, drivers } from '@shared/tables/trips';
import { and, eq, gte, inArray, or } from 'drizzle-orm';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';
import { heldOn } from '../vehicles/dated-facts';
import { factsByOwner } from '../vehicles/dated-facts.repository';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { driverNotFound } from './drivers.repository';

/**
 * Reads all drivers and vehicles of a holder, removed ones too, each as it was on a Brisbane day: the one source of names, numbers and registrations of the past
 * (docs/product/vehicles.md#corrections-and-changes). What was corrected never held: of a number typed wrongly only the audit trail knows.
 */
export async function readThen(db: DbOrTx, holderId: string) {
  const { id, firstName, lastName, driverAuthorityLicense, vehicleId } = drivers;
  const { vehicleRegistrationNumber, bookedHireServiceLicense } = drivers;
  const rows = await db
    .select({
      ...{ id, firstName, lastName, driverAuthorityLicense, vehicleId },
      ...{ vehicleRegistrationNumber, bookedHireServiceLicense },
    })
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId));
  const present = new Map(rows.map((driver) => [driver.id, driver]));
  const factsOf = await factsByOwner(db, holderId, 'drivers');
  const vehicles = await vehiclesOnDays(db, holderId);
  const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));

  /** @throws NotFoundError for a driver that is not the holder's */
  const driverOn = (driverId: string, day: string) => {
    const driver = present.get(driverId);
    if (!driver) throw driverNotFound();
    const held = heldOn(driver, factsOf(driverId), day);
    return { ...held, name: driverName(held) };
  };
  const registrationOn = (vehicleId: string | null, day: string): string | null =>
    vehiclesById.get(vehicleId ?? '')?.on(day).registration ?? null;
  return {
    factsOf,
    vehicles,
    driverOn,
    registrationOn,
    /** A trip or a shift with the driver's name and number, and the vehicle's registration, of the day on which it began. */
    named<Row extends Driven>(row: Row, began: Date): Row & Named {
      const day = brisbaneDay(began);
      const { name, driverAuthorityLicense } = driverOn(row.driverId, day);
      const vehicleRegistration = registrationOn(row.vehicleId, day);
      return { ...row, driverName: name, driverAuthorityLicense, vehicleRegistration };
    },
  };
}

type Driven = { driverId: string; vehicleId: string | null };
type Named = { driverName: string; driverAuthorityLicense: string; vehicleRegistration: string | null };

/** Trips with present names, as a query answers them, with those of their days: without a change after the first of them they are the same. */
export async function namedAsThen<Trip extends Driven & Named & { datetime: Date }>(
  db: DbOrTx,
  holderId: string,
  trips: Trip[],
): Promise<Trip[]> {
  if (trips.length === 0 || !(await haveChanged(db, holderId, trips))) return trips;
  const { named } = await readThen(db, holderId);
  return trips.map((trip) => named(trip, trip.datetime));
}

async function haveChanged(
  db: DbOrTx,
  holderId: string,
  trips: readonly (Driven & { datetime: Date })[],
): Promise<boolean> {
  const { beaHolderId, driverId, vehicleId, fact, lastDay } = datedFacts;
  const first = trips.reduce((day, { datetime }) => {
    const own = brisbaneDay(datetime);
    return own < day ? own : day;
  }, '9999-12-31');
  const drivers = new Set(trips.map((trip) => trip.driverId));
  const vehicles = new Set(trips.flatMap((trip) => trip.vehicleId ?? []));
  const owns = or(isAnyOf(driverId, [...drivers]), isAnyOf(vehicleId, [...vehicles]));
  const isNamed = inArray(fact, ['name', 'number', 'registration']);
  const changed = await db
    .select({ id: datedFacts.id })
    .from(datedFacts)
    .where(and(eq(beaHolderId, holderId), isNamed, gte(lastDay, first), owns))
    .limit(1);
  return changed.length > 0;
}
