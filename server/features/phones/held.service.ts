import { formatCount } from '@shared/figures';
import { MAX_HELD_RECORDS } from '@shared/limits';
import type { HoldRecords } from '@shared/phones';
import { createShiftSchema } from '@shared/shifts/shifts';
import { createTripSchema } from '@shared/trips/trips';
import { core } from 'zod/mini';
import { recordChanges } from '../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { AppError, ConflictError, NotFoundError } from '../../lib/errors';
import { assertDriver } from '../drivers/drivers.repository';
import { logShift } from '../shifts/shifts.service';
import { logTrip } from '../trips/trips.service';
import { readRegistrations } from '../vehicles/vehicles.repository';
import { type HeldRow, insertHeld, listHeld, lockAndCountHeld, removeHeld } from './held.repository';

type Held = Omit<HeldRow, 'driverName'>;

const audited = ({ key: id, ...record }: Held) => ({ id, ...record });

/**
 * Holds what waited on a phone for the office, all or nothing; what is handed in twice is held once.
 * @throws NotFoundError for another driver than the phone's; ConflictError where too much waits already
 */
export const holdRecords = (call: Call, { records }: HoldRecords): Promise<void> =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const driverOf = (record: HoldRecords['records'][number]) =>
      ('trip' in record ? record.trip : record.shift).driverId;
    // in one order, so that two who hand in for the same drivers wait for each other
    for (const driverId of [...new Set(records.map(driverOf))].toSorted()) {
      const theirs = records.filter((record) => driverOf(record) === driverId);
      await assertDriver(db, holderId, driverId);
      const before = await lockAndCountHeld(db, holderId, driverId);
      const held = await insertHeld(within, driverId, theirs);
      if (before + held.length > MAX_HELD_RECORDS)
        throw new ConflictError(
          `${formatCount(MAX_HELD_RECORDS)} trips and shifts of this driver wait for the office already. Ask the office to look at them.`,
        );
      const changes = held.map((after) => ({ after: audited(after) }));
      await recordChanges(within, 'heldRecord', changes);
    }
  });

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
  for (const { key, driverName, trip, shift } of await listHeld(call.db, call.holderId, keys)) {
    try {
      // jsonb has the fields in an order of its own, and the hash of the request has them as the schema does
      if (trip) await logTrip(call, core.parse(createTripSchema, trip), key);
      if (shift) await logShift(call, core.parse(createShiftSchema, shift), key);
      settled += await settle(call, [key], 'stored');
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.push({ key, message: refusalOf(error, driverName) });
    }
  }
  return { settled, refused };
}

const refusalOf = (error: AppError, driverName: string) =>
  error instanceof NotFoundError && error.message === 'Driver not found'
    ? `${driverName} was removed. Take the driver back first.`
    : error.message;

/** Lets go of what is held. @returns how many */
const settle = (call: Call, keys: readonly string[], outcome: 'stored' | 'dropped'): Promise<number> =>
  inTransaction(call, async (within: Call<Tx>) => {
    const removed = await removeHeld(within, keys);
    const changes = removed.map((before) => ({
      before: audited(before),
      after: { id: before.key, outcome },
    }));
    await recordChanges(within, 'heldRecord', changes, { action: 'deleted' });
    return removed.length;
  });

/** Drops what is held. */
export const dropHeld = async (call: PersonsCall, keys: readonly string[]) => ({
  settled: await settle(call, keys, 'dropped'),
  refused: [],
});
