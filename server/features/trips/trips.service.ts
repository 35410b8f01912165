import { MAX_TRIP_CHANGES } from '@shared/limits';
import { postcodeFits, storedSuburb } from '@shared/places/place-table';
import { splitStreet } from '@shared/places/street';
import { type PlainFieldName, plainField } from '@shared/trips/trip-fields';
import type { ChangeTrip, CreateTrip } from '@shared/trips/trips';
import { recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import { ConflictError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { listTripEvents } from '../activity/activity.repository';
import { hadNumber, lockDriver, readDriverNumber } from '../drivers/drivers.repository';
import { readUsualVehicles } from '../drivers/then.repository';
import { isSameText } from '../vehicles/usual-licence';
import { assertVehicles } from '../vehicles/vehicles.repository';
import { loadLocalities } from './localities';
import { assertChangeableOnPhone } from './on-phone.service';
import {
  findIdempotencyKey,
  insertTrip,
  isImported,
  listDeletedByNobody,
  lockTrip,
  markDeleted,
  readTrip,
  tripNotFound,
  unmarkDeleted,
  updateTrip,
} from './trips.repository';

type DrivenBy = Pick<CreateTrip, 'driverId' | 'driverAuthorityLicense'>;

/** @throws ValidationError for a number that the driver neither has nor ever had in this program: a phone may have waited with it */
async function assertLicence({ db, holderId }: Call<Tx>, present: DrivenBy, sent: DrivenBy): Promise<void> {
  const { driverAuthorityLicense } = sent;
  if (isSameText(present.driverAuthorityLicense, driverAuthorityLicense)) return;
  if (await hadNumber(db, holderId, present.driverId, driverAuthorityLicense)) return;
  const message = "Driver Authority License does not match the driver's";
  throw new ValidationError(message, [{ path: 'driverAuthorityLicense', message }]);
}

/**
 * The number of a trip's driver as it is stored; the trip may name it in any case, or a former one.
 * @throws NotFoundError for a driver who is not the holder's, or was removed; ValidationError for another number
 */
async function licenceOf(call: Call<Tx>, trip: DrivenBy): Promise<string> {
  const { driverAuthorityLicense } = await lockDriver(call, trip.driverId, 'key share');
  await assertLicence(call, { driverId: trip.driverId, driverAuthorityLicense }, trip);
  return driverAuthorityLicense;
}

type DriverAndVehicle = Pick<CreateTrip, 'driverId'> & { vehicleId: string | null };

/** The vehicle of a changed trip: the one it names, null for none, else the one that it or its new driver has. @throws NotFoundError for one that is not the holder's */
async function vehicleOf(
  within: Call<Tx>,
  before: DriverAndVehicle,
  after: Pick<ChangeTrip, 'driverId' | 'datetime' | 'vehicleId'>,
) {
  const { db, holderId } = within;
  if (after.vehicleId === null) return null;
  if (after.vehicleId) {
    if (after.vehicleId !== before.vehicleId) await assertVehicles(db, holderId, [after.vehicleId]);
    return after.vehicleId;
  }
  if (after.driverId === before.driverId) return before.vehicleId;
  const usualVehicle = await readUsualVehicles(db, holderId, [after.driverId]);
  return usualVehicle(after.driverId, new Date(after.datetime));
}

const usualValue = (name: string) => plainField(name as PlainFieldName)?.usual;

/** A field counts where it is filled in, and not as usual: an attempt that began before an upgrade may be repeated after it. */
const requestText = (input: CreateTrip): string =>
  JSON.stringify(
    Object.entries(input).filter(([name, value]) => (value ?? null) !== null && value !== usualValue(name)),
  );

/** A trip with the name that its place is stored by, whatever spelling of it was sent, and without the street before it. */
export async function withStoredSuburb<Place extends { suburb: string; postcode: string }>(
  trip: Place,
): Promise<Place> {
  const table = await loadLocalities();
  const { suburb, street } = splitStreet(trip.suburb, table);
  const isPlace = street === undefined || postcodeFits(table, suburb, trip.postcode);
  return { ...trip, suburb: storedSuburb(table, isPlace ? suburb : trip.suburb, trip.postcode) };
}

const hashOf = (input: CreateTrip) => hashRequest(requestText(input));

/** Whether a trip was stored by its key, as it is now or was then. */
export const isLogged = async ({ db, holderId }: Call<DbOrTx>, input: CreateTrip, key: string) =>
  (await findIdempotencyKey(db, holderId, key))?.requestHash === hashOf(input);

/**
 * Stores a trip of one of the holder's drivers; the same key and body again answer the first (docs/product/log-trip.md#idempotency).
 * @throws AppError 422 when the key came with another body; what `licenceOf` throws
 */
export async function logTrip(call: Call<DbOrTx>, input: CreateTrip, key: string | undefined) {
  const { db, holderId } = call;
  const idempotency = key ? { key, requestHash: hashOf(input) } : undefined;
  const trip = await withStoredSuburb(input);
  const logged = await insertTrip(call, trip, idempotency);
  if (logged) return logged;
  const earlier = idempotency && (await findIdempotencyKey(db, holderId, idempotency.key));
  if (earlier) {
    assertSameRequest(earlier.requestHash, idempotency.requestHash, 'trip');
    return (await readTrip(db, holderId, earlier.tripId)).trip;
  }
  const driverAuthorityLicense = await inTransaction(call, (within) => licenceOf(within, input));
  const underPresentNumber = isSameText(driverAuthorityLicense, input.driverAuthorityLicense)
    ? undefined
    : await insertTrip(call, { ...trip, driverAuthorityLicense }, idempotency);
  if (underPresentNumber) return underPresentNumber;
  if (input.vehicleId) await assertVehicles(db, holderId, [input.vehicleId]);
  throw new ConflictError('The driver was changed meanwhile. Please try again.');
}

/** A trip that stays its driver's, even a removed one's, keeps the number that it was stored with. */
async function licenceOfChanged(within: Call<Tx>, before: DrivenBy, after: DrivenBy): Promise<string> {
  if (before.driverId !== after.driverId) return licenceOf(within, after);
  if (isSameText(before.driverAuthorityLicense, after.driverAuthorityLicense))
    return before.driverAuthorityLicense;
  const present = await readDriverNumber(within.db, within.holderId, before.driverId);
  await assertLicence(within, present, after);
  return before.driverAuthorityLicense;
}

/** Only a trip of a file can lose its wait again, such as by Undo. @throws ValidationError */
async function assertImported({ db, holderId }: Call<Tx>, id: string) {
  if (await isImported(db, holderId, id)) return;
  const message = 'Waiting time is required';
  throw new ValidationError(message, [{ path: 'waitingTime', message }]);
}

/**
 * Changes a trip, which may keep a removed driver or a former licence.
 * @param options.isWithoutVehicle takes its vehicle away; else null keeps the one that the trip or its driver has
 * @throws NotFoundError; ChangedMeanwhileError
 */
export const changeTrip = (
  call: Call<DbOrTx>,
  id: string,
  change: ChangeTrip,
  { isWithoutVehicle = false } = {},
) =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockTrip(db, holderId, id);
    await assertChangeableOnPhone(within, before, change);
    // before the comparison, because a corrected number is sent that the trip was not stored with
    const driverAuthorityLicense = await licenceOfChanged(within, before, change);
    const vehicle = isWithoutVehicle ? null : (change.vehicleId ?? undefined);
    const changed = { ...(await withStoredSuburb(change)), driverAuthorityLicense, vehicleId: vehicle };
    const input = assertNewest('trip', before, changed);
    if (input.waitingTime === null && before.waitingTime !== null) await assertImported(within, id);
    const vehicleId = await vehicleOf(within, before, input);
    const after = await updateTrip(within, id, { ...input, vehicleId });
    await recordChange(within, 'trip', before, after);
    const { trip } = await readTrip(db, holderId, id);
    return trip;
  });

/** Trips of one statement: what is computed for them never keeps the process long. */
const BATCH = 500;

export const inBatches = <T>(rows: readonly T[], size = BATCH): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );

/** Deletes trips, which can be restored for 30 days. @returns how many were not deleted before */
export async function removeTrips(within: Call<Tx>, ids: readonly string[], size = BATCH): Promise<number> {
  let removed = 0;
  for (const batch of inBatches(ids, size)) {
    const rows = (await markDeleted(within, batch)).map((before) => ({ before }));
    await recordChanges(within, 'trip', rows);
    removed += rows.length;
  }
  return removed;
}

/** Restores trips that were deleted after `since`. @returns how many */
export async function restoreTrips(within: Call<Tx>, ids: readonly string[], since: Date): Promise<number> {
  let restored = 0;
  for (const batch of inBatches(ids)) {
    const rows = (await unmarkDeleted(within, batch, since)).map((after) => ({ after }));
    await recordChanges(within, 'trip', rows, { action: 'restored' });
    restored += rows.length;
  }
  return restored;
}

/** @throws NotFoundError for a trip that is not the holder's, or was deleted before */
export const deleteTrip = (call: Call, id: string) =>
  inTransaction(call, async (within) => {
    if (within.driverId)
      await assertChangeableOnPhone(within, await lockTrip(within.db, within.holderId, id));
    if ((await removeTrips(within, [id])) === 0) throw tripNotFound();
  });

/** Restores trips that were deleted within the last 30 days; on a phone, those that were deleted there. @returns how many */
export const undeleteTrips = (call: Call, ids: string[]) =>
  inTransaction(call, async (within) => {
    const restored = within.driverId ? await listDeletedByNobody(within, ids) : undefined;
    for (const trip of restored ?? []) await assertChangeableOnPhone(within, trip);
    return restoreTrips(within, restored?.map(({ id }) => id) ?? ids, restorableSince(call.now));
  });

/** A trip and its history. @throws NotFoundError for a trip that is not the holder's */
export async function tripChanges({ db, holderId }: Call, id: string) {
  const found = await readTrip(db, holderId, id);
  return { ...found, events: await listTripEvents(db, holderId, id, MAX_TRIP_CHANGES) };
}
