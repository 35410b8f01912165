import type { DriverInput } from '@shared/driver-input';
import { isActiveDriver } from '@shared/drivers';
import { brisbaneDay, lastDay as lastDayOf, type Range } from '@shared/periods';
import { auditEvents, devices } from '@shared/tables/holders';
import { datedFacts, driverSwitchOffs, drivers, heldRecords, shifts, trips } from '@shared/tables/trips';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import type { Call, PersonsCall } from '../../lib/call';
import { type DbOrTx, foldTextSql, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';

const { deletedAt: _, ...columns } = getTableColumns(drivers);

/** `driverName` of shared/drivers.ts in SQL. */
export const driverNameSql = sql<string>`coalesce(nullif(concat_ws(' ', ${drivers.firstName}, ${drivers.lastName}), ''), ${drivers.driverAuthorityLicense})`;

/** Sorts drivers by name, Łukasz among those with L. */
const byDriverName = asc(foldTextSql(driverNameSql));

const notDeleted = (holderId: string) => and(eq(drivers.beaHolderId, holderId), isNull(drivers.deletedAt));
const isDriver = (holderId: string, id: string) => and(notDeleted(holderId), eq(drivers.id, id));

/** A driver's form, and the vehicle that it names. */
export type StoredInput = DriverInput & { vehicleId: string | null };

/** A stored driver as its form would say it. */
export const storedInput = ({
  id: _,
  beaHolderId: _h,
  createdAt: _c,
  updatedAt: _u,
  version: _v,
  startDate,
  endDate,
  ...driver
}: Omit<typeof drivers.$inferSelect, 'deletedAt'>): StoredInput => ({
  ...driver,
  startDate: startDate.toISOString(),
  endDate: endDate?.toISOString() ?? null,
});

const values = (input: StoredInput) => ({
  ...input,
  startDate: new Date(input.startDate),
  endDate: input.endDate ? new Date(input.endDate) : null,
});

export const listDrivers = (db: DbOrTx, holderId: string) =>
  db.select(columns).from(drivers).where(notDeleted(holderId)).orderBy(byDriverName, asc(drivers.id));

/** Counts the drivers that are not deleted; locks out other additions until the transaction ends. */
export async function lockAndCountDrivers(tx: Tx, holderId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drivers ${holderId}`}, 0))`);
  return tx.$count(drivers, notDeleted(holderId));
}

export const driverNotFound = () => new NotFoundError('Driver not found');

/** @throws NotFoundError for a driver that is not the holder's; a removed one may have trips and hours */
export async function assertDriver(db: DbOrTx, holderId: string, id: string): Promise<void> {
  const isItsDriver = and(eq(drivers.beaHolderId, holderId), eq(drivers.id, id));
  if ((await db.$count(drivers, isItsDriver)) === 0) throw driverNotFound();
}

/** The present number of a driver, removed or not. @throws NotFoundError */
export async function readDriverNumber(db: DbOrTx, holderId: string, driverId: string) {
  const { driverAuthorityLicense } = drivers;
  const isItsDriver = and(eq(drivers.beaHolderId, holderId), eq(drivers.id, driverId));
  const [driver] = await db
    .select({ driverId: drivers.id, driverAuthorityLicense })
    .from(drivers)
    .where(isItsDriver);
  if (!driver) throw driverNotFound();
  return driver;
}

/** Whether a driver ever had a number, whatever its case: also one that was corrected, which the audit trail alone knows. */
export async function hadNumber(db: DbOrTx, holderId: string, driverId: string, number: string) {
  const { beaHolderId, entity, entityId, changes } = auditEvents;
  const isOfDriver = and(eq(beaHolderId, holderId), eq(entity, 'driver'), eq(entityId, driverId));
  const isNumber = (side: 'from' | 'to') =>
    sql`lower(${changes} -> 'driverAuthorityLicense' ->> ${side}) = lower(${number})`;
  return (await db.$count(auditEvents, and(isOfDriver, or(isNumber('from'), isNumber('to'))))) > 0;
}

/** A driver that is not deleted, locked against any change or, by 'key share', against deletion only. @throws NotFoundError */
export async function lockDriver({ db, holderId }: Call<Tx>, id: string, strength: 'update' | 'key share') {
  const [driver] = await db.select(columns).from(drivers).where(isDriver(holderId, id)).for(strength);
  if (!driver) throw driverNotFound();
  return driver;
}

/** Stores new drivers, or erased ones again; at least one. @returns those that were not stored already */
export const insertDrivers = (
  { db, holderId, now }: Call<DbOrTx>,
  inserted: readonly (StoredInput & { id: string; createdAt?: Date })[],
) =>
  db
    .insert(drivers)
    .values(
      inserted.map(({ id, createdAt = now, ...input }) => ({
        ...values(input),
        ...{ id, beaHolderId: holderId, createdAt, updatedAt: now },
      })),
    )
    .onConflictDoNothing({ target: [drivers.beaHolderId, drivers.id] })
    .returning(columns);

export async function updateDriver({ db, holderId, now }: Call<DbOrTx>, id: string, input: StoredInput) {
  const rows = await db
    .update(drivers)
    .set({ ...values(input), updatedAt: now, version: nextVersion(drivers.version) })
    .where(isDriver(holderId, id))
    .returning(columns);
  return onlyRow(rows);
}

/** Stores that a former fact of a driver changed, so that a form opened before is refused. */
export const storeNewVersion = ({ db, holderId, now }: Call<DbOrTx>, id: string) =>
  db
    .update(drivers)
    .set({ updatedAt: now, version: nextVersion(drivers.version) })
    .where(isDriver(holderId, id));

const isRemoved = (holderId: string) => and(eq(drivers.beaHolderId, holderId), isNotNull(drivers.deletedAt));

/** The driver with an authorisation number, whatever its case, who was removed last; undefined where one who is not removed has it. */
export async function findRemovedDriver(db: DbOrTx, holderId: string, number: string) {
  const isNumbered = sql`lower(${drivers.driverAuthorityLicense}) = lower(${number})`;
  const [last] = await db
    .select()
    .from(drivers)
    .where(and(eq(drivers.beaHolderId, holderId), isNumbered))
    // one who is not removed comes first
    .orderBy(desc(drivers.deletedAt))
    .limit(1);
  if (!last?.deletedAt) return undefined;
  const { deletedAt, ...driver } = last;
  return { ...driver, deletedAt };
}

/** A driver that is marked as deleted, locked; undefined where there is none. */
export async function lockRemovedDriver({ db, holderId }: Call<Tx>, id: string) {
  const { deletedAt } = drivers;
  const rows = await db
    .select({ deletedAt: sql`${deletedAt}`.mapWith(deletedAt) })
    .from(drivers)
    .where(and(isRemoved(holderId), eq(drivers.id, id)))
    .for('update');
  return rows[0] as { deletedAt: Date } | undefined;
}

/** Restores a driver that is marked as deleted. @returns undefined where there is none */
export async function unmarkDriver({ db, holderId, now }: Call<DbOrTx>, id: string) {
  const [driver] = await db
    .update(drivers)
    .set({ deletedAt: null, updatedAt: now, version: nextVersion(drivers.version) })
    .where(and(isRemoved(holderId), eq(drivers.id, id)))
    .returning(columns);
  return driver;
}

const ofDriver = (holderId: string, id: string) =>
  and(eq(driverSwitchOffs.beaHolderId, holderId), eq(driverSwitchOffs.driverId, id));

export function listSwitchOffs(db: DbOrTx, holderId: string, driverId: string) {
  const { switchedOffAt, switchedOnAt } = driverSwitchOffs;
  const columns = { switchedOffAt, switchedOnAt };
  return db.select(columns).from(driverSwitchOffs).where(ofDriver(holderId, driverId));
}

export async function insertSwitchOffs(
  { db, holderId, now }: Call<DbOrTx>,
  driverId: string,
  switchOffs: Awaited<ReturnType<typeof listSwitchOffs>> = [{ switchedOffAt: now, switchedOnAt: null }],
): Promise<void> {
  const rows = switchOffs.map((one) => ({ ...one, beaHolderId: holderId, driverId }));
  if (rows.length > 0) await db.insert(driverSwitchOffs).values(rows);
}

export async function endSwitchOff({ db, holderId, now }: Call<DbOrTx>, driverId: string): Promise<void> {
  await db
    .update(driverSwitchOffs)
    .set({ switchedOnAt: now })
    .where(and(ofDriver(holderId, driverId), isNull(driverSwitchOffs.switchedOnAt)));
}

/** Takes back that a driver was switched off or on at a moment. */
export async function putSwitchOffsBack({ db, holderId }: Call<DbOrTx>, driverId: string, at: Date) {
  const { switchedOffAt, switchedOnAt } = driverSwitchOffs;
  const own = ofDriver(holderId, driverId);
  await db.delete(driverSwitchOffs).where(and(own, eq(switchedOffAt, at), isNull(switchedOnAt)));
  await db
    .update(driverSwitchOffs)
    .set({ switchedOnAt: null })
    .where(and(own, eq(switchedOnAt, at)));
}

/** What a person changed at one moment of drivers, vehicles, trips and shifts: one request's doing. */
export function listActsAt({ db, holderId, userId }: PersonsCall<DbOrTx>, at: Date) {
  const { entity, entityId, action, changes } = auditEvents;
  const isPersons = and(
    eq(auditEvents.beaHolderId, holderId),
    eq(auditEvents.at, at),
    eq(auditEvents.userId, userId),
  );
  return db
    .select({ entity, entityId, action, changes })
    .from(auditEvents)
    .where(and(isPersons, inArray(entity, ['driver', 'vehicle', 'trip', 'shift'])));
}

// A driver's time with the holder (docs/product/drivers.md#when-a-driver-ends) in queries. Ends are compared as instants: the start date and
// the end date, which is the last day, are stored as the first instant of their day.

/** Joins to a driver the switch-off that lasts beyond an instant, or that still lasts: at most one row. */
export function offUntil(until?: Date) {
  const { beaHolderId, driverId, switchedOffAt, switchedOnAt } = driverSwitchOffs;
  return and(
    eq(beaHolderId, drivers.beaHolderId),
    eq(driverId, drivers.id),
    until && lt(switchedOffAt, until),
    or(isNull(switchedOnAt), until && gte(switchedOnAt, until)),
  );
}

/** An instant on the driver's last day; null where nothing ends its time. Needs `offUntil` joined. */
export const driverEnd =
  sql`least(${drivers.endDate}, ${drivers.deletedAt}, ${driverSwitchOffs.switchedOffAt})`.mapWith(
    drivers.startDate,
  );

/** Whether the driver was with the holder at all: one that ended before its start never was. Needs `offUntil` joined. */
export const wasAffiliated = or(isNull(driverEnd), gte(driverEnd, drivers.startDate));

/** Whether a former time of the driver, before it left and came back, overlaps a range. */
function wasWithin(holderId: string, range: Range) {
  const { beaHolderId, driverId, fact, firstDay, lastDay } = datedFacts;
  const isTime = and(eq(beaHolderId, holderId), eq(driverId, drivers.id), eq(fact, 'time'));
  const overlaps = and(lte(firstDay, lastDayOf(range)), gte(lastDay, brisbaneDay(range.from)));
  return sql`exists (select from ${datedFacts} where ${and(isTime, overlaps)})`;
}

/** Whether the driver's time overlaps a range. Needs `offUntil(range.to)` joined. */
export const affiliatedWithin = (holderId: string, range: Range) =>
  or(
    and(lt(drivers.startDate, range.to), or(isNull(driverEnd), gte(driverEnd, range.from)), wasAffiliated),
    wasWithin(holderId, range),
  );

export async function isAffiliated(db: DbOrTx, holderId: string, id: string, range: Range): Promise<boolean> {
  const rows = await db
    .select({ id: drivers.id })
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(range.to))
    .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, id), affiliatedWithin(holderId, range)));
  return rows.length > 0;
}

/** When a driver who was taken back had been removed last; now where the audit trail does not say it. */
export async function lastRemoval({ db, holderId, now }: Call<DbOrTx>, id: string): Promise<Date> {
  const { beaHolderId, entity, entityId, action, at } = auditEvents;
  const isRemoval = and(eq(entity, 'driver'), eq(entityId, id), eq(action, 'deleted'));
  const [last] = await db
    .select({ at })
    .from(auditEvents)
    .where(and(eq(beaHolderId, holderId), isRemoval))
    .orderBy(desc(at))
    .limit(1);
  return last?.at ?? now;
}

/** Removes a driver again as of the moment of an earlier removal. */
export const markDriverRemoved = ({ db, holderId }: Call<DbOrTx>, id: string, at: Date) =>
  db.update(drivers).set({ deletedAt: at, updatedAt: at }).where(isDriver(holderId, id));

/** Counts what is kept and names a driver, or a vehicle: trips and shifts, and drivers whose usual vehicle it is. */
export async function countKept(db: DbOrTx, holderId: string, column: 'driverId' | 'vehicleId', id: string) {
  const named = (table: typeof trips | typeof shifts) =>
    db.$count(table, and(eq(table.beaHolderId, holderId), eq(table[column], id), isNull(table.deletedAt)));
  const isUsual = and(notDeleted(holderId), eq(drivers.vehicleId, id));
  return {
    trips: await named(trips),
    shifts: await named(shifts),
    drivers: column === 'vehicleId' ? await db.$count(drivers, isUsual) : 0,
  };
}

/** Whether a driver has phones, or had ones that may still hand in what waited, or something of the driver is held already. */
async function hasPhones(db: DbOrTx, holderId: string, driverId: string): Promise<boolean> {
  for (const table of [devices, heldRecords]) {
    const isDrivers = and(eq(table.beaHolderId, holderId), eq(table.driverId, driverId));
    if ((await db.$count(table, isDrivers)) > 0) return true;
  }
  return false;
}

/** Erases a driver without trips, shifts and phones; marks one with any, which show its name, as deleted. @param onlyMark marks it in any case */
export async function removeDriver({ db, holderId, now }: Call<DbOrTx>, id: string, onlyMark: boolean) {
  const isKept = onlyMark || (await hasPhones(db, holderId, id));
  const isNamed = [trips, shifts].map((table) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.beaHolderId, holderId), eq(table.driverId, id))),
    ),
  );
  const [marked] = await db
    .update(drivers)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(isDriver(holderId, id), isKept ? undefined : or(...isNamed)))
    .returning({ id: drivers.id });
  if (!marked) await db.delete(drivers).where(isDriver(holderId, id));
}

/** The driver of an own phone, and whether the phone may be used: the driver is switched on, and the last day is not over. */
export async function findDriverOfPhone(
  { db, holderId, now }: Pick<Call<DbOrTx>, 'db' | 'holderId' | 'now'>,
  id: string,
): Promise<{ name: string; isActive: boolean } | undefined> {
  const { isActive, endDate } = drivers;
  const [driver] = await db
    .select({ name: driverNameSql, isActive, endDate })
    .from(drivers)
    .where(isDriver(holderId, id));
  if (!driver) return undefined;
  const endsOn = driver.endDate?.toISOString() ?? null;
  return { name: driver.name, isActive: isActiveDriver({ ...driver, endDate: endsOn }, now) };
}
