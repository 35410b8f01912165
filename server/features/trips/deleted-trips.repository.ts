import { drivers, trips } from '@shared/tables/trips';
import { and, asc, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { tallied } from './tally-trips';
import { keptTrips, onDriver, tripColumns, tripWithDriver } from './trips.repository';

/** Locks trips in the order of their ids, as `lockTrips` does, so that two who change the same trips wait for each other. */
const lock = (tx: Tx, where: SQL | undefined) =>
  tx.select({ id: trips.id }).from(trips).where(where).orderBy(asc(trips.id)).for('update').execute();

/** Marks trips as deleted. @returns those that were not deleted before */
export async function removeTrips({ db, holderId, userId, now }: Call<Tx>, ids: string[]) {
  const which = and(keptTrips(holderId), isAnyOf(trips.id, ids));
  if (ids.length > 1) await lock(db, which);
  const removing = db
    .update(trips)
    .set({ deletedAt: now, deletedBy: userId, updatedAt: now })
    .where(which)
    .returning(tripColumns);
  return tallied({ db, holderId }, () => removing.execute(), -1);
}

const deletedSince = (holderId: string, since: Date) =>
  and(eq(trips.beaHolderId, holderId), isNotNull(trips.deletedAt), gte(trips.deletedAt, since));

/** Restores trips that were deleted after `since`. @returns those restored */
export async function restoreTrips({ db, holderId, now }: Call<Tx>, ids: string[], since: Date) {
  const which = and(deletedSince(holderId, since), isAnyOf(trips.id, ids));
  if (ids.length > 1) await lock(db, which);
  const restoring = db
    .update(trips)
    .set({ deletedAt: null, deletedBy: null, updatedAt: now })
    .where(which)
    .returning(tripColumns);
  return tallied({ db, holderId }, () => restoring.execute(), 1);
}

/** Trips deleted after `since`, the last deleted first. */
export async function listDeletedTrips(db: DbOrTx, holderId: string, since: Date, limit: number) {
  return db
    .select({ ...tripWithDriver, deletedAt: sql`${trips.deletedAt}`.mapWith(trips.deletedAt) })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(deletedSince(holderId, since))
    .orderBy(desc(trips.deletedAt), desc(trips.id))
    .limit(limit);
}
