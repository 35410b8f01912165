import { driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { datedFacts, drivers } from '@shared/tables/trips';
import { and, eq, gte, inArray, or } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { heldOn } from '../vehicles/dated-facts';
import { factsByOwner } from '../vehicles/dated-facts.repository';
import { usualLicence } from '../vehicles/usual-licence';
import { listVehicles, vehiclesOnDays } from '../vehicles/vehicles.repository';
import { driverNotFound, lockDriver } from './drivers.repository';

export type Then = Awaited<ReturnType<typeof readThen>>;

/** Reads the drivers of a holder, removed ones too, each as its row was on a Brisbane day. @param ids of whom, if not of all */
async function readPeople(db: DbOrTx, holderId: string, ids?: readonly string[]) {
  const { id, firstName, lastName, driverAuthorityLicense, vehicleId } = drivers;
  const { vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires } = drivers;
  const rows = await db
    .select({
      ...{ id, firstName, lastName, driverAuthorityLicense, vehicleId },
      ...{ vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires },
    })
    .from(drivers)
    .where(and(eq(drivers.beaHolderId, holderId), ids && isAnyOf(id, ids)));
  const present = new Map(rows.map((driver) => [driver.id, driver]));
  const factsOf = await factsByOwner(db, holderId, 'drivers', ids);
  const personOn = onceADay((driverId: string, day) => {
    const driver = present.get(driverId);
    if (!driver) throw driverNotFound();
    const held = heldOn(driver, factsOf(driverId), day);
    return { ...held, name: driverName(held) };
  });
  return { factsOf, personOn };
}

/**
 * Reads all drivers and vehicles of a holder, removed ones too, each as it was on a Brisbane day: the one source of names, numbers and registrations of the past
 * (docs/product/vehicles.md#corrections-and-changes). What was corrected never held: of a number typed wrongly only the audit trail knows.
 * @param only the drivers and vehicles that are asked about, if they are few
 */
export async function readThen(
  db: DbOrTx,
  holderId: string,
  only?: { drivers: string[]; vehicles: string[] },
) {
  const { factsOf, personOn } = await readPeople(db, holderId, only?.drivers);
  const vehicles = await vehiclesOnDays(db, holderId, only?.vehicles);
  const vehiclesById = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const vehicleOf = (vehicleId: string | null) => vehiclesById.get(vehicleId ?? '');

  const registrationOn = onceADay(
    (vehicleId: string | null, day) => vehicleOf(vehicleId)?.on(day).registration ?? null,
  );
  return {
    factsOf,
    vehicles,
    vehicleOf,
    registrationOn,
    /** A driver's name and number, and the usual vehicle with its registration and licence then. @throws NotFoundError for a driver that is not the holder's */
    driverOn(driverId: string, day: string) {
      const person = personOn(driverId, day);
      const vehicle = vehicleOf(person.vehicleId);
      if (!vehicle) return person;
      return {
        ...person,
        vehicleRegistrationNumber: vehicle.on(day).registration,
        bookedHireServiceLicense: usualLicence(person.bookedHireServiceLicense, vehicle, day),
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

/** A driver has many trips a day, and an export many of each. */
function onceADay<Id extends string | null, Held>(find: (id: Id, day: string) => Held) {
  const found = new Map<string, Held>();
  return (id: Id, day: string): Held => {
    const key = `${day} ${id}`;
    if (!found.has(key)) found.set(key, find(id, day));
    return found.get(key) as Held;
  };
}

/** Reads what answers the usual vehicle of one of some drivers at a moment; null without one. */
export async function readUsualVehicles(db: DbOrTx, holderId: string, driverIds: readonly string[]) {
  const { personOn } = await readPeople(db, holderId, [...new Set(driverIds)]);
  return (driverId: string, at: Date): string | null => personOn(driverId, brisbaneDay(at)).vehicleId;
}

type WithVehicle = { vehicleId: string | null; bookedHireServiceLicense: string };

/** Drivers with the licence that their usual vehicle has today; their rows have what the forms said last. */
export async function withLicenceToday<D extends WithVehicle>(
  { db, holderId, now }: Call<DbOrTx>,
  drivers: readonly D[],
): Promise<D[]> {
  const ids = [...new Set(drivers.flatMap(({ vehicleId }) => vehicleId ?? []))];
  const vehicles = new Map((await listVehicles(db, holderId, ids)).map((vehicle) => [vehicle.id, vehicle]));
  const today = brisbaneDay(now);
  return drivers.map((driver) => {
    const vehicle = vehicles.get(driver.vehicleId ?? '');
    const own = driver.bookedHireServiceLicense;
    return vehicle ? { ...driver, bookedHireServiceLicense: usualLicence(own, vehicle, today) } : driver;
  });
}

/** A driver as its form shows it, locked against any change. @throws NotFoundError */
export const lockShownDriver = async (within: Call<Tx>, id: string) =>
  shownDriver(within, await lockDriver(within, id, 'update'));

export const shownDriver = async <D extends WithVehicle>(call: Call<DbOrTx>, driver: D): Promise<D> =>
  onlyRow(await withLicenceToday(call, [driver]));

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
  const only = {
    drivers: [...new Set(rows.map(({ driverId }) => driverId))],
    vehicles: [...new Set(rows.flatMap(({ vehicleId }) => vehicleId ?? []))],
  };
  if (rows.length === 0 || !(await haveChanged(db, holderId, rows, only))) return rows;
  const { named } = await readThen(db, holderId, only);
  return rows.map((row) => {
    const { driverName, driverAuthorityLicense, vehicleRegistration } = named(row);
    const number = 'driverAuthorityLicense' in row && { driverAuthorityLicense };
    return { ...row, driverName, vehicleRegistration, ...number };
  });
}

async function haveChanged(
  db: DbOrTx,
  holderId: string,
  rows: readonly Began[],
  only: { drivers: string[]; vehicles: string[] },
): Promise<boolean> {
  const { beaHolderId, driverId, vehicleId, fact, lastDay } = datedFacts;
  const first = rows.reduce((day, row) => {
    const own = brisbaneDay(began(row));
    return own < day ? own : day;
  }, '9999-12-31');
  const owns = or(isAnyOf(driverId, only.drivers), isAnyOf(vehicleId, only.vehicles));
  const isNamed = inArray(fact, ['name', 'number', 'registration']);
  const changed = await db
    .select({ id: datedFacts.id })
    .from(datedFacts)
    .where(and(eq(beaHolderId, holderId), isNamed, gte(lastDay, first), owns))
    .limit(1);
  return changed.length > 0;
}
