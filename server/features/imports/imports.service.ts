import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type ConfirmImportQuery,
  type ImportColumns,
  type ImportPreview,
  MAX_IMPORT_ROWS,
  type TripImport,
} from '@shared/imports';
import type { CreateTrip } from '@shared/trips';
import { type Actor, changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db, DbOrTx, Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { loadLocalities } from '../../lib/localities';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { listDrivers } from '../drivers/drivers.repository';
import { removeTrips } from '../trips/deleted-trips.repository';
import {
  findImport,
  findImportKey,
  findStoredNear,
  findTripsNamed,
  insertImport,
  insertTrips,
  listImportedTripIds,
  lockDrivers,
  lockImport,
  lockImports,
  markImportUndone,
} from './imports.repository';
import {
  buildPreview,
  type CheckedRow,
  checkRows,
  type ImportDriver,
  missingFields,
  type ReadRow,
  readTable,
  type TripTable,
  tripReader,
} from './imports.view-model';

/** A title and the headings stand above the trips. */
const MAX_FILE_ROWS = MAX_IMPORT_ROWS + 10;
/** Rows read before others get their turn. */
const ROWS_AT_ONCE = 250;
/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 1000;

/**
 * Reads an uploaded file as a table of trips.
 * @param columns what its columns stand for; as their headings say if not given
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

/** What becomes of each row of a table, as things are stored now. */
async function checkTable(
  db: DbOrTx,
  holderId: string,
  { columns, rows }: TripTable,
  drivers: readonly ImportDriver[],
  now: Date,
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
  db: Db,
  holderId: string,
  file: Buffer,
  columns: ImportColumns | undefined,
  now: Date,
): Promise<ImportPreview> {
  const table = await readTripTable(file, columns);
  if (missingFields(table.columns).length > 0) return buildPreview(table, []);
  const drivers = await listDrivers(db, holderId);
  return buildPreview(table, await checkTable(db, holderId, table, drivers, now));
}

const importNotFound = () => new NotFoundError('Import not found');

const inBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );

/**
 * Takes the trips of a file over, all that the preview said were ready or none.
 * @param id made by the client; the same again answers the first import
 * @throws ConflictError when they are no longer those the preview showed; AppError 422 when the id came with another file
 */
export async function importTrips(
  db: Db,
  actor: Actor,
  id: string,
  file: Buffer,
  confirmed: ConfirmImportQuery,
  now: Date,
): Promise<TripImport> {
  const { holderId, userId } = actor;
  const { fileName, columns, tripCount } = confirmed;
  const requestHash = hashRequest(JSON.stringify(confirmed), file);
  const table = await readTripTable(file, columns);
  const missing = missingFields(table.columns);
  if (missing.length > 0) throw new ValidationError(`No column is chosen for ${missing.join(', ')}`);
  return db.transaction(async (tx) => {
    await lockImports(tx, holderId);
    const earlier = await findImportKey(tx, id);
    if (earlier) {
      if (earlier.beaHolderId !== holderId) throw importNotFound();
      assertSameRequest(earlier.requestHash, requestHash, 'import');
      return answerOf(tx, holderId, id);
    }
    const drivers = await lockDrivers(tx, holderId);
    const ready = (await checkTable(tx, holderId, table, drivers, now)).flatMap(({ status, trip }) =>
      status === 'ready' && trip ? [trip] : [],
    );
    if (ready.length === 0) throw new ConflictError('There is nothing to import in this file');
    if (ready.length !== tripCount) {
      throw new ConflictError('Trips or drivers were changed since the preview. Check the file again');
    }
    await insertImport(tx, holderId, { id, userId, fileName, tripCount, requestHash }, now);
    await recordAuditEvent(tx, actor, {
      entity: 'import',
      entityId: id,
      action: 'created',
      changes: changesBetween(undefined, { fileName, tripCount }),
      at: now,
    });
    for (const trips of inBatches(ready)) await storeTrips(tx, actor, id, trips, now);
    return answerOf(tx, holderId, id);
  });
}

async function storeTrips(
  tx: Tx,
  actor: Actor,
  importId: string,
  trips: readonly CreateTrip[],
  now: Date,
): Promise<void> {
  const rows = trips.map((trip) => ({ ...trip, id: randomUUID() }));
  await insertTrips(tx, actor.holderId, importId, rows, now);
  const events = rows.map((row) => ({
    entity: 'trip' as const,
    entityId: row.id,
    action: 'created' as const,
    changes: changesBetween(undefined, row),
    at: now,
  }));
  await recordAuditEvent(tx, actor, ...events);
}

/**
 * Takes an import back: its trips are deleted, those changed since as well; they can be restored one by one for 30 days.
 * Undone twice, it stays undone.
 * @throws NotFoundError for an import that is not the holder's
 */
export function undoImport(db: Db, actor: Actor, id: string, now: Date): Promise<TripImport> {
  const { holderId, userId } = actor;
  return db.transaction(async (tx) => {
    const before = await lockImport(tx, holderId, id);
    if (!before) throw importNotFound();
    if (!before.undoneAt) {
      for (const ids of inBatches(await listImportedTripIds(tx, holderId, id))) {
        const removed = await removeTrips(tx, holderId, { ids, userId, now });
        const events = removed.map((trip) => ({
          entity: 'trip' as const,
          entityId: trip.id,
          action: 'deleted' as const,
          changes: changesBetween(trip, undefined),
          at: now,
        }));
        await recordAuditEvent(tx, actor, ...events);
      }
      await markImportUndone(tx, holderId, id, now);
      const { fileName, tripCount } = before;
      await recordAuditEvent(tx, actor, {
        entity: 'import',
        entityId: id,
        action: 'deleted',
        changes: changesBetween({ fileName, tripCount }, undefined),
        at: now,
      });
    }
    return answerOf(tx, holderId, id);
  });
}

async function answerOf(tx: Tx, holderId: string, id: string): Promise<TripImport> {
  const found = await findImport(tx, holderId, id);
  if (!found) throw importNotFound();
  return {
    ...found,
    createdAt: found.createdAt.toISOString(),
    undoneAt: found.undoneAt?.toISOString() ?? null,
  };
}
