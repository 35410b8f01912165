import { addDays, brisbaneInstant } from '@shared/periods';
import { shifts, trips } from '@shared/tables/trips';
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';

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
