import { DAY_MS } from '@shared/durations';
import { DRIVEN_BEFORE } from '@shared/errors';
import { countOf } from '@shared/figures';
import { PHONE_VEHICLE_DAYS } from '@shared/limits';
import { addDays, brisbaneDay, formatDay, lastDay } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import {
  assumedFacts,
  type ConfirmAssumed,
  type ConfirmedFact,
  withConfirmed,
} from '@shared/vehicles/assumed';
import {
  areApart,
  type ChangeVehicle,
  MAX_DATED,
  OVERLAPPING,
  type RenewLicence,
  type Span,
  type VehicleInput,
} from '@shared/vehicles/vehicle-input';
import { findDeleted, recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { onlyRow, type Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { AppError, ConflictError, LimitReachedError, NotFoundError, ValidationError } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
import { assertCallSignsFree, takeCallSign } from './call-signs.service';
import { type NewFact, VEHICLE_FACTS } from './dated-facts';
import { type CorrectedText, correctFormerTexts, insertFacts, listFactsOf } from './dated-facts.repository';
import { historyOf, recordFormer, removeFormer } from './dated-facts.service';
import {
  correctDriversTexts,
  countDriven,
  countVehicles,
  eraseVehicle,
  insertVehicles,
  isUsed,
  listVehicles,
  lockFleet,
  lockVehicle,
  markVehicleDeleted,
  type StoredVehicle,
  unmarkVehicle,
  updateVehicle,
  vehiclesOfDriver,
  vehiclesRegistered,
} from './vehicles.repository';

/** The vehicles of a driver's own phone: the usual one first, then those that the driver drove lately. What the office notes of them stays there. */
export async function listVehiclesOnPhone({ db, holderId, now }: Call, driverId: string) {
  const { usual, driven } = await vehiclesOfDriver(
    db,
    holderId,
    driverId,
    new Date(now.getTime() - PHONE_VEHICLE_DAYS * DAY_MS),
  );
  const own = await listVehicles(db, holderId, [...(usual ? [usual] : []), ...driven]);
  return own
    .map((vehicle) => ({ ...vehicle, notes: null }))
    .toSorted((a, b) => Number(b.id === usual) - Number(a.id === usual));
}

export type Limits = Pick<AppDeps, 'config'>;

/** Allows as many vehicles as drivers. @throws LimitReachedError */
async function assertCanAddVehicles({ db, holderId }: Call<Tx>, { config }: Limits, added: number) {
  await lockFleet(db, holderId);
  if ((await countVehicles(db, holderId)) + added > config.maxDrivers)
    throw new LimitReachedError(config.maxDrivers, 'vehicles', 'Remove vehicles that are gone');
}

const overlap = (one: Span, other: Span) =>
  (other.to === null || one.from <= other.to) && (one.to === null || other.from <= one.to);

/** @throws ConflictError where another vehicle has the registration at the same time */
async function assertRegistrationsFree(
  within: Call<Tx>,
  vehicles: readonly VehicleInput[],
  exceptId?: string,
) {
  const registrations = vehicles.map(({ registration }) => registration);
  const others: Pick<VehicleInput, 'registration' | 'availability'>[] = await vehiclesRegistered(
    within,
    registrations,
    exceptId,
  );
  for (const vehicle of vehicles) {
    const same = others.filter(({ registration }) => registration === vehicle.registration);
    const spans = same.flatMap(({ availability }) => availability);
    if (spans.some((span) => vehicle.availability.some((own) => overlap(own, span))))
      throw new ConflictError(
        'A vehicle with this registration is available at that time already',
        'registration',
      );
    others.push(vehicle);
  }
}

/** @throws ConflictError for a registration that another vehicle has at that time; LimitReachedError */
export const createVehicle = (call: Call, limits: Limits, input: VehicleInput) =>
  inTransaction(call, (within) => addVehicle(within, limits, input));

type NewVehicle = VehicleInput & { enteredWith?: string };

export const addVehicle = async (within: Call<Tx>, limits: Limits, input: NewVehicle) =>
  onlyRow(await addVehicles(within, limits, [input]));

/** Adds several vehicles as `createVehicle` does one, in as many queries. Those of several get their call signs afterwards: they are not compared. */
export async function addVehicles(within: Call<Tx>, limits: Limits, inputs: readonly NewVehicle[]) {
  await assertCanAddVehicles(within, limits, inputs.length);
  await assertRegistrationsFree(within, inputs);
  const added: NewVehicle[] = [];
  for (const { newCallSign, ...input } of inputs) {
    const callSigns = await callSignsOf(within, { ...input, newCallSign }, input);
    added.push({ ...input, callSigns });
  }
  const vehicles = await insertVehicles(within, added);
  const changes = vehicles.map((after) => ({ after }));
  await recordChanges(within, 'vehicle', changes);
  return vehicles;
}

/** The call signs of a vehicle that is entered or changed; undefined keeps those that are stored. @throws ConflictError; LimitReachedError */
async function callSignsOf(
  within: Call<Tx>,
  { callSigns, newCallSign }: Pick<VehicleInput, 'callSigns' | 'newCallSign'>,
  vehicle: { id?: string; registration: string; callSigns?: StoredVehicle['callSigns'] | undefined },
) {
  const entered = callSigns ?? vehicle.callSigns ?? [];
  const own = newCallSign
    ? await takeCallSign(within, { ...vehicle, callSigns: entered }, newCallSign)
    : callSigns;
  await assertCallSignsFree(within, own ?? [], vehicle.id);
  return own;
}

/** @throws NotFoundError for a vehicle that is not the holder's; ChangedMeanwhileError; ConflictError; ValidationError for the day of the change */
export const changeVehicle = (call: Call, id: string, change: ChangeVehicle) =>
  inTransaction(call, (within) => changeVehicleWithin(within, id, change));

export async function changeVehicleWithin(
  within: Call<Tx>,
  id: string,
  { changedOn, newCallSign, ...change }: ChangeVehicle,
) {
  await lockFleet(within.db, within.holderId);
  const before = await lockVehicle(within, id);
  const callSigns = await callSignsOf(within, { ...change, newCallSign }, before);
  const input = assertNewest('vehicle', before, { ...change, callSigns });
  await assertRegistrationsFree(within, [input], id);
  return storeVehicle(within, before, input, changedOn);
}

/** Stores a change of a vehicle, corrects what its drivers' forms say of it, and records the change. */
export async function storeVehicle(
  within: Call<Tx>,
  before: StoredVehicle,
  input: VehicleInput,
  changedOn?: string,
) {
  const after = await updateVehicle(within, before.id, input);
  await recordFormer(within, { vehicleId: before.id }, VEHICLE_FACTS, { before, after, changedOn });
  const texts = correctedTexts(before, after);
  if (!changedOn) await correctFormerTexts(within, before.id, texts);
  await correctDriversTexts(within, before.id, texts);
  await recordChange(within, 'vehicle', before, { ...after, ...(changedOn && { changedOn }) });
  return after;
}

/** The texts of a vehicle that a change corrects: the registration, and the numbers of licences that keep their first day. */
function correctedTexts(before: StoredVehicle, after: StoredVehicle): CorrectedText[] {
  const numbers = before.licences.flatMap(({ kind, from, number }) => {
    const same = after.licences.find((one) => one.kind === kind && one.from === from);
    const isGone = after.licences.every((one) => one.number !== number);
    return same && isGone ? { field: 'bookedHireServiceLicense' as const, was: number, is: same.number } : [];
  });
  const field = 'vehicleRegistrationNumber' as const;
  const isOther = before.registration !== after.registration;
  return [...numbers, ...(isOther ? [{ field, was: before.registration, is: after.registration }] : [])];
}

/**
 * Confirms assumed facts, all or those that are named, or takes that back; leaves out those that have changed meanwhile.
 * @returns the vehicles that changed
 * @throws NotFoundError; ConflictError or ValidationError for a corrected first day; AppError 409 for one after trips or shifts, if it is to ask
 */
export const confirmAssumed = (
  call: Call,
  { facts, isConfirmed, ifDriven }: ConfirmAssumed,
): Promise<StoredVehicle[]> =>
  inTransaction(call, async (within) => {
    await lockFleet(within.db, within.holderId);
    const named: readonly ConfirmedFact[] =
      facts ?? (await listVehicles(within.db, within.holderId)).flatMap(assumedFacts);
    const today = brisbaneDay(within.now);
    if (isConfirmed && named.some(({ firstDay }) => firstDay !== undefined && firstDay > today))
      throw new ValidationError('That date is in the future');
    const changed: StoredVehicle[] = [];
    for (const id of [...new Set(named.map(({ vehicleId }) => vehicleId))].toSorted()) {
      const before = await lockVehicle(within, id);
      const after = withConfirmed(before, named, isConfirmed);
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      if (!areApart(after.availability)) throw new ValidationError(OVERLAPPING);
      await assertRegistrationsFree(within, [after], id);
      if (isConfirmed && ifDriven === 'ask') await assertNotDrivenBefore(within, before, named);
      changed.push(await storeVehicle(within, before, after));
    }
    return changed;
  });

async function assertNotDrivenBefore(
  { db, holderId }: Call<Tx>,
  { id, registration }: StoredVehicle,
  facts: readonly ConfirmedFact[],
): Promise<void> {
  for (const { vehicleId, from, firstDay } of facts) {
    if (vehicleId !== id || !firstDay || firstDay <= from) continue;
    const { trips, shifts } = await countDriven(db, holderId, id, from, firstDay);
    if (trips + shifts === 0) continue;
    const what = [trips > 0 && countOf(trips, 'trip'), shifts > 0 && countOf(shifts, 'shift')];
    const are = trips + shifts === 1 ? 'is' : 'are';
    const message = `${what.filter(Boolean).join(' and ')} before ${formatDay(firstDay)} ${are} in ${registration}`;
    throw new AppError(409, DRIVEN_BEFORE, message);
  }
}

/** Adds a vehicle's next licence; the one of its kind that would overlap it ends the day before. @throws NotFoundError; ChangedMeanwhileError */
export const renewLicence = (call: Call, id: string, { version, ...licence }: RenewLicence) =>
  inTransaction(call, async (within) => {
    const before = await lockVehicle(within, id);
    assertNewest('vehicle', before, { version, licences: withLicence(before, licence) });
    if (before.licences.length >= MAX_DATED)
      throw new LimitReachedError(MAX_DATED, 'licences of this vehicle', 'Remove the oldest');
    return storeVehicle(within, before, { ...before, licences: withLicence(before, licence) });
  });

type Licences = Pick<StoredVehicle, 'licences'>;

/** A vehicle's licences with the next one, before which the one of its kind ends. */
export function withLicence({ licences }: Licences, licence: StoredVehicle['licences'][number]) {
  const ended = licences.map((one) => {
    const overlaps =
      one.kind === licence.kind && one.from < licence.from && (one.expires ?? licence.from) >= licence.from;
    return overlaps ? { ...one, expires: addDays(licence.from, -1) } : one;
  });
  return [...ended, licence];
}

/** Deletes a vehicle; one that trips, shifts, drivers or a lodged report name keeps its row. @throws NotFoundError */
export const deleteVehicle = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockVehicle(within, id);
    const isNamed = (await isUsed(db, holderId, id)) || (await isInLodgedQuarter(within, before));
    const facts = (await listFactsOf(db, holderId, { vehicleId: id })).filter(
      ({ fact }) => fact === 'registration',
    );
    await (isNamed ? markVehicleDeleted(within, id) : eraseVehicle(within, id));
    await recordChange(within, 'vehicle', { ...before, ...(facts.length > 0 && { facts }) }, undefined);
  });

export async function isInLodgedQuarter(
  { db, holderId }: Call<Tx>,
  { availability }: StoredVehicle,
): Promise<boolean> {
  const lodged = await listLodgements(db, holderId);
  return lodged.some(({ report, period }) => {
    const { range } = readPeriod(period);
    const quarter = { from: brisbaneDay(range.from), to: lastDay(range) };
    return report === 'quarterly' && availability.some((span) => overlap(span, quarter));
  });
}

const vehicleNotFound = () => new NotFoundError('Vehicle not found');

/** Restores a deleted vehicle; an erased one is stored again as the audit trail has it. @throws NotFoundError; ConflictError; LimitReachedError */
export const restoreVehicle = (call: Call, limits: Limits, id: string) =>
  inTransaction(call, async (within) => {
    await assertCanAddVehicles(within, limits, 1);
    const unmarked = await unmarkVehicle(within, id, restorableSince(within.now));
    const vehicle = unmarked ?? (await reinsertErased(within, id));
    if (!vehicle) throw vehicleNotFound();
    await assertRegistrationsFree(within, [vehicle], id);
    await assertCallSignsFree(within, vehicle.callSigns, id);
    await recordChanges(within, 'vehicle', [{ after: vehicle }], { action: 'restored' });
    return vehicle;
  });

async function reinsertErased(within: Call<Tx>, id: string) {
  const deleted = await findDeleted(within, 'vehicle', id);
  if (!deleted) return undefined;
  const {
    availableFrom: _,
    availableTo: _to,
    facts = [],
    ...input
  } = deleted.row as VehicleInput & { facts?: NewFact[] } & Record<string, unknown>;
  const restored = { ...input, id, createdAt: deleted.createdAt };
  const vehicle = onlyRow(await insertVehicles(within, [restored]));
  await insertFacts(within, { vehicleId: id }, facts);
  return vehicle;
}

export const vehicleHistory = (call: Call, id: string) =>
  inTransaction(call, async (within) => {
    const vehicle = await lockVehicle(within, id);
    return historyOf(within, { vehicleId: id }, VEHICLE_FACTS, vehicle);
  });

export const removeVehicleHistory = (call: Call, id: string, factId: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const vehicle = await lockVehicle(within, id);
    const { value } = await removeFormer(within, { vehicleId: id }, factId);
    await updateVehicle(within, id, { ...vehicle, callSigns: undefined });
    await recordChange(within, 'vehicle', { ...value, id }, { id });
  });
