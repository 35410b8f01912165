import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { formatCount } from '@shared/figures';
import {
  type ConfirmImportQuery,
  type ImportPreview,
  type ImportRemark,
  MAX_IMPORT_ROWS,
  type PreviewImportQuery,
  type PreviewTyped,
  type StoreTyped,
  typedFieldNames,
} from '@shared/imports';
import { LENGTHS, RECENT_SUBURBS } from '@shared/limits';
import { brisbaneDay } from '@shared/periods';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import { MAX_ROWS_ABOVE_HEADINGS } from '@shared/reading/headings';
import { lodgedReportsTouched, type TouchedReport } from '@shared/reports/lodged-changes';
import { guessColumns, MOST_LOOKED_AT } from '@shared/trips/reading/guess-columns';
import { tripFieldNames } from '@shared/trips/trip-fields';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { assertSameRequest, hashRequest } from '../../lib/idempotency';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { readUsualVehicles } from '../drivers/then.repository';
import { listLodgements } from '../holders/lodged-reports.repository';
import { loadLocalities } from '../trips/localities';
import { listRecentSuburbs } from '../trips/trip-list.repository';
import { tallyTrips } from '../trips/trips.repository';
import { inBatches, removeTrips } from '../trips/trips.service';
import { lockVehicles, vehiclesOnDays } from '../vehicles/vehicles.repository';
import { buildPreview, EMPTY_PREVIEW, type TripFile } from './build-preview';
import {
  analyzeTrips,
  driversOfDays,
  findImport,
  findStoredNear,
  findTripsById,
  findTripsByReference,
  insertImport,
  insertTrips,
  listImportedTrips,
  lockDrivers,
  lockImport,
  lockImports,
  markImportUndone,
} from './imports.repository';
import { type CheckedRow, checkRows, readyTrips } from './match-stored';
import { askAboutMinutes } from './questions/ask-about-minutes';
import { askAboutRows } from './questions/ask-about-rows';
import { askAboutWaits } from './questions/ask-about-waits';
import { type ReadRow, tripReader } from './read-rows';
import { answersInWords, readWords, wordsAsked } from './read-words';
import { levelOf } from './row-words';
import { mergeWords } from './tables/merge-words';
import { missingFields, readTable } from './tables/read-table';

/** The rows of a file: the trips, below a title and the headings. */
const MAX_FILE_ROWS = MAX_IMPORT_ROWS + MAX_ROWS_ABOVE_HEADINGS + 1;
const ROWS_AT_ONCE = 250;
const BATCH = 5000;
/** Trips after which queries are planned by new statistics. */
const LARGE = 1000;

/** @throws ValidationError for a file without trips to read; where it has other sheets, that is the refusal */
async function readTripFile({ now }: Call, file: Buffer, query: PreviewImportQuery): Promise<TripFile> {
  const sheet = await readSpreadsheet(file, MAX_FILE_ROWS, query.sheet);
  const { sheets } = sheet;
  const given = query.answers ?? {};
  const hidden = { columns: sheet.hiddenColumns, answer: given.hiddenColumns };
  const table = readTable(sheet.rows, query.columns, hidden);
  const asked = askAboutRows(table, sheet.hiddenColumns, given);
  const worded = readWords({ ...table, rows: mergeWords(table, asked.rows) }, given);
  const texts = worded.rows.map(({ cells }) => cells[table.columns.date ?? -1]?.trim() ?? '');
  const dates = askAboutDates(texts, sheet.countsFrom1904, given, now);
  const minutes = askAboutMinutes({ ...table, rows: worded.rows }, given);
  const waits = askAboutWaits({ ...table, rows: worded.rows }, given);
  const refusal =
    sheet.refusal ??
    rowCountFault(
      table.rows.length > 0 ? table.rows : asked.rows,
      sheets.length > 1 ? 'This sheet' : 'The file',
    );
  if (refusal && sheets.length > 1) return { ...EMPTY_PREVIEW, sheets, sheet: sheet.sheet, refusal };
  if (refusal) throw new ValidationError(refusal);
  return {
    ...sheet,
    ...table,
    ...dates,
    ...worded,
    units: minutes.units,
    blankWait: waits.answers.blankWaits === '0' ? 0 : null,
    questions: [...asked.questions, ...dates.questions, ...minutes.questions, ...waits.questions],
    answers: {
      ...asked.answers,
      ...dates.answers,
      ...minutes.answers,
      ...waits.answers,
      ...worded.answers,
    },
    notes: [...sheet.notes, ...asked.notes, ...table.notes, ...dates.notes],
  };
}

/** Rows that were typed: every field has its column, and nothing is left open. */
const readTyped = ({ rows }: PreviewTyped): TripFile => ({
  ...EMPTY_PREVIEW,
  sheets: [],
  sheet: 0,
  columns: Object.fromEntries(typedFieldNames.map((field, column) => [field, column])),
  rows: rows.map(({ number, driverId, cells }) => ({
    number,
    driverId,
    cells: typedFieldNames.map((field) => cells[field] ?? ''),
  })),
});

function rowCountFault(rows: readonly unknown[], what: string): string | null {
  if (rows.length === 0) return `${what} has no trips under its headings`;
  const most = formatCount(MAX_IMPORT_ROWS);
  return rows.length > MAX_IMPORT_ROWS ? `${what} has more than ${most} trips. Split it` : null;
}

/** What has no answer yet, each with where the answer is given. A client that does not know the question about blank waits does not know them. */
const openQuestions = ({ questions, answers, ...file }: TripFile) => [
  ...questions
    .filter(({ name }) => answers[name] === undefined)
    .filter(({ name }) => name !== 'blankWaits' || file.columns.waitingTime === undefined)
    .map(({ name, text, reason, choices }) => ({
      path: `answers.${name}`,
      text: `${text} ${reason}`,
      message: `${text} ${choices.map(({ value, label }) => `${value}: ${label}`).join('; ')}`,
    })),
  ...wordsAsked(file),
];

async function checkTable({ db, holderId, now }: Call<DbOrTx>, file: TripFile): Promise<CheckedRow[]> {
  const localities = await loadLocalities().catch(() => undefined);
  const own = await listRecentSuburbs(db, holderId, RECENT_SUBURBS);
  const drivers = await driversOfDays(db, holderId);
  const vehicles = await vehiclesOnDays(db, holderId);
  const ids = file.rows
    .map(({ cells }) => cells[file.columns.tripId ?? -1]?.trim() ?? '')
    .filter(({ length }) => length > 0 && length <= LENGTHS.id);
  const stored = await findTripsById(db, holderId, ids);
  const readTrip = tripReader({ ...file, drivers, vehicles, stored, localities, own, now });
  const read: ReadRow[] = [];
  for (let at = 0; at < file.rows.length; at += ROWS_AT_ONCE) {
    read.push(...file.rows.slice(at, at + ROWS_AT_ONCE).map(readTrip));
    await setImmediate();
  }
  const candidates = read.flatMap(({ number, trip }) => (trip ? [{ number, trip }] : []));
  const near = await findStoredNear(db, holderId, candidates);
  const references = read.flatMap(({ trip }) => trip?.bookingReference ?? []);
  return checkRows(read, near, stored, await findTripsByReference(db, holderId, references));
}

/** Says what an import of a file would do, what is wrong with its rows, and what it leaves open. Stores nothing. */
export async function previewImport(call: Call, file: Buffer, query: PreviewImportQuery) {
  const read = await readTripFile(call, file, query);
  return previewTrips(call, { ...read, guesses: await guessUnread(call, read) });
}

/** What the columns that no field takes may be. */
async function guessUnread(
  { db, holderId, now }: Call<DbOrTx>,
  { headings, columns, unread, rows }: TripFile,
) {
  if (unread.length === 0) return {};
  const unnamed = unread.map((column) => ({
    column,
    name: headings[column] ?? '',
    values: rows.flatMap(({ cells }) => cells[column] || []).slice(0, MOST_LOOKED_AT),
  }));
  return guessColumns(
    unnamed,
    tripFieldNames.filter((field) => columns[field] === undefined),
    {
      localities: await loadLocalities().catch(() => undefined),
      drivers: await driversOfDays(db, holderId),
      vehicles: await vehiclesOnDays(db, holderId),
      today: brisbaneDay(now),
    },
  );
}

export const previewTyped = (call: Call, typed: PreviewTyped) => previewTrips(call, readTyped(typed));

async function previewTrips(call: Call, read: TripFile): Promise<ImportPreview> {
  if (missingFields(read.columns).length > 0 || openQuestions(read).length > 0) return buildPreview(read);
  const checked = await checkTable(call, read);
  return buildPreview(read, checked, await listLodgements(call.db, call.holderId));
}

/** @throws ValidationError where the file cannot be imported as it is confirmed, with what is asked */
function assertImportable(read: TripFile): void {
  if (read.refusal) throw new ValidationError(read.refusal);
  const missing = missingFields(read.columns);
  if (missing.length > 0) throw new ValidationError(`No column is chosen for ${missing.join(', ')}`);
  const open = openQuestions(read);
  const details = open.map(({ path, message }) => ({ path, message }));
  if (open[0]) throw new ValidationError(open[0].text, details);
}

/**
 * Stores the trips of a file: all that the preview called ready, or nothing. See docs/product/import-export.md#import.
 * @param id made by the client; the same again answers the first import
 * @throws ValidationError that asks, where the file leaves open what was not answered; ConflictError when the trips are no longer
 * those the preview showed; AppError 422 when the id came with another file
 */
export async function importTrips(call: Call, id: string, file: Buffer, confirmed: ConfirmImportQuery) {
  const requestHash = hashRequest(JSON.stringify(confirmed), file);
  return storeImport(call, { ...confirmed, id, requestHash }, await readTripFile(call, file, confirmed));
}

/** Stores rows that were typed as `importTrips` does those of a file. */
export const storeTyped = (call: Call, id: string, typed: StoreTyped) =>
  storeImport(call, { ...typed, id, requestHash: hashRequest(JSON.stringify(typed)) }, readTyped(typed));

type ImportRequest = { id: string; requestHash: string; fileName: string; tripCount: number };

async function storeImport(call: Call, request: ImportRequest, read: TripFile) {
  const { id, requestHash, fileName, tripCount } = request;
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
    if (ready.length === 0) throw new ConflictError('There is nothing to import in this file');
    if (ready.length !== tripCount)
      throw new ConflictError('Trips or drivers were changed since the preview. Check the file again');
    await insertImport(within, { id, fileName, tripCount, requestHash });
    const after = { id, fileName, tripCount, ...howItWasRead(read, checked) };
    await recordChange(within, 'import', undefined, after);
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
  if (tripCount >= LARGE) await analyzeTrips(call.db);
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
    rowsToCheck: readyWith('check'),
    rowsWithNotes: readyWith('note'),
    rowsNotTrips: notTrips || null,
  };
}

/** Deletes its trips, those changed since as well; each can be restored for 30 days. @throws NotFoundError */
export function undoImport(call: Call, id: string) {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockImport(db, holderId, id);
    if (before && !before.undoneAt) {
      const ids = (await listImportedTrips(db, holderId, id)).map((trip) => trip.id);
      await removeTrips(within, ids, BATCH);
      await markImportUndone(within, id);
      const { fileName, tripCount } = before;
      await recordChange(within, 'import', { id, fileName, tripCount }, undefined);
    }
    return findOwnImport(within, id);
  });
}

/** The lodged reports that undoing an import changes. @throws NotFoundError for an import that is not the holder's */
export async function lodgedByImport(call: Call, id: string): Promise<TouchedReport[]> {
  await findOwnImport(call, id);
  const trips = await listImportedTrips(call.db, call.holderId, id);
  return lodgedReportsTouched(await listLodgements(call.db, call.holderId), { trips });
}

async function findOwnImport({ db, holderId }: Call<DbOrTx>, id: string) {
  const found = await findImport(db, holderId, id);
  if (!found) throw new NotFoundError('Import not found');
  return found;
}
