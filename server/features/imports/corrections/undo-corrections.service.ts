import type { tripImports } from '@shared/tables/imports';
import type { Call } from '../../../lib/call';
import type { DbOrTx, Tx } from '../../../lib/database/db';
import { lockStored } from '../../trips/bulk/bulk-trips.repository';
import { storeChanges } from '../../trips/bulk/bulk-trips.service';
import {
  CORRECTABLE,
  type CorrectableTrip,
  listCorrected,
  listUndoneOrigins,
  listUpdates,
  lockCorrectable,
  type Update,
} from './corrections.repository';
import { CORRECTED_AT_ONCE } from './store-corrections.service';

type Import = Pick<typeof tripImports.$inferSelect, 'id' | 'createdAt' | 'userId' | 'changeCount'>;
type Change = { before: CorrectableTrip; after: CorrectableTrip };

/** What undoing an import does to the trips that it corrected. */
export type TakenBack = {
  changes: Change[];
  /** Trips that only this import kept: the one that stored them was undone before. */
  removed: string[];
  /** How many stay as they are, since they were changed or deleted since. */
  kept: number;
};

/** Takes back what an import corrected, before its trips are deleted. */
export async function undoCorrections(within: Call<Tx>, done: Import): Promise<TakenBack> {
  const { db, holderId } = within;
  const found = await takenBack(within, done, (ids) => lockCorrectable(db, holderId, ids));
  const after = found.changes.map((change) => change.after);
  const drivenBy = await lockStored(
    db,
    holderId,
    'drivers',
    after.map(({ driverId }) => driverId),
  );
  const drivenIn = await lockStored(
    db,
    holderId,
    'vehicles',
    after.flatMap(({ vehicleId }) => vehicleId ?? []),
  );
  // one whose former driver or vehicle was erased cannot be as it was
  const changes = found.changes.filter(
    ({ after: { driverId, vehicleId } }) =>
      drivenBy.has(driverId) && (vehicleId === null || drivenIn.has(vehicleId)),
  );
  await storeChanges(within, changes, CORRECTABLE, CORRECTED_AT_ONCE);
  return { ...found, changes, kept: found.kept + found.changes.length - changes.length };
}

/**
 * Finds what undoing an import takes back of its corrections (docs/product/import-export.md#corrected-exports). A trip that was changed since
 * stays as it is. What earlier imports had corrected, and this one alone kept when they were undone, is taken back with it, so that the
 * order of undoing makes no difference.
 */
export async function takenBack(
  { db, holderId }: Call<DbOrTx>,
  done: Import,
  read: (ids: string[]) => PromiseLike<CorrectableTrip[]>,
): Promise<TakenBack> {
  const ids = done.changeCount > 0 ? await listCorrected(db, holderId, done) : [];
  if (ids.length === 0) return { changes: [], removed: [], kept: 0 };
  const stored = await read(ids);
  const updatesOf = new Map<string, Update[]>();
  for (const update of await listUpdates(db, holderId, ids)) {
    const others = updatesOf.get(update.tripId);
    if (others) others.push(update);
    else updatesOf.set(update.tripId, [update]);
  }
  const undoneOrigins = await listUndoneOrigins(db, holderId, ids);
  const changes: Change[] = [];
  const removed: string[] = [];
  for (const before of stored) {
    const standing = standingOf(updatesOf.get(before.id) ?? []);
    const last = standing.at(-1);
    if (last?.importId !== done.id || !isAsLeft(before, last)) continue;
    const undone = popUndone(standing, null);
    const after: CorrectableTrip = Object.assign({ ...before }, ...undone.map((one) => sideOf(one, 'from')));
    changes.push({ before, after });
    const [originUndoneAt, first] = [undoneOrigins.get(before.id), undone.at(-1) ?? last];
    const isHeld = standing.some(({ importId, undoneAt }) => importId !== null && undoneAt === null);
    if (originUndoneAt && originUndoneAt > first.at && !isHeld) removed.push(before.id);
  }
  return { changes, removed, kept: ids.length - changes.length };
}

/** The changes of a trip that were not taken back, the newest last. @param updates the oldest first */
function standingOf(updates: readonly Update[]): Update[] {
  const undoings = new Set(updates.map(({ undoneAt }) => undoneAt?.getTime()));
  const standing: Update[] = [];
  for (const update of updates) {
    if (update.importId === null && undoings.has(update.at.getTime())) popUndone(standing, update.at);
    else standing.push(update);
  }
  return standing;
}

/** Takes the newest change away, and those before it whose imports were undone by then, or by now. */
function popUndone(standing: Update[], by: Date | null): Update[] {
  const undone: Update[] = [];
  const isUndone = ({ undoneAt }: Update) => undoneAt !== null && (by === null || undoneAt <= by);
  for (let last = standing.pop(); last; last = standing.pop()) {
    undone.push(last);
    const next = standing.at(-1);
    if (!next || !isUndone(next)) break;
  }
  return undone;
}

/** Whether a trip has what its last change has put there; the place of a trip may be spelt otherwise since. */
const isAsLeft = (trip: CorrectableTrip, last: Update): boolean =>
  Object.entries(sideOf(last, 'to')).every(([field, value]) => isSame(Reflect.get(trip, field), value));

const isSame = (one: unknown, other: unknown) =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The fields of a change before or after it; the registration is there for people to read. */
function sideOf(
  { changes: { vehicleRegistration: _, ...changes } }: Update,
  side: 'from' | 'to',
): Partial<CorrectableTrip> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, change]) => {
      const value = change[side] ?? null;
      return [field, field === 'datetime' ? new Date(String(value)) : value];
    }),
  );
}
