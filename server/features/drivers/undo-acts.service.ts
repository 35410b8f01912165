import type { AuditChanges } from '@shared/activity/activity';
import { driverName } from '@shared/drivers';
import { countOf } from '@shared/figures';
import { recordChange, recordChanges } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { NotFoundError } from '../../lib/errors';
import { putCallSignsBack } from '../vehicles/call-signs.service';
import {
  listWholeFacts,
  putFactsBack,
  removeFormerAt,
  type WholeFact,
} from '../vehicles/dated-facts.repository';
import { eraseVehicle, isUsed, lockVehicle, markVehicleDeleted } from '../vehicles/vehicles.repository';
import { storeVehicle } from '../vehicles/vehicles.service';
import {
  countKept,
  lastRemoval,
  listActsAt,
  lockDriver,
  markDriverRemoved,
  putSwitchOffsBack,
  removeDriver,
  storedInput,
  updateDriver,
} from './drivers.repository';

type Act = Awaited<ReturnType<typeof listActsAt>>[number];
/** All that was done to one driver or vehicle at a moment. */
type Acts = { id: string; isNew: boolean; isBack: boolean; from: Record<string, unknown> };

/** The values before several changes of one moment: what each field was before the first of them. */
function valuesBefore(changes: readonly AuditChanges[]): Record<string, unknown> {
  const fields = [...new Set(changes.flatMap(Object.keys))];
  return Object.fromEntries(
    fields.map((field) => {
      const own = changes.flatMap((one) => one[field] ?? []);
      const results = new Set(own.map(({ to }) => JSON.stringify(to ?? null)));
      const first = own.find(({ from }) => !results.has(JSON.stringify(from ?? null))) ?? own[0];
      return [field, first?.from ?? null];
    }),
  );
}

function actsOf(acts: readonly Act[], entity: Act['entity']): Acts[] {
  const ids = [...new Set(acts.flatMap((act) => (act.entity === entity ? act.entityId : [])))];
  return ids.map((id) => {
    const own = acts.filter((act) => act.entity === entity && act.entityId === id);
    const updates = own.filter(({ action }) => action === 'updated');
    return {
      id,
      isNew: own.some(({ action }) => action === 'created'),
      isBack: own.some(({ action }) => action === 'restored'),
      from: valuesBefore(updates.map(({ changes }) => changes)),
    };
  });
}

/**
 * Takes back what a person did to drivers and vehicles at one moment: those that were added, or taken back, go again; those that were changed are as they were.
 * @returns what stays as it is, in sentences: what was changed since, or is used
 */
export async function undoActs(
  within: Call<Tx>,
  { at, userId }: { at: Date; userId: string | null },
): Promise<string[]> {
  if (userId === null) return [];
  const acts = await listActsAt({ ...within, userId }, at);
  const kept: string[] = [];
  for (const one of actsOf(acts, 'driver')) kept.push(...(await undoDriver(within, one, at)));
  const staying = new Set<string>();
  for (const one of actsOf(acts, 'vehicle')) {
    const stays = await undoVehicle(within, one, at);
    if (stays.length > 0) staying.add(one.id);
    kept.push(...stays);
  }
  // last: those of vehicles that were added are free by now
  const called = acts.filter(({ entity, entityId }) => entity === 'vehicle' && !staying.has(entityId));
  return [...kept, ...(await putCallSignsBack(within, called))];
}

/** A driver or vehicle that was removed since is left so. */
const found = <Row>(locked: Promise<Row>): Promise<Row | undefined> =>
  locked.catch((error) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });

async function undoDriver(within: Call<Tx>, acts: Acts, at: Date): Promise<string[]> {
  const { id, isNew, isBack, from } = acts;
  const before = await found(lockDriver(within, id, 'update'));
  if (!before) return [];
  if (isNew || isBack) {
    const stays = await stayText(within, 'driverId', id, driverName(before));
    if (stays.length > 0) return stays;
  }
  if (isNew) {
    if (isChanged(before, at)) return [changedSince(driverName(before))];
    await removeDriver(within, id, false);
    await recordChange(within, 'driver', before, undefined);
    return [];
  }
  const kept = Object.keys(from).length > 0 ? await putDriverBack(within, before, from, at) : [];
  if (!isBack || kept.length > 0) return kept;
  const after = await lockDriver(within, id, 'update');
  await markDriverRemoved(within, id, await lastRemoval(within, id));
  await recordChange(within, 'driver', after, undefined);
  return [];
}

async function putDriverBack(
  within: Call<Tx>,
  before: Awaited<ReturnType<typeof lockDriver>>,
  from: Acts['from'],
  at: Date,
): Promise<string[]> {
  const { id } = before;
  if (isChanged(before, at)) return [changedSince(driverName(before))];
  const owner = { driverId: id };
  const factsBefore = await listWholeFacts(within.db, within.holderId, owner);
  const { facts, changedOn: _, ...fields } = from;
  if (facts) await putFactsBack(within, owner, facts as WholeFact[]);
  const after = await updateDriver(within, id, { ...storedInput(before), ...fields });
  if (before.isActive !== after.isActive) await putSwitchOffsBack(within, id, at);
  const factsAfter = await listWholeFacts(within.db, within.holderId, owner);
  await recordChange(within, 'driver', { ...before, facts: factsBefore }, { ...after, facts: factsAfter });
  return [];
}

async function undoVehicle(within: Call<Tx>, { id, isNew, from }: Acts, at: Date): Promise<string[]> {
  const { db, holderId } = within;
  const before = await found(lockVehicle(within, id));
  if (!before) return [];
  if (isNew) {
    const stays = await stayText(within, 'vehicleId', id, before.registration);
    if (stays.length > 0) return stays;
    if (isChanged(before, at)) return [changedSince(before.registration)];
    await ((await isUsed(db, holderId, id)) ? markVehicleDeleted(within, id) : eraseVehicle(within, id));
    await recordChanges(within, 'vehicle', [{ before }]);
    return [];
  }
  const { changedOn: _, callSigns: _signs, ...fields } = from;
  if (Object.keys(fields).length === 0) return [];
  if (isChanged(before, at)) return [changedSince(before.registration)];
  await storeVehicle(within, before, { ...before, ...fields });
  await removeFormerAt(within, { vehicleId: id }, at);
  return [];
}

const isChanged = ({ updatedAt }: { updatedAt: Date }, at: Date) => updatedAt.getTime() !== at.getTime();
const changedSince = (name: string) => `${name} stays as it is: changed since.`;

/** "Amy Ng stays: 2 trips and 1 shift." */
async function stayText(
  { db, holderId }: Call<Tx>,
  column: 'driverId' | 'vehicleId',
  id: string,
  name: string,
): Promise<string[]> {
  const { trips, shifts, drivers } = await countKept(db, holderId, column, id);
  const uses = [
    trips > 0 && countOf(trips, 'trip'),
    shifts > 0 && countOf(shifts, 'shift'),
    drivers > 0 && countOf(drivers, 'driver'),
  ].filter(Boolean);
  return uses.length > 0 ? [`${name} stays: ${uses.join(' and ')}.`] : [];
}
