import type { DriverInput } from '@shared/drivers';
import type { Range } from '@shared/periods';
import { driverSwitchOffs, drivers, trips } from '@shared/tables/trips';
import { and, asc, eq, exists, getTableColumns, gte, isNull, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, folded, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { affiliatedWithin, offUntil } from './affiliation';

const { deletedAt: _, licenceClash: _clash, ...columns } = getTableColumns(drivers);

/** `driverName` of shared/drivers.ts in SQL. */
export const driverNameSql = sql<string>`coalesce(nullif(concat_ws(' ', ${drivers.firstName}, ${drivers.lastName}), ''), ${drivers.driverAuthorityLicense})`;

/** Sorts drivers by name, Łukasz among those with L. */
export const byDriverName = asc(folded(driverNameSql));

const notDeleted = (holderId: string) => and(eq(drivers.beaHolderId, holderId), isNull(drivers.deletedAt));
const isDriver = (holderId: string, id: string) => and(notDeleted(holderId), eq(drivers.id, id));

const values = (input: DriverInput) => ({
  ...input,
  startDate: new Date(input.startDate),
  endDate: input.endDate ? new Date(input.endDate) : null,
});

export async function listDrivers(db: DbOrTx, holderId: string) {
  return db.select(columns).from(drivers).where(notDeleted(holderId)).orderBy(byDriverName, asc(drivers.id));
}

/** Counts the drivers that are not deleted; no one else adds one until the transaction ends. */
export async function lockAndCountDrivers(tx: Tx, holderId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drivers ${holderId}`}, 0))`);
  return tx.$count(drivers, notDeleted(holderId));
}

/** Reads a driver that is not deleted and locks it against any change, or ('key share') against deletion only. */
export async function lockDriver(
  tx: Tx,
  holderId: string,
  id: string,
  strength: 'update' | 'key share' = 'update',
) {
  const [driver] = await tx.select(columns).from(drivers).where(isDriver(holderId, id)).for(strength);
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
      version: nextVersion(drivers.version),
    })
    .where(isDriver(holderId, id))
    .returning(columns);
  return onlyRow(rows);
}

/** Restores a driver that was marked as deleted at or after `since`. @returns undefined where there is none */
export async function unmarkDriver({ db, holderId, now }: Call<DbOrTx>, id: string, since: Date) {
  const [driver] = await db
    .update(drivers)
    .set({ deletedAt: null, updatedAt: now, version: nextVersion(drivers.version) })
    .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, id), gte(drivers.deletedAt, since)))
    .returning(columns);
  return driver;
}

/** The time in which a driver was switched off; without an end while it is. */
type SwitchOff = { switchedOffAt: Date; switchedOnAt: Date | null };

/** Stores an erased driver again. @returns undefined where it is stored already */
export async function reinsertDriver(
  { db, holderId, now }: Call<DbOrTx>,
  { id, createdAt, ...input }: DriverInput & { id: string; createdAt: Date },
) {
  const [driver] = await db
    .insert(drivers)
    .values({ ...values(input), id, beaHolderId: holderId, createdAt, updatedAt: now })
    .onConflictDoNothing({ target: [drivers.beaHolderId, drivers.id] })
    .returning(columns);
  return driver;
}

export async function listSwitchOffs(db: DbOrTx, holderId: string, driverId: string): Promise<SwitchOff[]> {
  const { beaHolderId, driverId: of, switchedOffAt, switchedOnAt } = driverSwitchOffs;
  return db
    .select({ switchedOffAt, switchedOnAt })
    .from(driverSwitchOffs)
    .where(and(eq(beaHolderId, holderId), eq(of, driverId)));
}

/** Stores when a driver was switched off: by default from now on. */
export async function insertSwitchOffs(
  { db, holderId, now }: Call<DbOrTx>,
  driverId: string,
  switchOffs: SwitchOff[] = [{ switchedOffAt: now, switchedOnAt: null }],
): Promise<void> {
  const rows = switchOffs.map((one) => ({ ...one, beaHolderId: holderId, driverId }));
  if (rows.length > 0) await db.insert(driverSwitchOffs).values(rows);
}

/** Records that a driver is switched on again. */
export async function endSwitchOff({ db, holderId, now }: Call<DbOrTx>, driverId: string): Promise<void> {
  const { beaHolderId, driverId: of, switchedOnAt } = driverSwitchOffs;
  await db
    .update(driverSwitchOffs)
    .set({ switchedOnAt: now })
    .where(and(eq(beaHolderId, holderId), eq(of, driverId), isNull(switchedOnAt)));
}

/** Whether a driver's time with the holder overlaps a range. */
export async function isAffiliated(db: DbOrTx, holderId: string, id: string, range: Range): Promise<boolean> {
  const rows = await db
    .select({ id: drivers.id })
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(range.to))
    .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, id), affiliatedWithin(range)));
  return rows.length > 0;
}

/**
 * Erases a driver without trips; one with trips, which show its name, is marked as deleted (docs/product/trip-history.md#deleting-and-undo).
 * @param onlyMark marks it without trips too
 */
export async function removeDriver(
  { db, holderId, now }: Call<DbOrTx>,
  id: string,
  onlyMark: boolean,
): Promise<void> {
  const itsTrips = db
    .select({ one: sql`1` })
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), eq(trips.driverId, id)));
  const [marked] = await db
    .update(drivers)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(isDriver(holderId, id), onlyMark ? undefined : exists(itsTrips)))
    .returning({ id: drivers.id });
  if (!marked) await db.delete(drivers).where(isDriver(holderId, id));
}
