import { brisbaneDay, brisbaneInstant } from '@shared/periods';
import {
  KEPT_YEARS,
  latestRemovalDay,
  type RemovalCounts,
  type RemovalPreview,
  type RemovedRecords,
  type RemoveRecords,
} from '@shared/reports/removal';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { inSnapshot } from '../../lib/database/snapshot';
import { AppError, ConflictError, ValidationError } from '../../lib/errors';
import { MAX_MEGABYTES, type WorkKind } from '../../lib/work/kinds';
import {
  countOldRecords,
  countOpenRequests,
  countWhatStays,
  removeOldShifts,
  removeOldTrips,
} from './removal.repository';

/** Removing takes seconds where there are many trips. */
export const removalWork: WorkKind = {
  name: 'removal',
  seconds: 60,
  megabytes: MAX_MEGABYTES,
  atOnce: 1,
  refusal: () => new AppError(503, 'too-slow', 'Removing takes too long. Please try again later.'),
};

/** How many one transaction removes; a trip that the same holder logs waits for its end. */
const BATCH = 500;
/** The time of one request, which then tells what is left: a browser waits for 30 seconds. */
const REQUEST_MS = 8000;

/** @throws ValidationError where records of the last two years would go */
function assertOld(before: string, now: Date): void {
  if (before <= latestRemovalDay(now)) return;
  const message = `Records of the last ${KEPT_YEARS} years stay`;
  throw new ValidationError(message, [{ path: 'before', message }]);
}

/** Counts the records that a removal takes and keeps (docs/product/reports.md#removing-old-records). @throws ValidationError */
export const previewRemoval = (call: Call, asked?: string): Promise<RemovalPreview> =>
  inSnapshot(call, async ({ db, holderId, now }) => {
    const latest = latestRemovalDay(now);
    const before = asked ?? latest;
    assertOld(before, now);
    const { counts, deletedTrips, oldest } = await countOldRecords(db, holderId, brisbaneInstant(before));
    return {
      ...{ before, latest, counts, deletedTrips },
      oldestDay: oldest && brisbaneDay(oldest),
      openRequests: await countOpenRequests(db, holderId, before),
      stays: await countWhatStays(db, holderId),
    };
  });

/**
 * Removes trips and shifts for good, in short transactions, for as long as a request may take.
 * @returns how many went, and how many are left for the next request
 * @throws ValidationError; ConflictError where the counts are others than the person saw, or TMR waits for an answer about these days
 */
export async function removeOldRecords(
  call: Call,
  { before, expected }: RemoveRecords,
): Promise<RemovedRecords> {
  assertOld(before, call.now);
  const unchangedSince = await assertAsSeen(call, { before, expected });
  const removed: RemovalCounts = { trips: 0, shifts: 0 };
  const old = { before: brisbaneInstant(before), unchangedSince };
  const end = performance.now() + REQUEST_MS;
  while (performance.now() < end) {
    const batch = await inTransaction(call, (within) => removeBatch(within, before, old));
    if (batch.trips + batch.shifts === 0) break;
    removed.trips += batch.trips;
    removed.shifts += batch.shifts;
  }
  const left = { trips: expected.trips - removed.trips, shifts: expected.shifts - removed.shifts };
  return { removed, left };
}

async function removeBatch(
  within: Call<Tx>,
  before: string,
  old: Parameters<typeof removeOldTrips>[1],
): Promise<RemovalCounts> {
  const kept = await removeOldTrips(within, old, BATCH, false);
  const trips = kept + (await removeOldTrips(within, old, BATCH - kept, true));
  const shifts = await removeOldShifts(within, old, BATCH - trips);
  if (trips + shifts > 0) await recordChange(within, 'records', { before, trips, shifts }, undefined);
  return { trips, shifts };
}

/** @returns the moment after the last change of any of the records */
async function assertAsSeen({ db, holderId, now }: Call<DbOrTx>, { before, expected }: RemoveRecords) {
  if ((await countOpenRequests(db, holderId, before)) > 0)
    throw new ConflictError('A request from TMR about these days is not answered yet. Answer it first.');
  const { counts, changed } = await countOldRecords(db, holderId, brisbaneInstant(before));
  if (counts.trips !== expected.trips || counts.shifts !== expected.shifts)
    throw new ConflictError('Old records were added or removed meanwhile. Please look at the counts again.');
  // PostgreSQL counts microseconds
  return new Date((changed ?? now).getTime() + 1);
}
