import { randomUUID } from 'node:crypto';
import { drivers, idempotencyKeys, trips } from '@shared/tables/trips';
import type { CreateTrip } from '@shared/trips';
import { and, eq, getTableColumns, isNull, lt, type Placeholder } from 'drizzle-orm';
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
/** The same with the driver's name; the query joins drivers on `onDriver`. */
export const tripWithDriver = { ...tripColumns, driverName: driverNameSql };

/** The trips that count: the holder's that are not deleted. Every read of trips starts from here. */
export const keptTrips = (holderId: string | Placeholder) =>
  and(eq(trips.beaHolderId, holderId), isNull(trips.deletedAt));

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

const insertTripSql = `
  with driver as (
    select id, driver_authority_license as licence,
      coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license) as name
    from drivers
    where bea_holder_id = $2 and id = $3 and lower(driver_authority_license) = lower($4) and deleted_at is null
    for key share
  ), claimed as (
    insert into idempotency_keys (bea_holder_id, key, request_hash, trip_id, created_at)
    select $2, $11, $12, $1, $10 from driver where $11::text is not null
    on conflict do nothing returning key
  ), stored as (
    insert into trips (id, bea_holder_id, driver_id, driver_authority_license, suburb, postcode, waiting_time, duration,
      datetime, notes, created_at, updated_at)
    select $1, $2, $3, licence, $5, $6, $7, $8, $9, $13, $10, $10 from driver
    where $11::text is null or exists (select from claimed)
    returning id
  ), audited as (
    insert into audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
    select $2, $14, $10, 'trip', stored.id, 'created',
      jsonb_set($15::jsonb, '{driverAuthorityLicense,to}', to_jsonb(licence)) from stored, driver
  )
  select name, licence from driver, stored`;

/**
 * Stores a trip, its audit event and its idempotency key in one statement, because people wait for it with poor reception. The
 * licence is stored as the driver's row has it; its case does not matter.
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
  const values = [
    stored.id,
    holderId,
    trip.driverId,
    trip.driverAuthorityLicense,
    trip.suburb,
    trip.postcode,
    trip.waitingTime,
    trip.duration,
    stored.datetime,
    now,
    idempotency?.key,
    idempotency?.requestHash,
    trip.notes,
    userId,
    changesBetween(undefined, stored),
  ];
  const { rows } = await db.$client.query<{ name: string; licence: string }>({
    name: 'insert_trip',
    text: insertTripSql,
    values,
  });
  const [row] = rows;
  return row && { ...stored, driverAuthorityLicense: row.licence, driverName: row.name };
}

export async function updateTrip({ db, holderId, now }: Call<DbOrTx>, id: string, trip: CreateTrip) {
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
