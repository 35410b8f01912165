import { CHANGED_MEANWHILE } from '@shared/errors';
import { formatCount } from '@shared/figures';
import { MAX_HELD_RECORDS } from '@shared/limits';
import type { HoldRecords } from '@shared/phones';
import { type CreateShift, createShiftSchema } from '@shared/shifts/shifts';
import { shifts, trips } from '@shared/tables/trips';
import { type CreateTrip, createTripSchema } from '@shared/trips/trips';
import { core } from 'zod/mini';
import { recordChanges } from '../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { AppError, ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { KEY_REUSED } from '../../lib/idempotency';
import { assertDriver } from '../drivers/drivers.repository';
import { findByKeys, shiftNotFound } from '../shifts/shifts.repository';
import { changeShift, isShiftLogged, logShift } from '../shifts/shifts.service';
import { listProbableDuplicates } from '../trips/trip-list.repository';
import { findIdempotencyKey, mayKeyBeGone, readTrip, tripNotFound } from '../trips/trips.repository';
import { changeTrip, isLogged, logTrip } from '../trips/trips.service';
import { readRegistrations } from '../vehicles/vehicles.repository';
import {
  countHeldOf,
  type HeldRow,
  isDrivers,
  listHeld,
  lockHeld,
  removeHeld,
  storeHeldOf,
} from './held.repository';

type Held = Omit<HeldRow, 'driverName'>;

const audited = ({ key: id, ...record }: Held) => ({ id, ...record });

/**
 * Holds what waited on a phone for the office, all or nothing, but for what is stored already; what is handed in twice is held once.
 * @throws NotFoundError for another driver than the phone's; what `assertOwn` throws; ConflictError where too much waits already
 */
export const holdRecords = (call: Call, { records }: HoldRecords): Promise<void> =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const driverOf = (record: HoldRecords['records'][number]) =>
      ('trip' in record ? record.trip : record.shift).driverId;
    const waiting: typeof records = [];
    for (const record of records) {
      await assertOwn(within, record);
      if (!(await hasArrived(within, record))) waiting.push(record);
    }
    // in one order, so that two who hand in for the same drivers wait for each other
    for (const driverId of [...new Set(waiting.map(driverOf))].toSorted()) {
      const theirs = waiting.filter((record) => driverOf(record) === driverId);
      await assertDriver(db, holderId, driverId);
      const held = await storeHeldOf(within, driverId, theirs);
      if ((await countHeldOf(db, holderId, driverId)) > MAX_HELD_RECORDS)
        throw new ConflictError(
          `${formatCount(MAX_HELD_RECORDS)} trips and shifts of this driver wait for the office already. Ask the office to look at them.`,
        );
      const changes = held.map((after) => ({ after: audited(after) }));
      await recordChanges(within, 'heldRecord', changes);
    }
  });

/** Whether the phone had sent a record, and only the answer was lost: nothing is left to do with it. */
async function hasArrived(call: Call<Tx>, record: HoldRecords['records'][number]): Promise<boolean> {
  if (record.changes) return false;
  return 'trip' in record
    ? isLogged(call, record.trip, record.key)
    : isShiftLogged(call, record.shift, record.key);
}

/** @throws ValidationError for a change of what is not its driver's, which stays on the phone */
async function assertOwn({ db, holderId }: Call<Tx>, record: HoldRecords['records'][number]) {
  if (!record.changes) return;
  const [table, { driverId }] = 'trip' in record ? [trips, record.trip] : [shifts, record.shift];
  if (await isDrivers(db, table, { holderId, driverId, id: record.changes.id })) return;
  const message = "It changes what is not this driver's any more";
  throw new ValidationError(message, [{ path: 'records', message }]);
}

/** What waits for the office. A vehicle that is gone has no registration. */
export async function listHeldRecords({ db, holderId }: Call) {
  const held = await listHeld(db, holderId);
  const ids = held.flatMap(({ trip }) => trip?.vehicleId ?? []);
  const registrations = await readRegistrations(db, holderId, ids);
  return held.flatMap(({ trip, shift, ...record }) => {
    if (shift) return { ...record, shift: { start: shift.start, end: shift.end ?? null } };
    if (!trip) return [];
    const { datetime, suburb, postcode, waitingTime, vehicleId } = trip;
    const vehicleRegistration = registrations.get(vehicleId ?? null) ?? null;
    return { ...record, trip: { datetime, suburb, postcode, waitingTime, vehicleRegistration } };
  });
}

/**
 * Stores what is held, under the keys that the phone had, so that what had arrived after all is not stored twice.
 * @returns how many are settled, and those that cannot be stored, which wait on; what someone else settled meanwhile is neither
 */
export async function storeHeld(call: PersonsCall, keys: readonly string[]) {
  const refused: { key: string; message: string }[] = [];
  let settled = 0;
  for (const { key, driverName } of await listHeld(call.db, call.holderId, keys)) {
    try {
      settled += await inTransaction(call, (within) => storeOne(within, key));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.push({ key, message: refusalOf(error, driverName) });
    }
  }
  return { settled, refused };
}

async function storeOne(within: Call<Tx>, key: string): Promise<number> {
  const { trip, shift, changes, loggedAt } = (await lockHeld(within, key)) ?? {};
  if (changes) {
    const { id, version } = changes;
    if (trip) await changeTrip(within, id, { ...trip, version });
    if (shift) await changeShift(within, id, { ...shift, version });
    return settle(within, [key], 'stored', id);
  }
  // jsonb has the fields in an order of its own, and the hash of the request has them as the schema does
  const stored =
    trip && loggedAt
      ? await storeTrip(within, core.parse(createTripSchema, trip), key, loggedAt)
      : shift && (await storeShift(within, core.parse(createShiftSchema, shift), key));
  return settle(within, [key], 'stored', stored?.id);
}

const DELETED_SINCE = 'It was stored before and has been deleted since.';
const DELETED_TRIP = `${DELETED_SINCE} Restore it in Trip History, or discard it here.`;
const DELETED_SHIFT = `${DELETED_SINCE} Add it in Hours, or discard it here.`;

/** @throws ConflictError where the trip was stored and then deleted, or may be stored under a key that is gone; what `logTrip` throws */
async function storeTrip(call: Call<Tx>, trip: CreateTrip, key: string, loggedAt: Date) {
  const { db, holderId, now } = call;
  const earlier = await findIdempotencyKey(db, holderId, key);
  if (earlier && (await readTrip(db, holderId, earlier.tripId)).isDeleted)
    throw new ConflictError(DELETED_TRIP);
  if (!earlier && mayKeyBeGone(loggedAt, now)) {
    const alike = await listProbableDuplicates(db, holderId, trip);
    if (alike.length > 0)
      throw new ConflictError(
        'It was logged about a month ago or longer, and one like it is stored. Look in Trip History, then discard it here or log it anew.',
      );
  }
  return logTrip(call, trip, key);
}

async function storeShift(call: Call<Tx>, shift: CreateShift, key: string) {
  const [earlier] = await findByKeys(call.db, call.holderId, [key]);
  if (earlier?.deletedAt) throw new ConflictError(DELETED_SHIFT);
  return logShift(call, shift, key);
}

function refusalOf(error: AppError, driverName: string): string {
  if (error instanceof NotFoundError && error.message === 'Driver not found')
    return `${driverName} was removed. Take the driver back first.`;
  if (error.message === tripNotFound().message) return DELETED_TRIP;
  if (error.message === shiftNotFound().message) return DELETED_SHIFT;
  if (error.code === CHANGED_MEANWHILE)
    return 'Someone changed it since. Correct what is stored, then discard it here.';
  if (error.code === KEY_REUSED)
    return 'It had arrived, and was corrected on the phone afterwards. Correct what is stored, then discard it here.';
  return error.message;
}

/** Lets go of what is held. @param storedId of the trip or shift, whose history then has it @returns how many */
async function settle(
  within: Call<Tx>,
  keys: readonly string[],
  outcome: 'stored' | 'dropped',
  storedId?: string,
) {
  const removed = await removeHeld(within, keys);
  const changes = removed.map((before) => ({
    before: audited(before),
    after: { id: storedId ?? before.key, outcome },
  }));
  await recordChanges(within, 'heldRecord', changes, { action: 'deleted' });
  return removed.length;
}

/** Drops what is held. */
export const dropHeld = async (call: PersonsCall, keys: readonly string[]) => ({
  settled: await inTransaction(call, (within) => settle(within, keys, 'dropped')),
  refused: [],
});
