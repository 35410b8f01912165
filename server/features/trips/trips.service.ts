import type { AuditAction } from '@shared/activity';
import { RESTORE_DAYS } from '@shared/limits';
import type { CreateTrip } from '@shared/trips';
import { type Actor, changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db, Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { lockDriver } from '../drivers/drivers.repository';
import {
  findIdempotencyKey,
  findTrip,
  insertTrip,
  listDeletedTrips,
  lockTrip,
  removeIdempotencyKeys,
  removeTrips,
  restoreTrips,
  updateTrip,
} from './trips.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DELETED_SHOWN = 500;
const KEY_DAYS = 30;

const tripNotFound = () => new NotFoundError('Trip not found');
const restorableSince = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * DAY_MS);

type DrivenBy = Pick<CreateTrip, 'driverId' | 'driverAuthorityLicense'>;

/**
 * A trip's driver is one of the holder's, with the licence the form was filled with.
 * @throws NotFoundError, or ValidationError when the licence is another one
 */
async function assertDriver(tx: Tx, holderId: string, trip: DrivenBy): Promise<void> {
  const driver = await lockDriver(tx, holderId, trip.driverId, 'key share');
  if (!driver) throw new NotFoundError('Driver not found');
  if (driver.driverAuthorityLicense !== trip.driverAuthorityLicense) {
    const message = "Driver Authority License does not match the driver's";
    throw new ValidationError(message, [{ path: 'driverAuthorityLicense', message }]);
  }
}

/** Writes one audit line for each trip that an action touched. */
function auditTrips(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  rows: { id: string }[],
  at: Date,
): Promise<void> {
  const events = rows.map((row) => ({
    entity: 'trip' as const,
    entityId: row.id,
    action,
    changes: action === 'deleted' ? changesBetween(row, undefined) : changesBetween(undefined, row),
    at,
  }));
  return recordAuditEvent(tx, actor, ...events);
}

/**
 * The trip that a key stored before; undefined for a key that was not used.
 * @throws AppError 422 when the key came with another body
 */
async function replayed(
  db: Db,
  holderId: string,
  { key, requestHash }: { key: string; requestHash: string },
) {
  const earlier = await findIdempotencyKey(db, holderId, key);
  if (!earlier) return undefined;
  assertSameRequest(earlier.requestHash, requestHash, 'trip');
  return findTrip(db, holderId, earlier.tripId, { deletedToo: true });
}

/**
 * Stores a trip of one of the holder's drivers.
 * @param key the client's `Idempotency-Key`: the same key and body again answer the first trip (decisions §4)
 */
export async function logTrip(db: Db, actor: Actor, input: CreateTrip, key: string | undefined, now: Date) {
  const idempotency = key ? { key, requestHash: hashRequest(JSON.stringify(input)) } : undefined;
  const trip = await insertTrip(db, actor, input, idempotency, now);
  if (trip) return trip;
  const earlier = idempotency && (await replayed(db, actor.holderId, idempotency));
  if (earlier) return earlier;
  await db.transaction((tx) => assertDriver(tx, actor.holderId, input));
  throw new ConflictError('The driver was changed meanwhile. Please try again.');
}

const isSameDriver = (a: DrivenBy, b: DrivenBy) =>
  a.driverId === b.driverId && a.driverAuthorityLicense === b.driverAuthorityLicense;

/**
 * Repairs a trip. It may stay with a driver who was removed since, or with a licence that has changed since.
 * @throws NotFoundError for a trip that is not the holder's, or is deleted
 */
export function changeTrip(db: Db, actor: Actor, id: string, input: CreateTrip, now: Date) {
  return db.transaction(async (tx) => {
    const before = await lockTrip(tx, actor.holderId, id);
    if (!before) throw tripNotFound();
    if (!isSameDriver(before, input)) await assertDriver(tx, actor.holderId, input);
    const after = await updateTrip(tx, actor.holderId, id, input, now);
    const changes = changesBetween(before, after);
    await recordAuditEvent(tx, actor, { entity: 'trip', entityId: id, action: 'updated', changes, at: now });
    return findTrip(tx, actor.holderId, id);
  });
}

/**
 * Deletes trips, which can be restored for 30 days.
 * @returns how many were deleted: those of the holder that were not before
 */
export function deleteTrips(db: Db, actor: Actor, ids: string[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const removed = await removeTrips(tx, actor.holderId, ids, actor.userId, now);
    await auditTrips(tx, actor, 'deleted', removed, now);
    return removed.length;
  });
}

/** @throws NotFoundError for a trip that is not the holder's, or was deleted before */
export async function deleteTrip(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  if ((await deleteTrips(db, actor, [id], now)) === 0) throw tripNotFound();
}

/** Takes deletions of the last 30 days back; answers how many trips are kept again. */
export function undeleteTrips(db: Db, actor: Actor, ids: string[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const restored = await restoreTrips(tx, actor.holderId, ids, restorableSince(now), now);
    await auditTrips(tx, actor, 'restored', restored, now);
    return restored.length;
  });
}

/** The trips that can still be restored, the last deleted first. */
export const recentlyDeleted = (db: Db, holderId: string, now: Date) =>
  listDeletedTrips(db, holderId, restorableSince(now), MAX_DELETED_SHOWN);

/** Forgets the idempotency keys that are older than 30 days (decisions §4). */
export const sweepIdempotencyKeys = ({ db }: { db: Db }, now: Date): Promise<void> =>
  removeIdempotencyKeys(db, new Date(now.getTime() - KEY_DAYS * DAY_MS));
