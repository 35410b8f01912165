import type { RemovalPreview } from '@shared/reports/removal';
import { lodgedDocuments, lodgements, tmrRequests } from '@shared/tables/reports';
import { drivers, idempotencyKeys, shifts, trips, vehicles } from '@shared/tables/trips';
import { and, asc, count, eq, isNotNull, isNull, lt, lte, max, min, or, type SQL } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { tallyTrips, withoutTotalsTrigger } from '../trips/trips.repository';

const ofHolder = (table: typeof trips | typeof shifts, holderId: string) => eq(table.beaHolderId, holderId);

/** Kept and deleted trips are read apart, each by an index. */
const oldTrips = (holderId: string, before: Date, isDeleted: boolean) =>
  and(
    ofHolder(trips, holderId),
    lt(trips.datetime, before),
    isDeleted ? isNotNull(trips.deletedAt) : isNull(trips.deletedAt),
  );

/** The shifts that were over before an instant, and deleted ones that never ended. */
const oldShifts = (holderId: string, before: Date) =>
  and(
    ofHolder(shifts, holderId),
    lt(shifts.startsAt, before),
    or(lte(shifts.endsAt, before), and(isNull(shifts.endsAt), isNotNull(shifts.deletedAt))),
  );

const counted = async (db: DbOrTx, table: typeof trips | typeof shifts, which: SQL | undefined) => {
  const oldest = table === trips ? trips.datetime : shifts.startsAt;
  const columns = { rows: count(), oldest: min(oldest), changed: max(table.updatedAt) };
  return onlyRow(await db.select(columns).from(table).where(which));
};

/** Counts what lies before an instant. `changed` is when any of it was changed last; null where there is nothing. */
export async function countOldRecords(db: DbOrTx, holderId: string, before: Date) {
  const kept = await counted(db, trips, oldTrips(holderId, before, false));
  const deleted = await counted(db, trips, oldTrips(holderId, before, true));
  const ofShifts = await counted(db, shifts, oldShifts(holderId, before));
  const all = [kept, deleted, ofShifts];
  const instants = (field: 'oldest' | 'changed') =>
    all.flatMap((one) => one[field] ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return {
    counts: { trips: kept.rows + deleted.rows, shifts: ofShifts.rows },
    deletedTrips: deleted.rows,
    oldest: instants('oldest')[0] ?? null,
    changed: instants('changed').at(-1) ?? null,
  };
}

/** The requests from TMR that wait for an answer about a day before `before`. */
export const countOpenRequests = (db: DbOrTx, holderId: string, before: string): Promise<number> =>
  db.$count(
    tmrRequests,
    and(
      eq(tmrRequests.beaHolderId, holderId),
      isNull(tmrRequests.deletedAt),
      isNull(tmrRequests.answeredOn),
      lt(tmrRequests.firstDay, before),
    ),
  );

/** Counts the records that a removal keeps. */
export async function countWhatStays(db: DbOrTx, holderId: string): Promise<RemovalPreview['stays']> {
  const countOf = (table: typeof lodgements | typeof lodgedDocuments | typeof drivers | typeof vehicles) =>
    db.$count(table, eq(table.beaHolderId, holderId));
  return {
    lodgements: await countOf(lodgements),
    documents: await countOf(lodgedDocuments),
    drivers: await countOf(drivers),
    vehicles: await countOf(vehicles),
  };
}

/** Rows changed at `unchangedSince` or later stay, because the person's count left them out. */
type Old = { before: Date; unchangedSince: Date };

/** Removes at most `limit` old trips for good, with the totals and the idempotency keys that name them. @returns how many */
export async function removeOldTrips(
  call: Call<Tx>,
  { before, unchangedSince }: Old,
  limit: number,
  isDeleted: boolean,
) {
  const { db, holderId } = call;
  const which = and(oldTrips(holderId, before, isDeleted), lt(trips.updatedAt, unchangedSince));
  const order = isDeleted ? trips.deletedAt : trips.datetime;
  const rows = await db
    .select({ id: trips.id })
    .from(trips)
    .where(which)
    .orderBy(asc(order), asc(trips.id))
    .limit(limit)
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const { beaHolderId, tripId } = idempotencyKeys;
  await db.delete(idempotencyKeys).where(and(eq(beaHolderId, holderId), isAnyOf(tripId, ids)));
  if (!isDeleted) await tallyTrips(call, ids, -1);
  const removing = db.delete(trips).where(and(ofHolder(trips, holderId), isAnyOf(trips.id, ids)));
  await withoutTotalsTrigger(db, () => removing.execute());
  return ids.length;
}

/** Removes at most `limit` old shifts for good. @returns how many */
export async function removeOldShifts(
  { db, holderId }: Call<Tx>,
  { before, unchangedSince }: Old,
  limit: number,
) {
  const rows = await db
    .select({ id: shifts.id })
    .from(shifts)
    .where(and(oldShifts(holderId, before), lt(shifts.updatedAt, unchangedSince)))
    .orderBy(asc(shifts.startsAt), asc(shifts.id))
    .limit(limit)
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.delete(shifts).where(and(ofHolder(shifts, holderId), isAnyOf(shifts.id, ids)));
  return ids.length;
}
