import { randomUUID } from 'node:crypto';
import { formatCount } from '@shared/figures';
import type { ConfirmImportQuery, ImportRemark, StoreTyped } from '@shared/imports/imports';
import { MAX_DEMO_TRIPS } from '@shared/limits';
import type { ImportedTrip } from '@shared/trips/trips';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { ConflictError, refuseDuplicate, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { LICENCE_TAKEN } from '../drivers/drivers.service';
import { readUsualVehicles } from '../drivers/then.repository';
import { readHolder } from '../holders/holders.repository';
import { lockReferences } from '../trips/pushed/pushed-trips.repository';
import { tallyTrips } from '../trips/trips.repository';
import { inBatches } from '../trips/trips.service';
import { lockVehicles } from '../vehicles/vehicles.repository';
import type { Limits } from '../vehicles/vehicles.service';
import type { TripFile } from './build-preview';
import { checkTable, readOwn } from './check-file.service';
import type { Correction } from './corrections/corrections';
import { storeCorrections } from './corrections/store-corrections.service';
import {
  analyzeTrips,
  countStoredTrips,
  dayReferenceKey,
  insertImport,
  insertTrips,
  listTripsByReference,
  lockDrivers,
  lockImport,
  lockImports,
} from './imports.repository';
import { rememberLayout } from './layouts/layouts.service';
import { type CheckedRow, correctionsOf, readyTrips } from './match-stored';
import type { Arrivals } from './newcomers/arrivals';
import { answersAfter, assertAnswered, lockAdditions, storeNewcomers } from './newcomers/store-newcomers';
import { assertImportable, readTripFile, readTyped, type SentFile } from './read-file';
import { answersInWords } from './read-words';
import { levelOf } from './row-words';
import { findOwnImport } from './undo-import.service';
import { keepRest } from './waiting/keep-rest.service';

const BATCH = 5000;
/** Trips after which queries are planned by new statistics. */
const LARGE = 1000;

/**
 * Stores the trips of a file: all that the preview called ready, or nothing. See docs/product/import-export.md#import.
 * @param id made by the client; the same again answers the first import
 * @throws ValidationError that asks, where the file leaves open what was not answered; ConflictError when the trips are no longer
 * those the preview showed; AppError 422 when the id came with another file
 */
export async function importTrips(
  call: Call,
  limits: Limits,
  id: string,
  sent: SentFile,
  confirmed: ConfirmImportQuery,
) {
  const requestHash = hashRequest(JSON.stringify([confirmed, sent.newcomers]), sent.file);
  return storeImport(
    call,
    limits,
    { ...confirmed, id, requestHash },
    await readTripFile(call, sent, confirmed),
  );
}

/** Stores rows that were typed as `importTrips` does those of a file. */
export const storeTyped = (call: Call, limits: Limits, id: string, typed: StoreTyped) =>
  storeImport(
    call,
    limits,
    { ...typed, id, requestHash: hashRequest(JSON.stringify(typed)) },
    readTyped(typed),
  );

/** Whether a file may add drivers or vehicles: a new one is stored with an answer only. */
const bringsNew = ({ given }: TripFile) =>
  Object.keys(given?.drivers ?? {}).length > 0 || Object.keys(given?.vehicles ?? {}).length > 0;

/** Locks the drivers and vehicles that a file may name or bring, until the transaction ends. */
export async function lockNamed(within: Call<Tx>, read: TripFile): Promise<void> {
  const { db, holderId } = within;
  const lockRows = () => lockDrivers(db, holderId);
  await (bringsNew(read) ? lockAdditions(within, lockRows) : lockRows());
  await lockVehicles(db, holderId);
}

type ImportRequest = {
  id: string;
  requestHash: string;
  fileName: string;
  tripCount: number;
  /** How many stored trips are to be corrected: all that differ, or none. */
  changeCount?: number;
  /** The waiting file that it is. */
  waiting?: string | undefined;
};

async function storeImport(call: Call, limits: Limits, request: ImportRequest, read: TripFile) {
  const { id, requestHash, tripCount, changeCount = 0, waiting } = request;
  assertImportable(read);
  const storing = inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockImports(db, holderId);
    const earlier = await lockImport(db, holderId, id);
    if (earlier) {
      assertSameRequest(earlier.requestHash, requestHash, 'import');
      return findOwnImport(within, id);
    }
    await lockNamed(within, read);
    const { rows: checked, arrivals } = await checkTable(within, read, await readOwn(within));
    assertAnswered(arrivals.shown);
    const found = readyTrips(checked);
    const differing = changeCount > 0 ? correctionsOf(checked) : [];
    if (found.length === 0 && differing.length === 0)
      throw new ConflictError('There is nothing to import in this file');
    if (found.length !== tripCount || differing.length !== changeCount) throw new ChangedSinceError();
    await storeRows(within, limits, request, read, { checked, arrivals, found, differing });
    if (waiting !== undefined) await keepRest(within, waiting, read, { checked, arrivals });
    return findOwnImport(within, id);
  });
  const stored = await refuseDuplicate(storing, LICENCE_TAKEN);
  if (tripCount + changeCount >= LARGE) await analyzeTrips(call.db);
  return stored;
}

/** What is stored is no longer what a file was checked against. */
export class ChangedSinceError extends ConflictError {
  constructor() {
    super('Trips or drivers were changed since the preview. Check the file again');
  }
}

/**
 * Waits for programs that are storing trips, and lets no other store one until the transaction ends. It comes after the file was checked, which may take a minute.
 * @throws ChangedSinceError where a trip that the file would store was stored meanwhile
 */
async function lockAgainstPrograms({ db, holderId }: Call<Tx>, found: readonly ImportedTrip[]) {
  await lockReferences(db, holderId, 'alone');
  const keys = new Set<string>();
  for (const { bookingReference, datetime } of found)
    if (bookingReference) keys.add(dayReferenceKey(bookingReference, new Date(datetime)));
  const references = found.flatMap(({ bookingReference }) => bookingReference ?? []);
  const stored = references.length > 0 ? await listTripsByReference(db, holderId, references) : [];
  if (
    stored.some(({ bookingReference, datetime }) =>
      keys.has(dayReferenceKey(bookingReference ?? '', datetime)),
    )
  )
    throw new ChangedSinceError();
}

/** @throws ValidationError for more trips than a demo has room for (docs/product/demo.md#what-is-switched-off) */
async function assertRoom({ db, holderId }: Call<Tx>, added: number): Promise<void> {
  const { demoUntil } = await readHolder(db, holderId);
  if (demoUntil && (await countStoredTrips(db, holderId)) + added > MAX_DEMO_TRIPS)
    throw new ValidationError(
      `A demo has room for ${formatCount(MAX_DEMO_TRIPS)} trips. Import a smaller file.`,
    );
}

type RowsToStore = {
  /** All rows of the file. */
  checked: readonly CheckedRow[];
  arrivals: Arrivals;
  /** What of them is stored. */
  found: readonly ImportedTrip[];
  differing: readonly Correction[];
};

/**
 * Stores rows of a file as an import, with the drivers and vehicles that come with them, and remembers how it was read, after `lockNamed`.
 * @throws ChangedSinceError
 */
export async function storeRows(
  within: Call<Tx>,
  limits: Limits,
  { id, requestHash, fileName }: Pick<ImportRequest, 'id' | 'fileName'> & { requestHash?: string },
  read: TripFile,
  { checked, arrivals, found, differing }: RowsToStore,
): Promise<void> {
  await assertRoom(within, found.length);
  await lockAgainstPrograms(within, found);
  const { idOf, ...added } = await storeNewcomers(within, limits, arrivals);
  const withIds = <T extends { driverId?: string; vehicleId?: string | null | undefined }>(trip: T): T => ({
    ...trip,
    ...(trip.driverId !== undefined && { driverId: idOf(trip.driverId) }),
    ...(trip.vehicleId !== undefined && { vehicleId: idOf(trip.vehicleId) }),
  });
  const ready = found.map(withIds);
  const corrections = differing.map((one) => ({ ...one, set: withIds(one.set) }));
  const given = answersAfter(read.given ?? { drivers: {}, vehicles: {} }, arrivals, idOf);
  const layoutId = await rememberLayout(within, { ...read, given }, fileName);
  const counts = { fileName, tripCount: ready.length, changeCount: corrections.length, ...added };
  await insertImport(within, { id, requestHash, layoutId, ...counts });
  const after = { id, ...counts, ...howItWasRead(read, checked) };
  await recordChange(within, 'import', undefined, after);
  await storeCorrections(within, corrections);
  const driverIds = ready.map(({ driverId }) => driverId);
  const usualVehicle = await readUsualVehicles(within.db, within.holderId, driverIds);
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
}

/** The audit trail's account of an import: the answers, and how many rows were left out or remarked on. */
function howItWasRead(
  { sheets, sheet, answers: { words, ...answers }, notTrips, suburbs = {} }: TripFile,
  checked: readonly CheckedRow[],
) {
  const rows = (is: (row: CheckedRow) => boolean) => checked.filter(is).length || null;
  const readyWith = (level: ImportRemark['kind']) =>
    rows(({ status, remarks }) => status === 'ready' && remarks.some((remark) => levelOf(remark) === level));
  return {
    sheet: sheets.length > 1 ? sheets[sheet] : null,
    ...answers,
    ...answersInWords(words),
    suburbsCorrected:
      Object.entries(suburbs)
        .map(([typed, place]) => `${typed}: ${place}`)
        .join('; ') || null,
    rowsWithProblems: rows(({ status }) => status === 'problem'),
    rowsRepeated: rows(({ status }) => status === 'repeated'),
    rowsAlreadyStored: rows(({ status }) => status === 'stored'),
    rowsThatDiffer: rows(({ status }) => status === 'differs'),
    rowsToCheck: readyWith('check'),
    rowsWithNotes: readyWith('note'),
    rowsNotTrips: notTrips || null,
  };
}
