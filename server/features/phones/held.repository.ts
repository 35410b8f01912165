import { isDeepStrictEqual } from 'node:util';
import { MAX_HELD_RECORDS } from '@shared/limits';
import type { HoldRecords } from '@shared/phones';
import { drivers, heldRecords, type shifts, type trips } from '@shared/tables/trips';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';

const { beaHolderId, key, driverId, trip, shift, changes, loggedAt, createdAt } = heldRecords;

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

const isHeldOf = (holderId: string, ofDriverId: string, keys?: readonly string[]) =>
  and(isHeld(holderId, keys), eq(driverId, ofDriverId));

export const countHeldOf = (db: DbOrTx, holderId: string, ofDriverId: string): Promise<number> =>
  db.$count(heldRecords, isHeldOf(holderId, ofDriverId));

type Logged = Partial<Pick<typeof heldRecords.$inferSelect, 'trip' | 'shift' | 'changes'>>;
/** As jsonb has it. */
const loggedOf = ({ trip, shift, changes }: Logged): unknown =>
  JSON.parse(JSON.stringify({ logged: trip ?? shift, changes: changes ?? null }));

/**
 * Holds records, each once and as it was handed in last: its driver may have corrected it meanwhile. Others who hand in for the driver wait until the
 * transaction ends. @returns those that were not held so already
 */
export async function storeHeldOf(
  { db, holderId, now }: Call<Tx>,
  ofDriverId: string,
  records: HoldRecords['records'],
) {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`held ${holderId} ${ofDriverId}`}, 0))`,
  );
  const keys = records.map((record) => record.key);
  const before = await db
    .select({ key, trip, shift, changes })
    .from(heldRecords)
    .where(isHeldOf(holderId, ofDriverId, keys));
  const held = new Map(before.map((record) => [record.key, loggedOf(record)]));
  const news = records.filter((record) => !isDeepStrictEqual(held.get(record.key), loggedOf(record)));
  if (news.length === 0) return [];
  const replaced = news.map((record) => record.key);
  await db.delete(heldRecords).where(isHeldOf(holderId, ofDriverId, replaced));
  return db
    .insert(heldRecords)
    .values(
      news.map((record) => ({
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
}

/** Whether a stored trip or shift is a driver's, deleted or not. */
export const isDrivers = async (
  db: DbOrTx,
  table: typeof trips | typeof shifts,
  { holderId, driverId: ofDriverId, id }: { holderId: string; driverId: string; id: string },
) =>
  (await db.$count(
    table,
    and(eq(table.beaHolderId, holderId), eq(table.driverId, ofDriverId), eq(table.id, id)),
  )) > 0;

/** One that is held, locked until the transaction ends, so that it is stored or dropped once. */
export async function lockHeld({ db, holderId }: Call<Tx>, heldKey: string) {
  const [held] = await db
    .select({ trip, shift, changes, loggedAt })
    .from(heldRecords)
    .where(isHeld(holderId, [heldKey]))
    .for('update');
  return held;
}

/** Lets go of what is held. @returns what was */
export const removeHeld = ({ db, holderId }: Call<Tx>, keys: readonly string[]) =>
  db.delete(heldRecords).where(isHeld(holderId, keys)).returning({ key, driverId, trip, shift, loggedAt });
