import type { DriverInput } from '@shared/drivers';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, eq, exists, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';

const { deletedAt: _, licenceClash: _clash, ...columns } = getTableColumns(drivers);

/** `driverName` of shared/drivers.ts in SQL. */
export const driverNameSql = sql<string>`coalesce(nullif(concat_ws(' ', ${drivers.firstName}, ${drivers.lastName}), ''), ${drivers.driverAuthorityLicense})`;

const kept = (holderId: string) => and(eq(drivers.beaHolderId, holderId), isNull(drivers.deletedAt));

const values = (input: DriverInput) => ({
  ...input,
  startDate: new Date(input.startDate),
  endDate: input.endDate ? new Date(input.endDate) : null,
});

export async function listDrivers(db: DbOrTx, holderId: string) {
  return db
    .select(columns)
    .from(drivers)
    .where(kept(holderId))
    .orderBy(asc(sql`lower(${driverNameSql})`), asc(drivers.id));
}

/** Counts the drivers that are not removed; nobody else adds one until the transaction ends. */
export async function lockAndCountDrivers(tx: Tx, holderId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drivers ${holderId}`}, 0))`);
  return tx.$count(drivers, kept(holderId));
}

/**
 * Reads a driver that is not removed and locks it until the transaction ends: against any change, or ('key share') against
 * removal only.
 */
export async function lockDriver(
  tx: Tx,
  holderId: string,
  id: string,
  strength: 'update' | 'key share' = 'update',
) {
  const [driver] = await tx
    .select(columns)
    .from(drivers)
    .where(and(kept(holderId), eq(drivers.id, id)))
    .for(strength);
  return driver;
}

export async function insertDriver({ db, holderId, now }: Call<DbOrTx>, input: DriverInput) {
  const rows = await db
    .insert(drivers)
    .values({ ...values(input), beaHolderId: holderId, createdAt: now, updatedAt: now })
    .returning(columns);
  return onlyRow(rows);
}

export async function updateDriver({ db, holderId, now }: Call<DbOrTx>, id: string, input: DriverInput) {
  const rows = await db
    .update(drivers)
    .set({
      ...values(input),
      // a new licence must be unique again
      licenceClash: sql`licence_clash and ${drivers.driverAuthorityLicense} = ${input.driverAuthorityLicense}`,
      updatedAt: now,
    })
    .where(and(kept(holderId), eq(drivers.id, id)))
    .returning(columns);
  return onlyRow(rows);
}

/** Erases a driver without trips; one with trips is marked as removed, because they show its name (docs/product.md#deleting-and-undo). */
export async function removeDriver({ db, holderId, now }: Call<DbOrTx>, id: string): Promise<void> {
  const itsTrips = db
    .select({ one: sql`1` })
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), eq(trips.driverId, id)));
  const [marked] = await db
    .update(drivers)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(kept(holderId), eq(drivers.id, id), exists(itsTrips)))
    .returning({ id: drivers.id });
  if (!marked) await db.delete(drivers).where(and(kept(holderId), eq(drivers.id, id)));
}
