import { drivers, trips } from '@shared/tables/trips';
import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';
import { keptTrips, onDriver, tripColumns, tripWithDriver } from './trips.repository';

/** Marks trips as deleted. @returns those that were not deleted before */
export async function removeTrips({ db, holderId, userId, now }: Call<DbOrTx>, ids: string[]) {
  return db
    .update(trips)
    .set({ deletedAt: now, deletedBy: userId, updatedAt: now })
    .where(and(keptTrips(holderId), isAnyOf(trips.id, ids)))
    .returning(tripColumns);
}

const deletedSince = (holderId: string, since: Date) =>
  and(eq(trips.beaHolderId, holderId), isNotNull(trips.deletedAt), gte(trips.deletedAt, since));

/** Restores trips that were deleted after `since`. @returns those restored */
export async function restoreTrips({ db, holderId, now }: Call<DbOrTx>, ids: string[], since: Date) {
  return db
    .update(trips)
    .set({ deletedAt: null, deletedBy: null, updatedAt: now })
    .where(and(deletedSince(holderId, since), inArray(trips.id, ids)))
    .returning(tripColumns);
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
