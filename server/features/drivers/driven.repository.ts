import { addDays, brisbaneInstant, dayRange } from '@shared/periods';
import { drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import type { DrivenQuery, DrivenVehicle } from '@shared/vehicles/driven';
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { driverNameSql } from './drivers.repository';

/** What is driven in a vehicle. */
const TABLES = { trip: trips, shift: shifts } as const;
export type Driven = keyof typeof TABLES;

/** The time in which a driver has a vehicle; without a first day since ever, without a last one still. */
export type Driving = {
  driverId: string;
  vehicleId: string | null;
  from: string | null;
  until: string | null;
};

function isDriving(what: Driven, holderId: string, { driverId, vehicleId, from, until }: Driving) {
  const table = TABLES[what];
  const at = what === 'trip' ? trips.datetime : shifts.startsAt;
  return and(
    eq(table.beaHolderId, holderId),
    eq(table.driverId, driverId),
    vehicleId === null ? isNull(table.vehicleId) : eq(table.vehicleId, vehicleId),
    isNull(table.deletedAt),
    from === null ? undefined : gte(at, brisbaneInstant(from)),
    until === null ? undefined : lt(at, brisbaneInstant(addDays(until, 1))),
  );
}

export const listDrivenTrips = (db: DbOrTx, holderId: string, driving: Driving, limit: number) =>
  db
    .select({ datetime: trips.datetime, kind: trips.kind })
    .from(trips)
    .where(isDriving('trip', holderId, driving))
    .limit(limit);

export const countDrivenShifts = (db: DbOrTx, holderId: string, driving: Driving) =>
  db.$count(shifts, isDriving('shift', holderId, driving));

function lockInOrder(tx: Tx, what: Driven, where: SQL | undefined) {
  const { id, vehicleId } = TABLES[what];
  return tx.select({ id, vehicleId }).from(TABLES[what]).where(where).orderBy(asc(id)).for('update');
}

/** The driver's trips or shifts of a time in a vehicle, locked against change. */
export const lockDriven = (tx: Tx, holderId: string, what: Driven, driving: Driving, limit: number) =>
  lockInOrder(tx, what, isDriving(what, holderId, driving)).limit(limit);

const areThese = (holderId: string, what: Driven, ids: readonly string[]) => {
  const { beaHolderId, deletedAt, id } = TABLES[what];
  return and(eq(beaHolderId, holderId), isNull(deletedAt), isAnyOf(id, ids));
};

/** Trips or shifts that are not deleted, locked against change. */
export const lockByIds = (tx: Tx, holderId: string, what: Driven, ids: readonly string[]) =>
  lockInOrder(tx, what, areThese(holderId, what, ids));

/** Stores that trips or shifts, which are locked, were driven in a vehicle. */
export async function storeVehicleOf(
  { db, holderId, now }: Call<Tx>,
  what: Driven,
  ids: readonly string[],
  vehicleId: string | null,
): Promise<void> {
  const table = TABLES[what];
  // no total depends on the vehicle, so the trigger would count each trip out and in again for nothing
  await db.execute(sql`set local app.tally = 'off'`);
  await db
    .update(table)
    .set({ vehicleId, updatedAt: now, version: nextVersion(table.version) })
    .where(areThese(holderId, what, ids));
  await db.execute(sql`set local app.tally = 'on'`);
}

/** Who drove what within some days, the latest first. Removed drivers and vehicles are among them. */
export async function listDriven(
  { db, holderId }: Pick<Call, 'db' | 'holderId'>,
  { driverId, vehicleId, ...days }: DrivenQuery,
): Promise<DrivenVehicle[]> {
  const { from, to } = dayRange(days.from, days.to);
  const driven = (what: Driven) => {
    const table = TABLES[what];
    const at = what === 'trip' ? trips.datetime : shifts.startsAt;
    return sql`select ${table.driverId} as driver_id, ${table.vehicleId} as vehicle_id,
        (${at} at time zone 'Australia/Brisbane')::date as day, ${what} as what
      from ${table} where ${and(
        eq(table.beaHolderId, holderId),
        isNull(table.deletedAt),
        vehicleId ? eq(table.vehicleId, vehicleId) : sql`${table.vehicleId} is not null`,
        driverId ? eq(table.driverId, driverId) : undefined,
        gte(at, from),
        lt(at, to),
      )}`;
  };
  const { rows } = await db.execute<DrivenVehicle>(sql`
    with pairs as (
      select driver_id, vehicle_id, min(day)::text as first_day, max(day)::text as last_day,
        count(distinct day)::int as days, (count(*) filter (where what = 'trip'))::int as trips,
        (count(*) filter (where what = 'shift'))::int as shifts
      from (${driven('trip')} union all ${driven('shift')}) as one group by driver_id, vehicle_id)
    select driver_id as "driverId", ${driverNameSql} as "driverName", pairs.vehicle_id as "vehicleId",
      ${vehicles.registration} as "vehicleRegistration", first_day as "firstDay", last_day as "lastDay",
      days, trips, shifts
    from pairs
      join ${drivers} on ${eq(drivers.beaHolderId, holderId)} and ${drivers.id} = driver_id
      join ${vehicles} on ${eq(vehicles.beaHolderId, holderId)} and ${vehicles.id} = pairs.vehicle_id
    order by last_day desc, days desc, driver_id, pairs.vehicle_id`);
  return rows;
}
