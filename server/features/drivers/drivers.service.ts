import type { DriverInput } from '@shared/drivers';
import { type Actor, changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db } from '../../lib/database/db';
import { ConflictError, isUniqueViolation, NotFoundError } from '../../lib/errors';
import { insertDriver, lockDriver, removeDriver, updateDriver } from './drivers.repository';

const driverNotFound = () => new NotFoundError('Driver not found');

/** Says in words which field is taken when a licence is entered twice within a holder. */
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
export function createDriver(db: Db, actor: Actor, input: DriverInput, now: Date) {
  return refuseTakenLicence(
    db.transaction(async (tx) => {
      const driver = await insertDriver(tx, actor.holderId, input, now);
      await recordAuditEvent(tx, actor, {
        entity: 'driver',
        entityId: driver.id,
        action: 'created',
        changes: changesBetween(undefined, driver),
        at: now,
      });
      return driver;
    }),
  );
}

/** @throws NotFoundError for a driver that is not the holder's; ConflictError for a licence already registered */
export function changeDriver(db: Db, actor: Actor, id: string, input: DriverInput, now: Date) {
  return refuseTakenLicence(
    db.transaction(async (tx) => {
      const before = await lockDriver(tx, actor.holderId, id);
      if (!before) throw driverNotFound();
      const driver = await updateDriver(tx, actor.holderId, id, input, now);
      await recordAuditEvent(tx, actor, {
        entity: 'driver',
        entityId: id,
        action: 'updated',
        changes: changesBetween(before, driver),
        at: now,
      });
      return driver;
    }),
  );
}

/** @throws NotFoundError for a driver that is not the holder's */
export function deleteDriver(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockDriver(tx, actor.holderId, id);
    if (!before) throw driverNotFound();
    await removeDriver(tx, actor.holderId, id, now);
    await recordAuditEvent(tx, actor, {
      entity: 'driver',
      entityId: id,
      action: 'deleted',
      changes: changesBetween(before, undefined),
      at: now,
    });
  });
}
