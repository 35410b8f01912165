import { pushedTrips, trips } from '@shared/tables/trips';
import { and, eq, sql } from 'drizzle-orm';
import { restorableSince } from '../../../lib/audit';
import type { Call } from '../../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../../lib/database/db';
import { deletedSince, keptTrips } from '../trips.repository';

/** Lets requests about one reference wait for each other until the transaction ends. */
export const lockReference = (tx: Tx, holderId: string, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pushed ${holderId} ${key}`}, 0))`);

/**
 * Keeps imports and programs from storing trips of one reference at the same moment: an import locks `alone`, and programs, which need not wait for each other,
 * `shared`. Until the transaction ends.
 */
export async function lockReferences(tx: Tx, holderId: string, strength: 'alone' | 'shared'): Promise<void> {
  const key = sql`hashtextextended(${`references ${holderId}`}, 0)`;
  await tx.execute(
    strength === 'alone'
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}

export type Pushed = Pick<typeof pushedTrips.$inferSelect, 'tripId' | 'sent' | 'changedAt'>;

/** What was sent last of a reference; undefined before the first time. */
export async function findPushed(tx: Tx, holderId: string, key: string): Promise<Pushed | undefined> {
  const { tripId, sent, changedAt, beaHolderId, referenceKey } = pushedTrips;
  const [pushed] = await tx
    .select({ tripId, sent, changedAt })
    .from(pushedTrips)
    .where(and(eq(beaHolderId, holderId), eq(referenceKey, key)));
  return pushed;
}

/** Up to two trips with a booking reference, in any case, and by which reference each was sent: kept ones, or those that can still be restored. */
export async function listReferenced(
  { db, holderId, now }: Call<Tx>,
  reference: string,
  are: 'kept' | 'deleted',
) {
  const isOfTrip = and(eq(pushedTrips.beaHolderId, trips.beaHolderId), eq(pushedTrips.tripId, trips.id));
  const isReferenced = sql`lower(${trips.bookingReference}) = lower(${reference})`;
  const isOne = are === 'kept' ? keptTrips(holderId) : deletedSince(holderId, restorableSince(now));
  return db
    .select({ id: trips.id, sentAs: pushedTrips.referenceKey })
    .from(trips)
    .leftJoin(pushedTrips, isOfTrip)
    .where(and(isOne, isReferenced))
    .limit(2);
}

/** When a trip was deleted; null for a kept one. */
export async function readDeletedAt(tx: Tx, holderId: string, id: string): Promise<Date | null> {
  const { beaHolderId, deletedAt } = trips;
  const [trip] = await tx
    .select({ deletedAt })
    .from(trips)
    .where(and(eq(beaHolderId, holderId), eq(trips.id, id)));
  return trip?.deletedAt ?? null;
}

/** Those of some trips that programs send. */
export async function listPushedAmong(db: DbOrTx, holderId: string, ids: readonly string[]) {
  const { beaHolderId, tripId } = pushedTrips;
  const rows = await db
    .select({ tripId })
    .from(pushedTrips)
    .where(and(eq(beaHolderId, holderId), isAnyOf(tripId, ids)));
  return new Set(rows.map((row) => row.tripId));
}

/** Remembers what was sent; its time stays the latest one that came. */
export async function storePushed(
  { db, holderId, now }: Call<Tx>,
  key: string,
  { tripId, sent, changedAt }: Pushed,
): Promise<void> {
  const latest = { tripId, sent, changedAt, updatedAt: now };
  await db
    .insert(pushedTrips)
    .values({ ...latest, beaHolderId: holderId, referenceKey: key, createdAt: now })
    .onConflictDoUpdate({ target: [pushedTrips.beaHolderId, pushedTrips.referenceKey], set: latest });
}
