import { MAX_HELD_RECORDS } from '@shared/limits';
import type { HoldRecords } from '@shared/phones';
import { drivers, heldRecords } from '@shared/tables/trips';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';

const { beaHolderId, key, driverId, trip, shift, loggedAt, createdAt } = heldRecords;

const isHeld = (holderId: string, keys?: readonly string[]) =>
  and(eq(beaHolderId, holderId), keys && isAnyOf(key, keys));

/** What is held of all drivers, or of some keys, the oldest first: a query to be streamed or limited. */
export const heldQuery = (db: DbOrTx, holderId: string, keys?: readonly string[]) =>
  db
    .select({ key, driverId, driverName: driverNameSql.as('driver_name'), trip, shift, loggedAt })
    .from(heldRecords)
    .innerJoin(drivers, and(eq(drivers.beaHolderId, beaHolderId), eq(drivers.id, driverId)))
    .where(isHeld(holderId, keys))
    .orderBy(asc(loggedAt), asc(createdAt), asc(key));

/** As much of it as one request settles. */
export const listHeld = (...of: Parameters<typeof heldQuery>) => heldQuery(...of).limit(MAX_HELD_RECORDS);
export type HeldRow = Awaited<ReturnType<typeof listHeld>>[number];

/** How much is held of each driver of whom something is. */
export const countHeld = (db: DbOrTx, holderId: string) =>
  db.select({ driverId, held: count() }).from(heldRecords).where(isHeld(holderId)).groupBy(driverId);

/** Counts what is held of a driver; locks out others who hand in more until the transaction ends. */
export async function lockAndCountHeld(tx: Tx, holderId: string, ofDriverId: string): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`held ${holderId} ${ofDriverId}`}, 0))`,
  );
  return tx.$count(heldRecords, and(isHeld(holderId), eq(driverId, ofDriverId)));
}

/** Holds records, each once. @returns those that were not held already */
export const insertHeld = (
  { db, holderId, now }: Call<Tx>,
  ofDriverId: string,
  records: HoldRecords['records'],
) =>
  db
    .insert(heldRecords)
    .values(
      records.map((record) => ({
        ...record,
        ...{
          beaHolderId: holderId,
          driverId: ofDriverId,
          loggedAt: new Date(record.loggedAt),
          createdAt: now,
        },
      })),
    )
    .onConflictDoNothing({ target: [beaHolderId, key] })
    .returning({ key, driverId, trip, shift, loggedAt });

/** Lets go of what is held. @returns what was */
export const removeHeld = ({ db, holderId }: Call<Tx>, keys: readonly string[]) =>
  db.delete(heldRecords).where(isHeld(holderId, keys)).returning({ key, driverId, trip, shift, loggedAt });
