import { MAX_TRIP_CHANGES } from '@shared/limits';
import type { ChangeTrip, CreateTrip } from '@shared/trips/trips';
import { recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { assertNewest } from '../../lib/database/versions';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { listTripEvents } from '../activity/activity.repository';
import { lockDriver } from '../drivers/drivers.repository';
import { listDeletedTrips, removeTrips, restoreTrips } from './deleted-trips.repository';
import {
  findIdempotencyKey,
  findTrip,
  insertTrip,
  lockTrip,
  removeIdempotencyKeys,
  updateTrip,
} from './trips.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DELETED_SHOWN = 500;
const KEY_DAYS = 30;

export const tripNotFound = () => new NotFoundError('Trip not found');

type DrivenBy = Pick<CreateTrip, 'driverId' | 'driverAuthorityLicense'>;
type Licensed = Pick<DrivenBy, 'driverAuthorityLicense'>;

const isSameLicence = (a: Licensed, b: Licensed) =>
  a.driverAuthorityLicense.toLowerCase() === b.driverAuthorityLicense.toLowerCase();
const isSameDriver = (a: DrivenBy, b: DrivenBy) => a.driverId === b.driverId && isSameLicence(a, b);

/**
 * The licence of a driver whom trips are given to, who stays until the transaction ends.
 * @throws NotFoundError for one who is not the holder's, or was removed
 */
export async function licenceOfDriver({ db, holderId }: Call<Tx>, id: string): Promise<string> {
  const driver = await lockDriver(db, holderId, id, 'key share');
  if (!driver) throw new NotFoundError('Driver not found');
  return driver.driverAuthorityLicense;
}

/**
 * Finds the licence of a trip's driver, who must be one of the holder's and have the licence that the trip names, in any case.
 * @returns the licence as it is stored
 * @throws NotFoundError, or ValidationError when the licence is another one
 */
async function licenceOf(call: Call<Tx>, trip: DrivenBy): Promise<string> {
  const driverAuthorityLicense = await licenceOfDriver(call, trip.driverId);
  if (!isSameLicence({ driverAuthorityLicense }, trip)) {
    const message = "Driver Authority License does not match the driver's";
    throw new ValidationError(message, [{ path: 'driverAuthorityLicense', message }]);
  }
  return driverAuthorityLicense;
}

/**
 * The trip that a key stored before; undefined for a key that was not used.
 * @throws AppError 422 when the key came with another body
 */
async function replayed({ db, holderId }: Call, { key, requestHash }: { key: string; requestHash: string }) {
  const earlier = await findIdempotencyKey(db, holderId, key);
  if (!earlier) return undefined;
  assertSameRequest(earlier.requestHash, requestHash, 'trip');
  return findTrip(db, holderId, earlier.tripId, { deletedToo: true });
}

/** What the hash of a request has always been made of, in this order. */
const HASHED_FIELDS: readonly string[] = [
  'driverId',
  'driverAuthorityLicense',
  'suburb',
  'postcode',
  'waitingTime',
  'duration',
  'datetime',
  'notes',
] satisfies (keyof CreateTrip)[];

/** A later field counts where it is filled in: an attempt that began before an upgrade may be repeated after it. */
function requestText(input: CreateTrip): string {
  const given = new Map<string, unknown>(Object.entries(input));
  const later = [...given].filter(([name, value]) => value !== null && !HASHED_FIELDS.includes(name));
  return JSON.stringify(
    Object.fromEntries([...HASHED_FIELDS.map((name) => [name, given.get(name)]), ...later]),
  );
}

/**
 * Stores a trip of one of the holder's drivers.
 * @param key the client's `Idempotency-Key`: the same key and body again answer the first trip. See
 *   docs/product/log-trip.md#idempotency.
 */
export async function logTrip(call: Call, input: CreateTrip, key: string | undefined) {
  const idempotency = key ? { key, requestHash: hashRequest(requestText(input)) } : undefined;
  const trip = await insertTrip(call, input, idempotency);
  if (trip) return trip;
  const earlier = idempotency && (await replayed(call, idempotency));
  if (earlier) return earlier;
  await inTransaction(call, (within) => licenceOf(within, input));
  throw new ConflictError('The driver was changed meanwhile. Please try again.');
}

/**
 * Changes a trip. It may keep a driver who was removed since, or a licence that has changed since.
 * @throws NotFoundError for a trip that is not the holder's, or is deleted; ChangedMeanwhileError
 */
export function changeTrip(call: Call, id: string, change: ChangeTrip) {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockTrip(db, holderId, id);
    if (!before) throw tripNotFound();
    const input = assertNewest('trip', before, change);
    const driverAuthorityLicense = isSameDriver(before, input)
      ? before.driverAuthorityLicense
      : await licenceOf(within, input);
    const after = await updateTrip(within, id, { ...input, driverAuthorityLicense });
    await recordChange(within, 'trip', before, after);
    const changed = await findTrip(db, holderId, id);
    if (!changed) throw tripNotFound();
    return changed;
  });
}

/**
 * Deletes a trip, which can be restored for 30 days.
 * @throws NotFoundError for a trip that is not the holder's, or was deleted before
 */
export function deleteTrip(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const [before] = await removeTrips(within, [id]);
    if (!before) throw tripNotFound();
    await recordChange(within, 'trip', before, undefined);
  });
}

/** Restores trips that were deleted within the last 30 days; answers how many. */
export function undeleteTrips(call: Call, ids: string[]): Promise<number> {
  return inTransaction(call, async (within) => {
    const restored = await restoreTrips(within, ids, restorableSince(within.now));
    const rows = restored.map((after) => ({ after }));
    await recordChanges(within, 'trip', rows, { action: 'restored' });
    return rows.length;
  });
}

/** The trips that can still be restored, the last deleted first. */
export const recentlyDeleted = ({ db, holderId, now }: Call) =>
  listDeletedTrips(db, holderId, restorableSince(now), MAX_DELETED_SHOWN);

/**
 * A trip and its history.
 * @throws NotFoundError for a trip that is not the holder's
 */
export async function tripChanges({ db, holderId }: Call, id: string) {
  const kept = await findTrip(db, holderId, id);
  const trip = kept ?? (await findTrip(db, holderId, id, { deletedToo: true }));
  if (!trip) throw tripNotFound();
  return { trip, isDeleted: !kept, events: await listTripEvents(db, holderId, id, MAX_TRIP_CHANGES) };
}

/** Removes the idempotency keys that are older than 30 days. See docs/product/log-trip.md#idempotency. */
export const sweepIdempotencyKeys = ({ db }: { db: Db }, now: Date): Promise<void> =>
  removeIdempotencyKeys(asService(db), new Date(now.getTime() - KEY_DAYS * DAY_MS));
