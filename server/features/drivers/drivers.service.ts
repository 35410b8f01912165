import { randomUUID } from 'node:crypto';
import {
  type ChangeDriver,
  type CreateDriver,
  type DriverInput,
  type NamedVehicle,
  vehicleFault,
} from '@shared/driver-input';
import { driverName } from '@shared/drivers';
import { DRIVER_REMOVED } from '@shared/errors';
import { foldText } from '@shared/fold-text';
import { brisbaneDay, brisbaneInstant, formatDay } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import { findDeleted, recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { onlyRow, type Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { AppError, LimitReachedError, refuseDuplicate, ValidationError } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
import {
  AUTHORISATION,
  type DatedFact,
  DRIVER_FACTS,
  firstDayAfter,
  type NewFact,
} from '../vehicles/dated-facts';
import { insertFacts, listFactsOf, listWholeFacts } from '../vehicles/dated-facts.repository';
import { historyOf, recordFormer, removeFormer } from '../vehicles/dated-facts.service';
import { usualVehicle } from '../vehicles/usual-vehicle.service';
import type { Limits } from '../vehicles/vehicles.service';
import { moveDriven } from './driven.service';
import { endFormer, timeOfChange } from './driver-vehicle.service';
import {
  driverNotFound,
  endSwitchOff,
  findRemovedDriver,
  insertDrivers,
  insertSwitchOffs,
  isAffiliated,
  listSwitchOffs,
  lockAndCountDrivers,
  lockDriver,
  lockRemovedDriver,
  removeDriver,
  type StoredInput,
  storedInput,
  storeNewVersion,
  unmarkDriver,
  updateDriver,
} from './drivers.repository';
import { lockShownDriver, shownDriver, withLicenceToday } from './then.repository';

export const LICENCE_TAKEN = {
  constraint: 'drivers_holder_licence_key',
  message: 'A driver with this Driver Authority License is already registered',
  field: 'driverAuthorityLicense',
};

async function assertCanAddDrivers(
  { db, holderId }: Call<Tx>,
  { maxDrivers }: AppDeps['config'],
  added: number,
) {
  if ((await lockAndCountDrivers(db, holderId)) + added > maxDrivers)
    throw new LimitReachedError(maxDrivers, 'drivers', 'Remove drivers who have left');
}

/**
 * Stores a new driver; one who was removed, and has the same name and number, is taken back with what the form says: two drivers with one number would
 * be two lines of the same.
 * @throws ConflictError for a licence already registered; AppError 409 for a removed driver's number, where the form asks;
 * LimitReachedError when the holder has as many drivers as it can have
 */
export const createDriver = (call: Call, limits: Limits, input: CreateDriver) =>
  refuseDuplicate(
    inTransaction(call, (within) => addDriver(within, limits, input)),
    LICENCE_TAKEN,
  );

/** Does what `createDriver` does within a transaction, whose end refuses a licence already registered (LICENCE_TAKEN). */
export const addDriver = async (within: Call<Tx>, limits: Limits, input: CreateDriver): Promise<Authorised> =>
  onlyRow(await addDrivers(within, limits, [input]));

/** Adds several drivers as `addDriver` does one, in fewer queries. @returns them in the same order */
export async function addDrivers(
  within: Call<Tx>,
  { config }: Limits,
  inputs: readonly CreateDriver[],
): Promise<Authorised[]> {
  await assertCanAddDrivers(within, config, inputs.length);
  const back = new Map<CreateDriver, Authorised>();
  const added = new Map<CreateDriver, StoredInput & { id: string }>();
  for (const input of inputs) {
    const { ifRemoved, ...form } = input;
    const { driver: fields, vehicle: named } = partsOf(form);
    const removed = await findRemovedDriver(within.db, within.holderId, fields.driverAuthorityLicense);
    const isSame = removed && isSamePerson(removed, fields);
    if (removed && (ifRemoved === 'ask' || (isSame && ifRemoved === 'other-person')))
      throw wasRemoved(removed);
    if (removed && isSame) back.set(input, await takeBack(within, { config }, removed, form));
    else {
      const id = randomUUID();
      const vehicle = await usualVehicle(within, { config }, named, { driver: { id, ...fields } });
      added.set(input, { ...fields, ...vehicle, id });
    }
  }
  const stored = added.size > 0 ? await insertDrivers(within, [...added.values()]) : [];
  for (const driver of stored) if (!driver.isActive) await insertSwitchOffs(within, driver.id);
  const changes = stored.map((after) => ({ after }));
  await recordChanges(within, 'driver', changes);
  const shown = new Map((await withLicenceToday(within, stored)).map((driver) => [driver.id, driver]));
  return inputs.flatMap((input) => back.get(input) ?? shown.get(added.get(input)?.id ?? '') ?? []);
}

/** The fields of a driver in a form, and those that name its vehicle. */
function partsOf<F extends DriverInput & NamedVehicle>(form: F) {
  const { vehicleId, vehicleAvailableFrom, licenceFrom, licenceAnswer, ...driver } = form;
  const { vehicleRegistrationNumber: registration, bookedHireServiceLicense: licence } = form;
  return {
    driver,
    vehicle: { registration, licence, vehicleId, vehicleAvailableFrom, licenceFrom, licenceAnswer },
  };
}

type Removed = NonNullable<Awaited<ReturnType<typeof findRemovedDriver>>>;

/** Offers a removed driver back who has the number of a new one. */
function wasRemoved(removed: Removed) {
  const removedOn = brisbaneDay(removed.deletedAt);
  const message = `${driverName(removed)} was removed on ${formatDay(removedOn)} with this Driver Authority License`;
  const details = [{ path: 'driverAuthorityLicense', message }];
  const { id } = removed;
  return new AppError(409, DRIVER_REMOVED, message, details, {
    removed: { id, name: driverName(removed), removedOn },
  });
}

/** @throws AppError 409 where a removed driver has the name and the number of another one */
async function assertNotRemoved({ db, holderId }: Call<Tx>, input: DriverInput): Promise<void> {
  const removed = await findRemovedDriver(db, holderId, input.driverAuthorityLicense);
  if (removed && isSamePerson(removed, input)) throw wasRemoved(removed);
}

type Named = Parameters<typeof driverName>[0];
const isSamePerson = (one: Named, other: Named) => foldText(driverName(one)) === foldText(driverName(other));

/** Restores a removed driver as a form has it: from a start after the removal on, else as if it had never been removed. */
async function takeBack(
  within: Call<Tx>,
  limits: Limits,
  removed: Removed,
  form: Omit<CreateDriver, 'ifRemoved'>,
) {
  const unmarked = await unmarkDriver(within, removed.id);
  if (!unmarked) throw driverNotFound();
  const restored = await shownDriver(within, unmarked);
  await recordChanges(within, 'driver', [{ after: restored }], { action: 'restored' });
  const [from, today] = [brisbaneDay(new Date(form.startDate)), brisbaneDay(within.now)];
  const back = await comeBack(within, restored, { removedAt: removed.deletedAt, from });
  const start = least(back.startDate, new Date(form.startDate));
  return storeDriver(within, limits, back, {
    ...form,
    startDate: start.toISOString(),
    version: back.version,
    changedOn: back === restored ? undefined : from < today ? from : today,
  });
}

/**
 * @throws NotFoundError for a driver that is not the holder's; ChangedMeanwhileError; ConflictError for a licence already registered;
 * ValidationError for the day of the change, and for a vehicle that is left empty though it is known
 */
export function changeDriver(call: Call, limits: Limits, id: string, change: ChangeDriver) {
  const changed = inTransaction(call, async (within) => {
    const before = await lockShownDriver(within, id);
    const fault = vehicleFault(before, change);
    if (fault) throw new ValidationError(fault.message, [fault]);
    return storeDriver(within, limits, before, change);
  });
  return refuseDuplicate(changed, LICENCE_TAKEN);
}

/** Stores what a driver's form says of one that `lockShownDriver` has locked. */
export async function storeDriver(
  within: Call<Tx>,
  limits: Limits,
  before: Authorised,
  { changedOn, changes = {}, moves = false, formerEndsOn, ...form }: ChangeDriver,
) {
  const { driver: change, vehicle: named } = partsOf(form);
  const dayOf = (fact: keyof typeof DRIVER_FACTS) => {
    const own = changes[fact];
    return own === undefined ? changedOn : (own ?? undefined);
  };
  const { db, holderId } = within;
  const { id } = before;
  const owner = { driverId: id };
  const input = assertNewest('driver', before, change);
  if (input.driverAuthorityLicense !== before.driverAuthorityLicense) await assertNotRemoved(within, input);
  const facts = await listWholeFacts(db, holderId, owner);
  const { driving } = timeOfChange(before, facts, dayOf('vehicle'));
  const vehicle = await usualVehicle(within, limits, named, {
    driver: { id, ...input },
    before,
    changedOn: dayOf('vehicle'),
    since: driving.from,
  });
  const driver = await updateDriver(within, id, { ...input, ...vehicle });
  for (const [fact, fields] of entriesOf(DRIVER_FACTS))
    await recordFormer(within, owner, { [fact]: fields }, { before, after: driver, changedOn: dayOf(fact) });
  if (changedOn && isBack(before, driver, changedOn)) await insertFacts(within, owner, [spanOf(before)]);
  await insertFacts(within, owner, formerAuthorisation(within, { before, after: driver, facts }));
  if (before.isActive && !driver.isActive) await insertSwitchOffs(within, id);
  if (!before.isActive && driver.isActive) await endSwitchOff(within, id);
  if (moves) await moveDriven(within, driving, driver.vehicleId);
  if (formerEndsOn && driver.vehicleId !== before.vehicleId)
    await endFormer(within, before.vehicleId, formerEndsOn);
  const day = changedOn ?? Object.values(changes).find((one) => one !== null);
  const after = {
    ...driver,
    facts: await listWholeFacts(db, holderId, owner),
    ...(day && { changedOn: day }),
  };
  await recordChange(within, 'driver', { ...before, facts }, after);
  return shownDriver(within, driver);
}

const entriesOf = <O extends object>(record: O) => Object.entries(record) as [keyof O, O[keyof O]][];

type Authorised = Awaited<ReturnType<typeof lockDriver>>;

/** An authorisation that was renewed, which was in force until its own last day; what was entered today was mistyped. */
function formerAuthorisation(
  { now }: Call<Tx>,
  { before, after, facts }: { before: Authorised; after: Authorised; facts: readonly DatedFact[] },
): NewFact[] {
  const [old, renewed] = [before.authorisationExpires, after.authorisationExpires];
  if (!old || !renewed || renewed <= old || brisbaneDay(before.createdAt) === brisbaneDay(now)) return [];
  const firstDay = firstDayAfter(facts, 'authorisation');
  const value = { authorisationExpires: old };
  return firstDay && firstDay > old ? [] : [{ fact: 'authorisation', value, firstDay, lastDay: old }];
}

type Affiliated = Pick<Awaited<ReturnType<typeof lockDriver>>, 'startDate' | 'endDate'>;

/** Whether a driver who had left has come back: from the day of the change there is a second span. */
const isBack = (before: Affiliated, after: Affiliated, changedOn: string) =>
  before.endDate !== null &&
  brisbaneDay(before.endDate) < changedOn &&
  brisbaneDay(after.startDate) >= changedOn;

const spanOf = ({ startDate, endDate }: Affiliated): NewFact => ({
  fact: 'time',
  value: {},
  firstDay: brisbaneDay(startDate),
  lastDay: endDate && brisbaneDay(endDate),
});

export const driverHistory = (call: Call, id: string) =>
  inTransaction(call, async (within) => {
    const driver = await lockDriver(within, id, 'key share');
    const groups = driver.authorisationExpires ? { ...DRIVER_FACTS, ...AUTHORISATION } : DRIVER_FACTS;
    return historyOf(within, { driverId: id }, groups, driver);
  });

export const removeDriverHistory = (call: Call, id: string, factId: string): Promise<void> =>
  inTransaction(call, async (within) => {
    await lockDriver(within, id, 'update');
    const { value } = await removeFormer(within, { driverId: id }, factId);
    await storeNewVersion(within, id);
    await recordChange(within, 'driver', { ...value, id }, { id });
  });

export const deleteDriver = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const before = await lockDriver(within, id, 'update');
    const switchOffs = await listSwitchOffs(within.db, within.holderId, id);
    const facts = await listFactsOf(within.db, within.holderId, { driverId: id });
    const deleted = {
      ...before,
      ...(switchOffs.length > 0 && { switchOffs }),
      ...(facts.length > 0 && { facts }),
    };
    await removeDriver(within, id, await isInLodgedQuarter(within, id));
    await recordChange(within, 'driver', deleted, undefined);
  });

/**
 * Restores a deleted driver, whenever it was deleted; one that was erased is stored again as the audit trail has it. A driver who came back on a
 * day after the removal has two times of affiliation.
 * @throws NotFoundError without such a driver; ConflictError when its licence was registered again; LimitReachedError
 */
export function restoreDriver(call: Call, { config }: Pick<AppDeps, 'config'>, id: string, from?: string) {
  const restored = inTransaction(call, async (within) => {
    await assertCanAddDrivers(within, config, 1);
    const removed = await lockRemovedDriver(within, id);
    const driver = removed ? await unmarkDriver(within, id) : await reinsertErased(within, id);
    if (!driver) throw driverNotFound();
    await recordChanges(within, 'driver', [{ after: driver }], { action: 'restored' });
    const { deletedAt: removedAt } = removed ?? {};
    return shownDriver(
      within,
      removedAt && from ? await comeBack(within, driver, { removedAt, from }) : driver,
    );
  });
  return refuseDuplicate(restored, LICENCE_TAKEN);
}

/** Ends a restored driver's time with the removal, and begins another; from that day or before it, the removal was a mistake. */
async function comeBack(
  within: Call<Tx>,
  driver: Authorised,
  { removedAt, from }: { removedAt: Date; from: string },
) {
  const span = spanOf({ ...driver, endDate: least(driver.endDate, removedAt) });
  if (from <= (span.lastDay ?? from)) return driver;
  const startDate = brisbaneInstant(from).toISOString();
  const after = await updateDriver(within, driver.id, { ...storedInput(driver), startDate, endDate: null });
  const owner = { driverId: driver.id };
  const facts = await listWholeFacts(within.db, within.holderId, owner);
  await insertFacts(within, owner, [span]);
  const factsAfter = await listWholeFacts(within.db, within.holderId, owner);
  await recordChange(
    within,
    'driver',
    { ...driver, facts },
    { ...after, facts: factsAfter, changedOn: from },
  );
  return after;
}

const least = (end: Date | null, other: Date): Date => (end && end < other ? end : other);

/** An erased driver in the audit trail, where dates are ISO instants. */
type ErasedRow = StoredInput & {
  switchOffs?: { switchedOffAt: string; switchedOnAt: string | null }[];
  facts?: NewFact[];
};

async function reinsertErased(within: Call<Tx>, id: string) {
  const deleted = await findDeleted(within, 'driver', id);
  if (!deleted) return undefined;
  const { switchOffs = [], facts = [], ...input } = deleted.row as ErasedRow;
  const [driver] = await insertDrivers(within, [{ ...input, id, createdAt: deleted.createdAt }]);
  const stored = switchOffs.map(({ switchedOffAt, switchedOnAt }) => ({
    switchedOffAt: new Date(switchedOffAt),
    switchedOnAt: switchedOnAt === null ? null : new Date(switchedOnAt),
  }));
  if (!driver) return undefined;
  await insertSwitchOffs(within, id, stored);
  await insertFacts(within, { driverId: id }, facts);
  return driver;
}

async function isInLodgedQuarter({ db, holderId }: Call<Tx>, id: string): Promise<boolean> {
  for (const { report, period } of await listLodgements(db, holderId))
    if (report === 'quarterly' && (await isAffiliated(db, holderId, id, readPeriod(period).range)))
      return true;
  return false;
}
