import { auditEvents } from '@shared/tables/holders';
import { drivers, trips, vehicles } from '@shared/tables/trips';
import type { TripFilters } from '@shared/trips/trip-list';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Call, PersonsCall } from '../../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../../lib/database/db';
import { tripsThatMatch } from '../trip-list.repository';
import {
  byColumn,
  columnName,
  keptTrips,
  lockInOrder,
  tallyTrips,
  withoutTotalsTrigger,
} from '../trips.repository';

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

export type StoredTrip = typeof trips.$inferSelect;
export type StoredField = Exclude<keyof StoredTrip, 'id' | 'updatedAt' | 'version'>;

/** Stores fields of trips that are locked, and kept. They are one parameter, as in `recordChanges`. */
export async function storeTrips<Field extends StoredField>(
  { db, holderId, now }: Call<Tx>,
  rows: readonly Pick<StoredTrip, 'id' | Field>[],
  fields: readonly Field[],
) {
  const ids = rows.map(({ id }) => id);
  const columns = fields.map(columnName);
  const setting = sql.raw(columns.map((column) => `${column} = changed.${column}`).join(', '));
  const values = rows.map((row) =>
    byColumn(Object.fromEntries(['id' as const, ...fields].map((field) => [field, row[field]]))),
  );
  const storing = sql`
    update ${trips} set ${setting}, updated_at = ${now.toISOString()}::timestamptz, version = ${trips.version} + 1
    from json_populate_recordset(null::trips, ${JSON.stringify(values)}::json) as changed
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

/** Those of some drivers or vehicles that there are, removed ones included; none is erased until the transaction ends. */
export async function lockStored(
  tx: Tx,
  holderId: string,
  what: 'drivers' | 'vehicles',
  ids: readonly string[],
): Promise<Set<string>> {
  const table = what === 'drivers' ? drivers : vehicles;
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.beaHolderId, holderId), isAnyOf(table.id, [...new Set(ids)])))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
