import { randomUUID } from 'node:crypto';
import type { Range } from '@shared/periods';
import { drivers, idempotencyKeys, trips } from '@shared/tables/trips';
import { type PlainFieldName, plainFieldNames } from '@shared/trips/trip-fields';
import type { ChangeTrip, CreateTrip } from '@shared/trips/trips';
import { and, eq, getTableColumns, gte, isNull, lt, type Placeholder } from 'drizzle-orm';
import { changesBetween } from '../../lib/audit';
import type { Call } from '../../lib/call';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { driverNameSql } from '../drivers/drivers.repository';

const {
  suburbKey: _k,
  deletedAt: _d,
  deletedBy: _b,
  importId: _i,
  ...storedColumns
} = getTableColumns(trips);

/** The columns of a trip that an answer shows. */
export const tripColumns = storedColumns;
/** The columns of the plain fields. */
export const plainColumns = Object.fromEntries(plainFieldNames.map((name) => [name, trips[name]])) as Pick<
  typeof trips,
  PlainFieldName
>;
/** The same with the driver's name; the query joins drivers on `onDriver`. */
export const tripWithDriver = { ...tripColumns, driverName: driverNameSql };

/** The name of a field's column. */
export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** A trip by the names of its columns, as PostgreSQL reads a row from JSON. */
export const byColumn = (trip: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(trip).map(([field, value]) => [columnName(field), value]));

/** The trips that count: the holder's that are not deleted. Every read of trips starts from here. */
export const keptTrips = (holderId: string | Placeholder) =>
  and(eq(trips.beaHolderId, holderId), isNull(trips.deletedAt));

/** The kept trips of a range. */
export const tripsWithin = (holderId: string, { from, to }: Range) =>
  and(keptTrips(holderId), gte(trips.datetime, from), lt(trips.datetime, to));

export const onDriver = and(eq(drivers.beaHolderId, trips.beaHolderId), eq(drivers.id, trips.driverId));

/** One trip of the holder; `deletedToo` finds it even when it was deleted. */
export async function findTrip(
  db: DbOrTx,
  holderId: string,
  id: string,
  options: { deletedToo?: boolean } = {},
) {
  const within = options.deletedToo ? eq(trips.beaHolderId, holderId) : keptTrips(holderId);
  const [trip] = await db
    .select(tripWithDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(within, eq(trips.id, id)));
  return trip;
}

/**
 * Stores a trip, its audit event and its idempotency key in one round trip (`log_trip` of migration 0030), because people wait for it
 * with poor reception. The licence is stored as the driver's row has it; its case does not matter.
 * @returns the trip; undefined, with nothing stored, when the holder has no such driver with that licence, or when the key was
 *   used before. It waits for a concurrent request with the same key.
 */
export async function insertTrip(
  { db, holderId, userId, now }: Call,
  trip: CreateTrip,
  idempotency: { key: string; requestHash: string } | undefined,
) {
  const stored = {
    ...trip,
    id: randomUUID(),
    beaHolderId: holderId,
    datetime: new Date(trip.datetime),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const { rows } = await db.$client.query<{ name: string; licence: string }>({
    name: 'log_trip',
    text: 'select licence, name from log_trip($1, $2, $3, $4, $5)',
    values: [
      byColumn(stored),
      userId,
      changesBetween(undefined, stored),
      idempotency?.key,
      idempotency?.requestHash,
    ],
  });
  const [row] = rows;
  return row && { ...stored, driverAuthorityLicense: row.licence, driverName: row.name };
}

export async function updateTrip({ db, holderId, now }: Call<DbOrTx>, id: string, trip: ChangeTrip) {
  const rows = await db
    .update(trips)
    .set({ ...trip, datetime: new Date(trip.datetime), updatedAt: now, version: nextVersion(trips.version) })
    .where(and(keptTrips(holderId), eq(trips.id, id)))
    .returning(tripColumns);
  return onlyRow(rows);
}

/** One kept trip, locked against change until the transaction ends. */
export async function lockTrip(tx: DbOrTx, holderId: string, id: string) {
  const [trip] = await tx
    .select(tripColumns)
    .from(trips)
    .where(and(keptTrips(holderId), eq(trips.id, id)))
    .for('update');
  return trip;
}

/** The trip that a key stored before, and the hash of its request. */
export async function findIdempotencyKey(db: DbOrTx, holderId: string, key: string) {
  const [earlier] = await db
    .select({ tripId: idempotencyKeys.tripId, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.beaHolderId, holderId), eq(idempotencyKeys.key, key)));
  return earlier;
}

/** Removes the keys that no client will use again. */
export async function removeIdempotencyKeys(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
