import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type ConfirmImportQuery,
  type ImportColumns,
  type ImportPreview,
  MAX_IMPORT_ROWS,
} from '@shared/imports';
import type { CreateTrip } from '@shared/trips';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { loadLocalities } from '../../lib/localities';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { listDrivers } from '../drivers/drivers.repository';
import { removeTrips } from '../trips/deleted-trips.repository';
import { buildPreview } from './build-preview';
import { missingFields, readTable, type TripTable } from './find-columns';
import {
  analyzeTrips,
  findImport,
  findImportKey,
  findStoredNear,
  findTripsNamed,
  type ImportDriver,
  insertImport,
  insertTrips,
  listImportedTripIds,
  lockDrivers,
  lockImport,
  lockImports,
  markImportUndone,
} from './imports.repository';
import { type CheckedRow, checkRows } from './match-stored';
import { type ReadRow, tripReader } from './read-rows';

/** A title and the headings stand above the trips. */
const MAX_FILE_ROWS = MAX_IMPORT_ROWS + 10;
/** Rows read before others get their turn. */
const ROWS_AT_ONCE = 250;
/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 1000;
/** Trips after which queries are planned by new statistics. */
const LARGE = 1000;

/**
 * Reads an uploaded file as a table of trips.
 * @param columns of the fields; found by the headings if not given
 * @throws ValidationError for a file that cannot be read, has no trips or too many
 */
async function readTripTable(file: Buffer, columns: ImportColumns | undefined): Promise<TripTable> {
  const table = readTable(await readSpreadsheet(file, MAX_FILE_ROWS));
  if (table.rows.length === 0) throw new ValidationError('The file has no trips under its headings');
  if (table.rows.length > MAX_IMPORT_ROWS) {
    throw new ValidationError(
      `The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-AU')} trips. Split it`,
    );
  }
  return { ...table, columns: columns ?? table.columns };
}

/** Reads a table's rows and compares them with what is stored. */
async function checkTable(
  { db, holderId, now }: Call<DbOrTx>,
  { columns, rows }: TripTable,
  drivers: readonly ImportDriver[],
): Promise<CheckedRow[]> {
  const localities = await loadLocalities().catch(() => undefined);
  const readTrip = tripReader({ columns, drivers, localities, now });
  const read: ReadRow[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    read.push(...rows.slice(at, at + ROWS_AT_ONCE).map(readTrip));
    await setImmediate();
  }
  const candidates = read.flatMap(({ number, trip }) => (trip ? [{ number, trip }] : []));
  const near = await findStoredNear(db, holderId, candidates);
  const named = await findTripsNamed(
    db,
    holderId,
    read.flatMap(({ tripId }) => tripId || []),
  );
  return checkRows(read, near, named);
}

/** Says what an import of a file would do, and what is wrong with its rows. Stores nothing. */
export async function previewImport(
  call: Call,
  file: Buffer,
  columns: ImportColumns | undefined,
): Promise<ImportPreview> {
  const table = await readTripTable(file, columns);
  if (missingFields(table.columns).length > 0) return buildPreview(table, []);
  const drivers = await listDrivers(call.db, call.holderId);
  return buildPreview(table, await checkTable(call, table, drivers));
}

const importNotFound = () => new NotFoundError('Import not found');

const inBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );

/**
 * Stores the trips of a file: all that the preview called ready, or none. See docs/product.md#import.
 * @param id made by the client; the same again answers the first import
 * @throws ConflictError when they are no longer those the preview showed; AppError 422 when the id came with another file
 */
export async function importTrips(call: Call, id: string, file: Buffer, confirmed: ConfirmImportQuery) {
  const { fileName, columns, tripCount } = confirmed;
  const requestHash = hashRequest(JSON.stringify(confirmed), file);
  const table = await readTripTable(file, columns);
  const missing = missingFields(table.columns);
  if (missing.length > 0) throw new ValidationError(`No column is chosen for ${missing.join(', ')}`);
  const stored = await inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockImports(db, holderId);
    const earlier = await findImportKey(db, holderId, id);
    if (earlier) {
      assertSameRequest(earlier.requestHash, requestHash, 'import');
      return findOwnImport(within, id);
    }
    const drivers = await lockDrivers(db, holderId);
    const ready = (await checkTable(within, table, drivers)).flatMap(({ status, trip }) =>
      status === 'ready' && trip ? [trip] : [],
    );
    if (ready.length === 0) throw new ConflictError('There is nothing to import in this file');
    if (ready.length !== tripCount) {
      throw new ConflictError('Trips or drivers were changed since the preview. Check the file again');
    }
    if (!(await insertImport(within, { id, fileName, tripCount, requestHash }))) throw importNotFound();
    await recordChange(within, 'import', undefined, { id, fileName, tripCount });
    for (const trips of inBatches(ready)) await storeTrips(within, id, trips);
    return findOwnImport(within, id);
  });
  if (tripCount >= LARGE) await analyzeTrips(call.db);
  return stored;
}

async function storeTrips(call: Call<Tx>, importId: string, trips: readonly CreateTrip[]): Promise<void> {
  const rows = trips.map((trip) => ({ ...trip, id: randomUUID() }));
  await insertTrips(call, importId, rows);
  const changes = rows.map((after) => ({ after }));
  await recordChanges(call, 'trip', changes);
}

/**
 * Undoes an import: its trips are deleted, those changed since as well, and can be restored one by one for 30 days. A second
 * call changes nothing.
 * @throws NotFoundError for an import that is not the holder's
 */
export function undoImport(call: Call, id: string) {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockImport(db, holderId, id);
    if (!before) throw importNotFound();
    if (!before.undoneAt) {
      for (const ids of inBatches(await listImportedTripIds(db, holderId, id))) {
        const removed = (await removeTrips(within, ids)).map((before) => ({ before }));
        await recordChanges(within, 'trip', removed);
      }
      await markImportUndone(within, id);
      const { fileName, tripCount } = before;
      await recordChange(within, 'import', { id, fileName, tripCount }, undefined);
    }
    return findOwnImport(within, id);
  });
}

async function findOwnImport({ db, holderId }: Call<Tx>, id: string) {
  const found = await findImport(db, holderId, id);
  if (!found) throw importNotFound();
  return found;
}
