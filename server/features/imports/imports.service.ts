import { randomUUID } from 'node:crypto';
import type { ConfirmImportQuery, ImportRemark, StoreTyped } from '@shared/imports/imports';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import { ConflictError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { readUsualVehicles } from '../drivers/then.repository';
import { tallyTrips } from '../trips/trips.repository';
import { inBatches } from '../trips/trips.service';
import { lockVehicles } from '../vehicles/vehicles.repository';
import type { TripFile } from './build-preview';
import { checkTable } from './check-file.service';
import { storeCorrections } from './corrections/store-corrections.service';
import {
  analyzeTrips,
  insertImport,
  insertTrips,
  lockDrivers,
  lockImport,
  lockImports,
} from './imports.repository';
import { rememberLayout } from './layouts/layouts.service';
import { type CheckedRow, correctionsOf, readyTrips } from './match-stored';
import { assertImportable, readTripFile, readTyped, type SentFile } from './read-file';
import { answersInWords } from './read-words';
import { levelOf } from './row-words';
import { findOwnImport } from './undo-import.service';

const BATCH = 5000;
/** Trips after which queries are planned by new statistics. */
const LARGE = 1000;

/**
 * Stores the trips of a file: all that the preview called ready, or nothing. See docs/product/import-export.md#import.
 * @param id made by the client; the same again answers the first import
 * @throws ValidationError that asks, where the file leaves open what was not answered; ConflictError when the trips are no longer
 * those the preview showed; AppError 422 when the id came with another file
 */
export async function importTrips(call: Call, id: string, sent: SentFile, confirmed: ConfirmImportQuery) {
  const requestHash = hashRequest(JSON.stringify([confirmed, sent.newcomers]), sent.file);
  return storeImport(call, { ...confirmed, id, requestHash }, await readTripFile(call, sent, confirmed));
}

/** Stores rows that were typed as `importTrips` does those of a file. */
export const storeTyped = (call: Call, id: string, typed: StoreTyped) =>
  storeImport(call, { ...typed, id, requestHash: hashRequest(JSON.stringify(typed)) }, readTyped(typed));

type ImportRequest = {
  id: string;
  requestHash: string;
  fileName: string;
  tripCount: number;
  /** How many stored trips are to be corrected: all that differ, or none. */
  changeCount?: number;
};

async function storeImport(call: Call, request: ImportRequest, read: TripFile) {
  const { id, requestHash, fileName, tripCount, changeCount = 0 } = request;
  assertImportable(read);
  const stored = await inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockImports(db, holderId);
    const earlier = await lockImport(db, holderId, id);
    if (earlier) {
      assertSameRequest(earlier.requestHash, requestHash, 'import');
      return findOwnImport(within, id);
    }
    await lockDrivers(db, holderId);
    await lockVehicles(db, holderId);
    const checked = await checkTable(within, read);
    const ready = readyTrips(checked);
    const corrections = changeCount > 0 ? correctionsOf(checked) : [];
    if (ready.length === 0 && corrections.length === 0)
      throw new ConflictError('There is nothing to import in this file');
    if (ready.length !== tripCount || corrections.length !== changeCount)
      throw new ConflictError('Trips or drivers were changed since the preview. Check the file again');
    const layoutId = await rememberLayout(within, read, fileName);
    await insertImport(within, { id, fileName, tripCount, changeCount, requestHash, layoutId });
    const after = { id, fileName, tripCount, changeCount, ...howItWasRead(read, checked) };
    await recordChange(within, 'import', undefined, after);
    await storeCorrections(within, corrections);
    const driverIds = ready.map(({ driverId }) => driverId);
    const usualVehicle = await readUsualVehicles(db, holderId, driverIds);
    const trips = ready.map((trip) => ({
      ...trip,
      id: randomUUID(),
      vehicleId: trip.vehicleId ?? usualVehicle(trip.driverId, new Date(trip.datetime)),
    }));
    for (const rows of inBatches(trips, BATCH)) {
      await insertTrips(within, id, rows);
      const changes = rows.map((after) => ({ after }));
      await recordChanges(within, 'trip', changes);
    }
    const ids = trips.map((trip) => trip.id);
    await tallyTrips(within, ids, 1);
    return findOwnImport(within, id);
  });
  if (tripCount + changeCount >= LARGE) await analyzeTrips(call.db);
  return stored;
}

/** The audit trail's account of an import: the answers, and how many rows were left out or remarked on. */
function howItWasRead(
  { sheets, sheet, answers: { words, ...answers }, notTrips }: TripFile,
  checked: readonly CheckedRow[],
) {
  const rows = (is: (row: CheckedRow) => boolean) => checked.filter(is).length || null;
  const readyWith = (level: ImportRemark['kind']) =>
    rows(({ status, remarks }) => status === 'ready' && remarks.some((remark) => levelOf(remark) === level));
  return {
    sheet: sheets.length > 1 ? sheets[sheet] : null,
    ...answers,
    ...answersInWords(words),
    rowsWithProblems: rows(({ status }) => status === 'problem'),
    rowsRepeated: rows(({ status }) => status === 'repeated'),
    rowsAlreadyStored: rows(({ status }) => status === 'stored'),
    rowsThatDiffer: rows(({ status }) => status === 'differs'),
    rowsToCheck: readyWith('check'),
    rowsWithNotes: readyWith('note'),
    rowsNotTrips: notTrips || null,
  };
}
