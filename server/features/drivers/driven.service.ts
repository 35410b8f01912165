import { formatCount } from '@shared/figures';
import { MAX_MATCHING_TRIPS } from '@shared/limits';
import type { DrivenQuery } from '@shared/vehicles/driven';
import { recordChanges } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ConflictError } from '../../lib/errors';
import { assertVehicles, readRegistrations } from '../vehicles/vehicles.repository';
import { type Driven, type Driving, listDriven, lockDriven, storeVehicleOf } from './driven.repository';
import { assertDriver } from './drivers.repository';

/** Who drove what within some days. @throws NotFoundError for a driver or a vehicle that is not the holder's */
export async function readDriven(call: Call, query: DrivenQuery) {
  if (query.driverId) await assertDriver(call.db, call.holderId, query.driverId);
  if (query.vehicleId) await assertVehicles(call.db, call.holderId, [query.vehicleId]);
  return listDriven(call, query);
}

/** Moves a driver's trips and shifts of a time from one vehicle to another. @returns how many @throws ConflictError for too many at once */
export async function moveDriven(within: Call<Tx>, driving: Driving, vehicleId: string | null) {
  if (driving.vehicleId === vehicleId) return { trips: 0, shifts: 0 };
  async function move(what: Driven): Promise<number> {
    const rows = await lockDriven(within.db, within.holderId, what, driving, MAX_MATCHING_TRIPS + 1);
    if (rows.length > MAX_MATCHING_TRIPS)
      throw new ConflictError(
        `More than ${formatCount(MAX_MATCHING_TRIPS)} ${what}s cannot be moved at once. Save this without moving them, and move them in Trip History`,
      );
    await storeMoves(within, what, rows, vehicleId);
    return rows.length;
  }
  return { trips: await move('trip'), shifts: await move('shift') };
}

type Row = { id: string; vehicleId: string | null };

/** Stores that trips or shifts, which are locked, were driven in another vehicle, and who said so. */
export async function storeMoves(
  within: Call<Tx>,
  what: Driven,
  rows: readonly Row[],
  vehicleId: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...rows.flatMap((row) => row.vehicleId ?? []), ...(vehicleId ? [vehicleId] : [])];
  const registrations = await readRegistrations(within.db, within.holderId, ids);
  const recorded = (row: Row) => ({
    ...row,
    vehicleRegistration: registrations.get(row.vehicleId) ?? null,
  });
  await storeVehicleOf(
    within,
    what,
    rows.map(({ id }) => id),
    vehicleId,
  );
  const changes = rows.map((before) => ({
    before: recorded(before),
    after: recorded({ ...before, vehicleId }),
  }));
  await recordChanges(within, what, changes);
}
