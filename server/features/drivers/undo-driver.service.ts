import { isDeepStrictEqual } from 'node:util';
import type { AuditChanges } from '@shared/activity/activity';
import { recordChange, recordChanges, restorableSince } from '../../lib/audit';
import { inTransaction, type PersonsCall } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, refuseDuplicate } from '../../lib/errors';
import { listWholeFacts, putFactsBack, type WholeFact } from '../vehicles/dated-facts.repository';
import { eraseVehicle, isUsed, lockVehicle } from '../vehicles/vehicles.repository';
import { storeVehicle } from '../vehicles/vehicles.service';
import { type Driven, lockByIds } from './driven.repository';
import { storeMoves } from './driven.service';
import { listActsAt, lockDriver, putSwitchOffsBack, storedInput, updateDriver } from './drivers.repository';
import { LICENCE_TAKEN } from './drivers.service';
import { lockShownDriver } from './then.repository';

type Act = Awaited<ReturnType<typeof listActsAt>>[number];

const changedSince = () => new ConflictError('This has been changed since, so nothing was undone.');

/** Whether an act removed a former value, which the driver's row does not have. */
const isRemoval = ({ changes }: Act) => Object.values(changes).some((change) => !('to' in change));

const sideOf = (changes: AuditChanges, side: 'from' | 'to') =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side] ?? null]));

/** Whether a row is as a change left it, or was before it. */
const isAs = (row: object, side: object): boolean => {
  const plain = JSON.parse(JSON.stringify(row));
  return isDeepStrictEqual({ ...plain, ...side }, plain);
};

/**
 * Takes back the change that made a version of a driver, with all that it did: to the driver, its vehicles, and trips and shifts that it moved.
 * @throws NotFoundError where this person made no such change within 30 days, or several at one moment; ConflictError where something was changed since
 */
export function undoDriverChange(call: PersonsCall, id: string, version: number) {
  const undone = inTransaction(call, async (tx) => {
    const within = { ...tx, userId: call.userId };
    const { db, holderId } = within;
    const before = await lockDriver(within, id, 'update');
    if (before.version !== version) throw changedSince();
    const at = before.updatedAt;
    const acts = at < restorableSince(call.now) ? [] : await listActsAt(within, at);
    const ownActs = acts.filter(
      ({ entity, entityId, action }) => entity === 'driver' && entityId === id && action === 'updated',
    );
    const [own, second] = ownActs;
    if (!own || second || isRemoval(own)) throw new NotFoundError('There is nothing to undo');
    const {
      facts,
      changedOn: _,
      vehicleRegistration: _plate,
      ...fields
    } = sideOf(own.changes, 'from') as Record<string, unknown>;
    const owner = { driverId: id };
    const factsBefore = await listWholeFacts(db, holderId, owner);
    if (facts) await putFactsBack(within, owner, facts as WholeFact[]);
    const after = await updateDriver(within, id, { ...storedInput(before), ...fields });
    if (before.isActive !== after.isActive) await putSwitchOffsBack(within, id, at);
    await putMovesBack(within, 'trip', acts);
    await putMovesBack(within, 'shift', acts);
    for (const act of ofKind(acts, 'vehicle')) await putVehicleBack(within, act);
    const factsAfter = await listWholeFacts(db, holderId, owner);
    await recordChange(within, 'driver', { ...before, facts: factsBefore }, { ...after, facts: factsAfter });
    return lockShownDriver(within, id);
  });
  return refuseDuplicate(undone, LICENCE_TAKEN);
}

const ofKind = (acts: readonly Act[], entity: Act['entity']) => acts.filter((act) => act.entity === entity);

/** Gives trips or shifts, all of which the change moved from one vehicle to another, the former one again. */
async function putMovesBack(within: PersonsCall<Tx>, what: Driven, acts: readonly Act[]): Promise<void> {
  const moves = ofKind(acts, what).filter(({ changes }) => changes.vehicleId);
  const { from = null, to = null } = moves[0]?.changes.vehicleId ?? {};
  const ids = moves.map(({ entityId }) => entityId);
  const rows = await lockByIds(within.db, within.holderId, what, ids);
  if (rows.length < ids.length || rows.some(({ vehicleId }) => vehicleId !== to)) throw changedSince();
  await storeMoves(within, what, rows, from as string | null);
}

/** Erases a vehicle that the change made, unless it is used since, and gives another what it had. */
async function putVehicleBack(
  within: PersonsCall<Tx>,
  { action, entityId: id, changes }: Act,
): Promise<void> {
  const vehicle = await lockVehicle(within, id);
  if (action === 'created') {
    if (await isUsed(within.db, within.holderId, id)) return;
    await eraseVehicle(within, id);
    await recordChanges(within, 'vehicle', [{ before: vehicle }]);
    return;
  }
  const { changedOn: _, ...to } = sideOf(changes, 'to');
  if (!isAs(vehicle, to)) throw changedSince();
  await storeVehicle(within, vehicle, { ...vehicle, ...sideOf(changes, 'from') });
}
