import { driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { datedFacts, drivers } from '@shared/tables/trips';
import { licenceInForce } from '@shared/vehicles/vehicles';
import { and, eq, gte, inArray, or } from 'drizzle-orm';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';
import { heldOn } from '../vehicles/dated-facts';
import { factsByOwner } from '../vehicles/dated-facts.repository';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { driverNotFound } from './drivers.repository';

export type Then = Awaited<ReturnType<typeof readThen>>;

/**
 * Reads all drivers and vehicles of a holder, removed ones too, each as it was on a Brisbane day: the one source of names, numbers and registrations of the past
 * (docs/product/vehicles.md#corrections-and-changes). What was corrected never held: of a number typed wrongly only the audit trail knows.
 */
export async function readThen(db: DbOrTx, holderId: string) {
  const { id, firstName, lastName, driverAuthorityLicense, vehicleId } = drivers;
  const { vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires } = drivers;
  const rows = await db
    .select({
      ...{ id, firstName, lastName, driverAuthorityLicense, vehicleId },
      ...{ vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires },
    })
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId));
  const present = new Map(rows.map((driver) => [driver.id, driver]));
  const factsOf = await factsByOwner(db, holderId, 'drivers');
  const vehicles = await vehiclesOnDays(db, holderId);
  const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const vehicleOf = (vehicleId: string | null) => vehiclesById.get(vehicleId ?? '');

  const registrationOn = (vehicleId: string | null, day: string): string | null =>
    vehicleOf(vehicleId)?.on(day).registration ?? null;
  const personOn = (driverId: string, day: string) => {
    const driver = present.get(driverId);
    if (!driver) throw driverNotFound();
    const held = heldOn(driver, factsOf(driverId), day);
    return { ...held, name: driverName(held) };
  };
  return {
    factsOf,
    vehicles,
    vehicleOf,
    registrationOn,
    /** A driver's name and number, and the usual vehicle with its registration and licence then. @throws NotFoundError for a driver that is not the holder's */
    driverOn(driverId: string, day: string) {
      const person = personOn(driverId, day);
      const vehicle = vehicleOf(person.vehicleId);
      const licence = vehicle && licenceInForce(vehicle.licences, day);
      return {
        ...person,
        ...(vehicle && { vehicleRegistrationNumber: vehicle.on(day).registration }),
        ...(licence && { bookedHireServiceLicense: licence.number }),
      };
    },
    /** A trip or a shift with the driver's name and number, and the vehicle's registration, of the day on which it began. */
    named<Row extends Driven & Began>(row: Row): Row & Named {
      const day = brisbaneDay(began(row));
      const { name, driverAuthorityLicense } = personOn(row.driverId, day);
      const vehicleRegistration = registrationOn(row.vehicleId, day);
      return { ...row, driverName: name, driverAuthorityLicense, vehicleRegistration };
    },
  };
}

/** Reads what answers a driver's usual vehicle at a moment; null without one. */
export async function readUsualVehicles(db: DbOrTx, holderId: string) {
  const { driverOn } = await readThen(db, holderId);
  return (driverId: string, at: Date): string | null => driverOn(driverId, brisbaneDay(at)).vehicleId;
}

type Driven = { driverId: string; vehicleId: string | null };
type Named = { driverName: string; driverAuthorityLicense: string; vehicleRegistration: string | null };

type Began = { datetime: Date } | { start: Date };
const began = (row: Began): Date => ('start' in row ? row.start : row.datetime);

/** Trips or shifts with present names, as a query answers them, with those of their days: without a change after the first of them they are the same. */
export async function namedAsThen<Row extends Driven & Began>(
  db: DbOrTx,
  holderId: string,
  rows: Row[],
): Promise<Row[]> {
  if (rows.length === 0 || !(await haveChanged(db, holderId, rows))) return rows;
  const { named } = await readThen(db, holderId);
  return rows.map((row) => {
    const { driverName, driverAuthorityLicense, vehicleRegistration } = named(row);
    const number = 'driverAuthorityLicense' in row && { driverAuthorityLicense };
    return { ...row, driverName, vehicleRegistration, ...number };
  });
}

async function haveChanged(
  db: DbOrTx,
  holderId: string,
  rows: readonly (Driven & Began)[],
): Promise<boolean> {
  const { beaHolderId, driverId, vehicleId, fact, lastDay } = datedFacts;
  const first = rows.reduce((day, row) => {
    const own = brisbaneDay(began(row));
    return own < day ? own : day;
  }, '9999-12-31');
  const drivers = new Set(rows.map((row) => row.driverId));
  const vehicles = new Set(rows.flatMap((row) => row.vehicleId ?? []));
  const owns = or(isAnyOf(driverId, [...drivers]), isAnyOf(vehicleId, [...vehicles]));
  const isNamed = inArray(fact, ['name', 'number', 'registration']);
  const changed = await db
    .select({ id: datedFacts.id })
    .from(datedFacts)
    .where(and(eq(beaHolderId, holderId), isNamed, gte(lastDay, first), owns))
    .limit(1);
  return changed.length > 0;
}
