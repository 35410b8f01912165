import type { ChangeDriver, DriverInput } from '@shared/drivers';
import { readPeriod } from '@shared/reports/report-periods';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { LimitReachedError, NotFoundError, refuseDuplicate } from '../../lib/errors';
import { listLodgements } from '../lodgements/lodgements.repository';
import {
  endSwitchOff,
  insertDriver,
  insertSwitchOff,
  isAffiliated,
  lockAndCountDrivers,
  lockDriver,
  removeDriver,
  updateDriver,
} from './drivers.repository';

const LICENCE_TAKEN = {
  constraint: 'drivers_holder_licence_key',
  message: 'A driver with this Driver Authority License is already registered',
  field: 'driverAuthorityLicense',
};

async function lock({ db, holderId }: Call<Tx>, id: string) {
  const driver = await lockDriver(db, holderId, id);
  if (!driver) throw new NotFoundError('Driver not found');
  return driver;
}

/**
 * @throws ConflictError when the holder already has a driver with this authority licence; LimitReachedError when it has as many
 *   drivers as it can have
 */
export function createDriver(call: Call, { config }: Pick<AppDeps, 'config'>, input: DriverInput) {
  const created = inTransaction(call, async (within) => {
    if ((await lockAndCountDrivers(within.db, within.holderId)) >= config.maxDrivers)
      throw new LimitReachedError(config.maxDrivers, 'drivers', 'Remove drivers who have left');
    const driver = await insertDriver(within, input);
    if (!driver.isActive) await insertSwitchOff(within, driver.id);
    await recordChange(within, 'driver', undefined, driver);
    return driver;
  });
  return refuseDuplicate(created, LICENCE_TAKEN);
}

/** @throws NotFoundError for a driver that is not the holder's; ChangedMeanwhileError; ConflictError for a licence already registered */
export function changeDriver(call: Call, id: string, change: ChangeDriver) {
  const changed = inTransaction(call, async (within) => {
    const before = await lock(within, id);
    const driver = await updateDriver(within, id, assertNewest('driver', before, change));
    if (before.isActive && !driver.isActive) await insertSwitchOff(within, id);
    if (!before.isActive && driver.isActive) await endSwitchOff(within, id);
    await recordChange(within, 'driver', before, driver);
    return driver;
  });
  return refuseDuplicate(changed, LICENCE_TAKEN);
}

/** @throws NotFoundError for a driver that is not the holder's */
export function deleteDriver(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const before = await lock(within, id);
    await removeDriver(within, id, await isInLodgedQuarter(within, id));
    await recordChange(within, 'driver', before, undefined);
  });
}

/** Whether a report that is marked as lodged names the driver. */
async function isInLodgedQuarter({ db, holderId }: Call<Tx>, id: string): Promise<boolean> {
  for (const { report, period } of await listLodgements(db, holderId))
    if (report === 'quarterly' && (await isAffiliated(db, holderId, id, readPeriod(period).range)))
      return true;
  return false;
}
