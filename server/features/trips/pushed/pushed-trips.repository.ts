import { pushedTrips, trips } from '@shared/tables/trips';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { keptTrips } from '../trips.repository';

/** Lets requests about one reference wait for each other until the transaction ends. */
export const lockReference = (tx: Tx, holderId: string, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pushed ${holderId} ${key}`}, 0))`);

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

/** Up to two kept trips with a booking reference, in any case. A trip that was sent by another reference stays that one's. */
export async function listReferenced(tx: Tx, holderId: string, reference: string): Promise<string[]> {
  const isOfTrip = and(eq(pushedTrips.beaHolderId, trips.beaHolderId), eq(pushedTrips.tripId, trips.id));
  const isReferenced = sql`lower(${trips.bookingReference}) = lower(${reference})`;
  const rows = await tx
    .select({ id: trips.id })
    .from(trips)
    .leftJoin(pushedTrips, isOfTrip)
    .where(and(keptTrips(holderId), isReferenced, isNull(pushedTrips.tripId)))
    .limit(2);
  return rows.map(({ id }) => id);
}

/** Remembers what was sent; its time stays the latest one that came. */
export async function storePushed(
  { db, holderId, now }: Call<Tx>,
  key: string,
  { tripId, sent, changedAt }: Pushed,
): Promise<void> {
  const latest = { sent, changedAt, updatedAt: now };
  await db
    .insert(pushedTrips)
    .values({ ...latest, beaHolderId: holderId, referenceKey: key, tripId, createdAt: now })
    .onConflictDoUpdate({ target: [pushedTrips.beaHolderId, pushedTrips.referenceKey], set: latest });
}
