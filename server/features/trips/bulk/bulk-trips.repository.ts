import { auditEvents } from '@shared/tables/holders';
import { drivers, trips, vehicles } from '@shared/tables/trips';
import type { TripFilters } from '@shared/trips/trip-list';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Call, PersonsCall } from '../../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../../lib/database/db';
import { tripsThatMatch } from '../trip-list.repository';
import { keptTrips, lockInOrder, tallyTrips, withoutTotalsTrigger } from '../trips.repository';

export type ChangeableTrip = Pick<
  typeof trips.$inferSelect,
  'id' | 'driverId' | 'driverAuthorityLicense' | 'vehicleId' | 'datetime' | 'kind'
>;
export type LockedTrip = ChangeableTrip & { version: number };

/** The kept trips of these ids, locked against change until the transaction ends. */
export const lockTrips = (tx: Tx, holderId: string, ids: string[]) =>
  lockInOrder(tx, and(keptTrips(holderId), isAnyOf(trips.id, ids)));

/** The trips that filters match, at most `limit`, locked in the same way. */
export const lockMatchingTrips = async (tx: Tx, holderId: string, filters: TripFilters, limit: number) =>
  lockInOrder(tx, await tripsThatMatch(tx, holderId, filters)).limit(limit);

export async function listMatchingTrips(db: DbOrTx, holderId: string, filters: TripFilters, limit: number) {
  const { datetime, kind } = trips;
  const where = await tripsThatMatch(db, holderId, filters);
  return db.select({ datetime, kind }).from(trips).where(where).limit(limit);
}

/** Stores what was changed of trips that are locked, and kept. They are one parameter, as in `recordChanges`. */
export async function storeTrips({ db, holderId, now }: Call<Tx>, rows: readonly ChangeableTrip[]) {
  const ids = rows.map(({ id }) => id);
  const storing = sql`
    update ${trips}
    set driver_id = changed."driverId", driver_authority_license = changed."driverAuthorityLicense",
      vehicle_id = changed."vehicleId", datetime = changed.datetime, kind = changed.kind,
      updated_at = ${now.toISOString()}::timestamptz, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed (id text, "driverId" text, "driverAuthorityLicense" text, "vehicleId" text, datetime timestamptz, kind text)
    where ${keptTrips(holderId)} and ${trips.id} = changed.id`;
  await tallyTrips({ db, holderId }, ids, -1);
  await withoutTotalsTrigger(db, () => db.execute(storing));
  await tallyTrips({ db, holderId }, ids, 1);
}

/** Lists a person's changes or deletions of trips at one moment, at most `limit` events. */
export async function listEventsOf({ db, holderId, userId }: PersonsCall<DbOrTx>, at: Date, limit: number) {
  const { entityId: id, action, changes } = auditEvents;
  return db
    .select({ id, action, changes })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.beaHolderId, holderId),
        eq(auditEvents.at, at),
        eq(auditEvents.userId, userId),
        eq(auditEvents.entity, 'trip'),
        inArray(action, ['updated', 'deleted']),
      ),
    )
    .limit(limit);
}

/** Whether there are all of these drivers or vehicles, removed ones included; none is erased until the transaction ends. */
export async function lockStored(
  tx: Tx,
  holderId: string,
  what: 'drivers' | 'vehicles',
  ids: readonly string[],
): Promise<boolean> {
  const table = what === 'drivers' ? drivers : vehicles;
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.beaHolderId, holderId), isAnyOf(table.id, wanted)))
    .for('key share');
  return rows.length === wanted.length;
}
