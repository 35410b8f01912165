import { isDeepStrictEqual } from 'node:util';
import type { AuditChanges } from '@shared/activity/activity';
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
import {
  listVehicles,
  lockFleet,
  lockVehicle,
  type StoredVehicle,
  updateVehicle,
} from './vehicles.repository';

type Called = Pick<StoredVehicle, 'registration' | 'callSigns'> & { id?: string };

const isSame = (one: CallSign, other: Pick<CallSign, 'callSign'>) =>
  callSignKey(one.callSign) === callSignKey(other.callSign);

/** @throws ConflictError where another vehicle has one of the call signs on the same day */
export async function assertCallSignsFree(
  within: Call<Tx>,
  callSigns: readonly CallSign[],
  exceptId?: string,
) {
  const other = await clashing(within, callSigns, exceptId);
  if (!other) return;
  const message = `${callSignTaken(other, other.registration)}. It is one vehicle’s at a time`;
  throw new ConflictError(message, 'callSigns');
}

/** Another vehicle's call sign that is one of these, on the same day. */
async function clashing(within: Call<Tx>, callSigns: readonly CallSign[], exceptId?: string) {
  if (callSigns.length === 0) return undefined;
  const others = await listCallSigns(within, exceptId);
  return others.find((one) => callSigns.some((own) => isSame(one, own) && overlapInTime(one, own)));
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

/** A vehicle's call signs before and after an act, as the audit trail has them. */
export type CallSignsAct = { entityId: string; changes: AuditChanges };

/**
 * Takes acts on call signs back, of vehicles that still have what the acts left, unless another vehicle has such a call sign since.
 * @returns what stays, a sentence for each vehicle
 */
export async function putCallSignsBack(within: Call<Tx>, acts: readonly CallSignsAct[]): Promise<string[]> {
  await lockFleet(within.db, within.holderId);
  let left = await changedBy(within, acts);
  // one that gives up a call sign may come after the one that gets it back
  for (;;) {
    const stay: { sentence: string; one: (typeof left)[number] }[] = [];
    for (const one of left) {
      const { vehicle, from, to } = one;
      const other = await clashing(within, from, vehicle.id);
      if (!isDeepStrictEqual(vehicle.callSigns, to))
        stay.push({ one, sentence: `${vehicle.registration} keeps its call sign: it was changed since.` });
      else if (other)
        stay.push({ one, sentence: `${callSignTaken(other, other.registration)}, and stays so.` });
      else await storeCallSigns(within, vehicle, from);
    }
    if (stay.length === left.length) return stay.map(({ sentence }) => sentence);
    left = stay.map(({ one }) => one);
  }
}

type Sides = { from: CallSign[]; to: CallSign[] };

/** The vehicles of acts that are not removed, with their call signs before all their acts and after them: those of one moment have no order. */
async function changedBy(within: Call<Tx>, acts: readonly CallSignsAct[]) {
  const changed = new Map<string, Sides[]>();
  for (const { entityId, changes } of acts)
    if (changes.callSigns)
      changed.set(entityId, [...(changed.get(entityId) ?? []), changes.callSigns as Sides]);
  const kept = await listVehicles(within.db, within.holderId, [...changed.keys()]);
  const vehicles: (Sides & { vehicle: StoredVehicle })[] = [];
  for (const { id } of kept.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = changed.get(id) ?? [];
    const from = own.find((act) => own.every(({ to }) => !isDeepStrictEqual(to, act.from)))?.from;
    const to = own.find((act) => own.every((other) => !isDeepStrictEqual(other.from, act.to)))?.to;
    vehicles.push({ vehicle: await lockVehicle(within, id), from: from ?? [], to: to ?? [] });
  }
  return vehicles;
}
