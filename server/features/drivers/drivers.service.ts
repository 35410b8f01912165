import type { ChangeDriver, DriverInput } from '@shared/driver-input';
import { brisbaneDay } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import { findDeleted, recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { onlyRow, type Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { LimitReachedError, refuseDuplicate } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
import { DRIVER_FACTS, type NewFact } from '../vehicles/dated-facts';
import { insertFacts, listFactsOf } from '../vehicles/dated-facts.repository';
import { historyOf, recordFormer, removeFormer } from '../vehicles/dated-facts.service';
import { usualVehicle } from '../vehicles/usual-vehicle.service';
import {
  driverNotFound,
  endSwitchOff,
  insertDriver,
  insertSwitchOffs,
  isAffiliated,
  listSwitchOffs,
  lockAndCountDrivers,
  lockDriver,
  removeDriver,
  type StoredInput,
  storeNewVersion,
  unmarkDriver,
  updateDriver,
} from './drivers.repository';

const LICENCE_TAKEN = {
  constraint: 'drivers_holder_licence_key',
  message: 'A driver with this Driver Authority License is already registered',
  field: 'driverAuthorityLicense',
};

async function assertCanAddDriver({ db, holderId }: Call<Tx>, { maxDrivers }: AppDeps['config']) {
  if ((await lockAndCountDrivers(db, holderId)) >= maxDrivers)
    throw new LimitReachedError(maxDrivers, 'drivers', 'Remove drivers who have left');
}

/** @throws ConflictError for a licence already registered; LimitReachedError when the holder has as many drivers as it can have */
export function createDriver(call: Call, { config }: Pick<AppDeps, 'config'>, input: DriverInput) {
  const created = inTransaction(call, async (within) => {
    await assertCanAddDriver(within, config);
    const vehicleId = await usualVehicle(within, { config }, input);
    const driver = onlyRow(await insertDriver(within, { ...input, vehicleId }));
    if (!driver.isActive) await insertSwitchOffs(within, driver.id);
    await recordChange(within, 'driver', undefined, driver);
    return driver;
  });
  return refuseDuplicate(created, LICENCE_TAKEN);
}

/**
 * @throws NotFoundError for a driver that is not the holder's; ChangedMeanwhileError; ConflictError for a licence already registered;
 * ValidationError for the day of the change
 */
export function changeDriver(
  call: Call,
  { config }: Pick<AppDeps, 'config'>,
  id: string,
  { changedOn, ...change }: ChangeDriver,
) {
  const changed = inTransaction(call, async (within) => {
    const before = await lockDriver(within, id, 'update');
    const input = assertNewest('driver', before, change);
    const vehicleId = await usualVehicle(within, { config }, input, { before, changedOn });
    const driver = await updateDriver(within, id, { ...input, vehicleId });
    await recordFormer(within, { driverId: id }, DRIVER_FACTS, { before, after: driver, changedOn });
    if (changedOn && isBack(before, driver, changedOn))
      await insertFacts(within, { driverId: id }, [spanOf(before)]);
    if (before.isActive && !driver.isActive) await insertSwitchOffs(within, id);
    if (!before.isActive && driver.isActive) await endSwitchOff(within, id);
    await recordChange(within, 'driver', before, { ...driver, ...(changedOn && { changedOn }) });
    return driver;
  });
  return refuseDuplicate(changed, LICENCE_TAKEN);
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
    return historyOf(within, { driverId: id }, DRIVER_FACTS, driver);
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
 * Restores a deleted driver; one that was erased is stored again as the audit trail has it.
 * @throws NotFoundError without one deleted within 30 days; ConflictError when its licence was registered again; LimitReachedError
 */
export function restoreDriver(call: Call, { config }: Pick<AppDeps, 'config'>, id: string) {
  const restored = inTransaction(call, async (within) => {
    await assertCanAddDriver(within, config);
    const unmarked = await unmarkDriver(within, id, restorableSince(within.now));
    const driver = unmarked ?? (await reinsertErased(within, id));
    if (!driver) throw driverNotFound();
    await recordChanges(within, 'driver', [{ after: driver }], { action: 'restored' });
    return driver;
  });
  return refuseDuplicate(restored, LICENCE_TAKEN);
}

/** An erased driver in the audit trail, where dates are ISO instants. */
type ErasedRow = StoredInput & {
  switchOffs?: { switchedOffAt: string; switchedOnAt: string | null }[];
  facts?: NewFact[];
};

async function reinsertErased(within: Call<Tx>, id: string) {
  const deleted = await findDeleted(within, 'driver', id);
  if (!deleted) return undefined;
  const { switchOffs = [], facts = [], ...input } = deleted.row as ErasedRow;
  const [driver] = await insertDriver(within, { ...input, id, createdAt: deleted.createdAt });
  const stored = switchOffs.map(({ switchedOffAt, switchedOnAt }) => ({
    switchedOffAt: new Date(switchedOffAt),
    switchedOnAt: switchedOnAt === null ? null : new Date(switchedOnAt),
  }));
  if (!driver) return undefined;
  await insertSwitchOffs(within, id, stored);
  await insertFacts(
    within,
    { driverId: id },
    facts.map(({ fact, value, firstDay, lastDay }) => ({ fact, value, firstDay, lastDay })),
  );
  return driver;
}

async function isInLodgedQuarter({ db, holderId }: Call<Tx>, id: string): Promise<boolean> {
  for (const { report, period } of await listLodgements(db, holderId))
    if (report === 'quarterly' && (await isAffiliated(db, holderId, id, readPeriod(period).range)))
      return true;
  return false;
}
