import type { ChangeDriver, DriverInput } from '@shared/driver-input';
import { readPeriod } from '@shared/reports/report-periods';
import { findDeleted, recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { onlyRow, type Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { LimitReachedError, refuseDuplicate } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
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
    const driver = onlyRow(await insertDriver(within, input));
    if (!driver.isActive) await insertSwitchOffs(within, driver.id);
    await recordChange(within, 'driver', undefined, driver);
    return driver;
  });
  return refuseDuplicate(created, LICENCE_TAKEN);
}

/** @throws NotFoundError for a driver that is not the holder's; ChangedMeanwhileError; ConflictError for a licence already registered */
export function changeDriver(call: Call, id: string, change: ChangeDriver) {
  const changed = inTransaction(call, async (within) => {
    const before = await lockDriver(within, id, 'update');
    const driver = await updateDriver(within, id, assertNewest('driver', before, change));
    if (before.isActive && !driver.isActive) await insertSwitchOffs(within, id);
    if (!before.isActive && driver.isActive) await endSwitchOff(within, id);
    await recordChange(within, 'driver', before, driver);
    return driver;
  });
  return refuseDuplicate(changed, LICENCE_TAKEN);
}

export const deleteDriver = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const before = await lockDriver(within, id, 'update');
    const switchOffs = await listSwitchOffs(within.db, within.holderId, id);
    await removeDriver(within, id, await isInLodgedQuarter(within, id));
    const deleted = switchOffs.length > 0 ? { ...before, switchOffs } : before;
    await recordChange(within, 'driver', deleted, undefined);
  });

/**
 * Restores a deleted driver; one that was erased is stored again as the audit trail has it.
 * @throws NotFoundError where none was deleted within 30 days; ConflictError when its licence was registered again; LimitReachedError
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
type ErasedRow = DriverInput & { switchOffs?: { switchedOffAt: string; switchedOnAt: string | null }[] };

async function reinsertErased(within: Call<Tx>, id: string) {
  const deleted = await findDeleted(within, 'driver', id);
  if (!deleted) return undefined;
  const { switchOffs = [], ...input } = deleted.row as ErasedRow;
  const [driver] = await insertDriver(within, { ...input, id, createdAt: deleted.createdAt });
  const stored = switchOffs.map(({ switchedOffAt, switchedOnAt }) => ({
    switchedOffAt: new Date(switchedOffAt),
    switchedOnAt: switchedOnAt === null ? null : new Date(switchedOnAt),
  }));
  if (driver) await insertSwitchOffs(within, id, stored);
  return driver;
}

async function isInLodgedQuarter({ db, holderId }: Call<Tx>, id: string): Promise<boolean> {
  for (const { report, period } of await listLodgements(db, holderId))
    if (report === 'quarterly' && (await isAffiliated(db, holderId, id, readPeriod(period).range)))
      return true;
  return false;
}
