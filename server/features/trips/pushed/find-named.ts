import { brisbaneDay, formatDay } from '@shared/periods';
import { datedFacts, drivers, vehicles } from '@shared/tables/trips';
import type { PushedTrip } from '@shared/trips/pushed-trips';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { isAvailableOn } from '@shared/vehicles/vehicles';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import { type DbOrTx, isAnyOf } from '../../../lib/database/db';
import { ValidationError } from '../../../lib/errors';
import { readThen } from '../../drivers/then.repository';
import { isSameText } from '../../vehicles/usual-licence';
import { vehiclesOnDays } from '../../vehicles/vehicles.repository';

/** The driver and vehicle of the stored trip, who may have been removed since. */
export type Stored = { driverId: string | null; vehicleId: string | null };
const NOTHING_STORED: Stored = { driverId: null, vehicleId: null };

type Names = Pick<PushedTrip, 'driverAuthorityLicense' | 'vehicleRegistration' | 'datetime'>;
type Problem = { path: keyof Names; message: string };
type Found = { driver?: { id: string; driverAuthorityLicense: string }; vehicleId: string | null };

/** Drivers or vehicles that have a value now, or had one before. */
async function idsOf(
  db: DbOrTx,
  holderId: string,
  table: typeof drivers | typeof vehicles,
  { has, had }: Record<'has' | 'had', SQL>,
): Promise<string[]> {
  const owner = table === drivers ? datedFacts.driverId : datedFacts.vehicleId;
  const now = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.beaHolderId, holderId), has));
  const before = await db
    .select({ id: owner })
    .from(datedFacts)
    .where(and(eq(datedFacts.beaHolderId, holderId), had));
  return [...new Set([...now, ...before].flatMap(({ id }) => id ?? []))];
}

/** The drivers who have a number or had it before, as their rows are now. */
async function listNumbered(db: DbOrTx, holderId: string, number: string) {
  const ids = await idsOf(db, holderId, drivers, {
    has: sql`lower(${drivers.driverAuthorityLicense}) = lower(${number})`,
    had: sql`${datedFacts.fact} = 'number' and lower(${datedFacts.value} ->> 'driverAuthorityLicense') = lower(${number})`,
  });
  if (ids.length === 0) return [];
  const { id, driverAuthorityLicense, deletedAt } = drivers;
  return db
    .select({ id, driverAuthorityLicense, deletedAt })
    .from(drivers)
    .where(and(eq(drivers.beaHolderId, holderId), isAnyOf(id, ids)));
}

async function findDriver({ db, holderId }: Call<DbOrTx>, number: string, day: string, stored: Stored) {
  const all = await listNumbered(db, holderId, number);
  const kept = all.filter(({ id, deletedAt }) => deletedAt === null || id === stored.driverId);
  const { driverOn } = await readThen(db, holderId, { drivers: kept.map(({ id }) => id), vehicles: [] });
  const isNumbered = (row: { driverAuthorityLicense: string }) =>
    isSameText(row.driverAuthorityLicense, number);
  const then = kept.filter(({ id }) => isNumbered(driverOn(id, day)));
  const [driver, second] = then.length === 1 ? then : kept.filter(isNumbered);
  if (!driver || second) return undefined;
  return { ...driver, usualVehicleId: driverOn(driver.id, day).vehicleId };
}

async function findVehicles({ db, holderId }: Call<DbOrTx>, typed: string, day: string, stored: Stored) {
  const plate = normaliseRegistration(typed);
  const ids = await idsOf(db, holderId, vehicles, {
    has: eq(vehicles.registration, plate),
    had: sql`${datedFacts.fact} = 'registration' and ${datedFacts.value} ->> 'registration' = ${plate}`,
  });
  const all = ids.length > 0 ? await vehiclesOnDays(db, holderId, ids) : [];
  const then = all.filter(
    ({ id, deletedAt, on }) =>
      (deletedAt === null || id === stored.vehicleId) && on(day).registration === plate,
  );
  const available = then.filter((vehicle) => isAvailableOn(vehicle, day));
  return available.length > 0 ? available : then;
}

/** Finds the driver and the vehicle that a trip names, as they were on its day, and says what to do about those that are not there. */
export async function lookUp(call: Call<DbOrTx>, names: Names, stored = NOTHING_STORED) {
  const { driverAuthorityLicense: number, vehicleRegistration } = names;
  const day = brisbaneDay(new Date(names.datetime));
  const problems: Problem[] = [];
  const driver = await findDriver(call, number, day, stored);
  if (!driver)
    problems.push({
      path: 'driverAuthorityLicense',
      message: `No driver has the Driver Authority License ${number}. Add or restore the driver in Trip Log, or correct the number. Then send the trip again.`,
    });
  const found: Found = { ...(driver && { driver }), vehicleId: driver?.usualVehicleId ?? null };
  if (vehicleRegistration === null) return { found, problems };
  const [vehicle, second] = await findVehicles(call, vehicleRegistration, day, stored);
  if (!vehicle || second)
    problems.push({
      path: 'vehicleRegistration',
      message: second
        ? `Several vehicles had the registration ${vehicleRegistration} on ${formatDay(day)}. Enter in Trip Log when each was available. Then send the trip again.`
        : `No vehicle had the registration ${vehicleRegistration} on ${formatDay(day)}. Add the vehicle in Trip Log, or correct the registration. Then send the trip again.`,
    });
  return { found: { ...found, vehicleId: vehicle?.id ?? null }, problems };
}

/** The driver and the vehicle that a trip names. @throws ValidationError for each that is not there */
export async function findNamed(call: Call<DbOrTx>, names: Names, stored?: Stored) {
  const { found, problems } = await lookUp(call, names, stored);
  const { driver, vehicleId } = found;
  if (!driver || problems.length > 0) throw new ValidationError(problems[0]?.message ?? '', problems);
  return { driver, vehicleId };
}
