import { addDays, formatDay } from '@shared/periods';
import {
  type CallSign,
  callSignKey,
  callSignTaken,
  endOf,
  overlapInTime,
  startOf,
} from '@shared/vehicles/call-signs';
import { MAX_DATED, type NewCallSign } from '@shared/vehicles/vehicle-input';
import { recordChange } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ConflictError, LimitReachedError } from '../../lib/errors';
import { listCallSigns } from './dated-facts.repository';
import { lockFleet, lockVehicle, type StoredVehicle, updateVehicle } from './vehicles.repository';

type Called = Pick<StoredVehicle, 'registration' | 'callSigns'> & { id?: string };

const isSame = (one: CallSign, other: Pick<CallSign, 'callSign'>) =>
  callSignKey(one.callSign) === callSignKey(other.callSign);

/** @throws ConflictError where another vehicle has one of the call signs on the same day */
export async function assertCallSignsFree(
  within: Call<Tx>,
  callSigns: readonly CallSign[],
  exceptId?: string,
) {
  if (callSigns.length === 0) return;
  const others = await listCallSigns(within, exceptId);
  for (const own of callSigns) {
    const other = others.find((one) => isSame(one, own) && overlapInTime(one, own));
    if (other)
      throw new ConflictError(
        `${callSignTaken(other, other.registration)}. It is one vehicle’s at a time`,
        'callSigns',
      );
  }
}

/**
 * Gives a vehicle a call sign from a day on, or since ever: until the day before it, or another vehicle's, next changes. The vehicle's former
 * call sign ends the day before, and so does that of the vehicle that had it (docs/product/vehicles.md#call-signs).
 * @throws NotFoundError; ConflictError where either has another from that very day; LimitReachedError
 */
export async function giveCallSign(
  within: Call<Tx>,
  vehicleId: string,
  callSign: string,
  from: string | null,
): Promise<StoredVehicle> {
  await lockFleet(within.db, within.holderId);
  const vehicle = await lockVehicle(within, vehicleId);
  return storeCallSigns(within, vehicle, await takeCallSign(within, vehicle, { callSign, from }));
}

async function storeCallSigns(within: Call<Tx>, before: StoredVehicle, callSigns: CallSign[]) {
  if (JSON.stringify(callSigns) === JSON.stringify(before.callSigns)) return before;
  const after = await updateVehicle(within, before.id, { ...before, callSigns });
  await recordChange(within, 'vehicle', before, after);
  return after;
}

/** Takes a call sign from the vehicle that has it. The fleet is locked. @returns the call signs of the one that gets it, not stored yet */
export async function takeCallSign(
  within: Call<Tx>,
  { id, registration, callSigns }: Called,
  given: NewCallSign,
): Promise<CallSign[]> {
  const start = startOf(given);
  const others = (await listCallSigns(within, id)).filter((one) => isSame(one, given));
  const own = callSigns.filter((one) => !isSame(one, given));
  const conflict = (message: string) => new ConflictError(message, 'newCallSign');
  const taken = others.find((one) => startOf(one) === start);
  if (taken) throw conflict(`${callSignTaken(taken, taken.registration)}. Choose a later day`);
  const kept = own.find((one) => startOf(one) === start);
  if (kept) {
    const since = given.from ? ` since ${formatDay(given.from)}` : '';
    throw conflict(`${registration} has the call sign ${kept.callSign}${since}. Choose a later day`);
  }
  const next = [...others, ...own].map(startOf).filter((day) => day > start);
  const to = next.length > 0 ? addDays(next.toSorted()[0] ?? '', -1) : null;
  const former = others.find((one) => startOf(one) < start && endOf(one) >= start);
  if (former) {
    const vehicle = await lockVehicle(within, former.vehicleId);
    await storeCallSigns(
      within,
      vehicle,
      vehicle.callSigns.map((one) => (isSame(one, given) ? endedBefore(one, start) : one)),
    );
  }
  // days that touch are one time with the same call sign
  const joined = callSigns.filter((one) => isSame(one, given) && overlapInTime(one, { ...given, to }));
  const since = [start, ...joined.map(startOf)].toSorted()[0] || null;
  const rest = callSigns.filter((one) => !joined.includes(one)).map((one) => endedBefore(one, start));
  const after = [...rest, { ...given, from: since, to }].toSorted((a, b) =>
    startOf(a) < startOf(b) ? -1 : 1,
  );
  if (after.length > MAX_DATED)
    throw new LimitReachedError(MAX_DATED, 'call signs of this vehicle', 'Remove some from its history');
  return after;
}

/** A call sign that ends before a day, if it holds on it. */
const endedBefore = (one: CallSign, day: string): CallSign =>
  startOf(one) < day && endOf(one) >= day ? { ...one, to: addDays(day, -1) } : one;
