import type { DriverInput } from '@shared/drivers';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { ConflictError, isUniqueViolation, NotFoundError } from '../../lib/errors';
import { insertDriver, lockDriver, removeDriver, updateDriver } from './drivers.repository';

const driverNotFound = () => new NotFoundError('Driver not found');

/** Names the field when a licence is entered twice within a holder. @throws ConflictError */
async function refuseTakenLicence<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!isUniqueViolation(error, 'drivers_holder_licence_key')) throw error;
    throw new ConflictError(
      'A driver with this Driver Authority License is already registered',
      'driverAuthorityLicense',
    );
  }
}

/** @throws ConflictError when the holder already has a driver with this authority licence */
export function createDriver(call: Call, input: DriverInput) {
  return refuseTakenLicence(
    inTransaction(call, async (within) => {
      const driver = await insertDriver(within.db, within.holderId, input, within.now);
      await recordChange(within, 'driver', undefined, driver);
      return driver;
    }),
  );
}

/** @throws NotFoundError for a driver that is not the holder's; ConflictError for a licence already registered */
export function changeDriver(call: Call, id: string, input: DriverInput) {
  return refuseTakenLicence(
    inTransaction(call, async (within) => {
      const { db, holderId, now } = within;
      const before = await lockDriver(db, holderId, id);
      if (!before) throw driverNotFound();
      const driver = await updateDriver(db, holderId, { id, input, now });
      await recordChange(within, 'driver', before, driver);
      return driver;
    }),
  );
}

/** @throws NotFoundError for a driver that is not the holder's */
export function deleteDriver(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const { db, holderId, now } = within;
    const before = await lockDriver(db, holderId, id);
    if (!before) throw driverNotFound();
    await removeDriver(db, holderId, id, now);
    await recordChange(within, 'driver', before, undefined);
  });
}
