import { setImmediate } from 'node:timers/promises';
import type { ImportColumns, ImportPreview, PreviewImportQuery, PreviewTyped } from '@shared/imports/imports';
import { LENGTHS, RECENT_SUBURBS } from '@shared/limits';
import { brisbaneDay, isMidnight } from '@shared/periods';
import { guessColumns, MOST_LOOKED_AT } from '@shared/trips/reading/guess-columns';
import { placeReader } from '@shared/trips/reading/places';
import { tripFieldNames } from '@shared/trips/trip-fields';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { readUsualVehicles } from '../drivers/then.repository';
import { listLodgements } from '../holders/lodged-reports.repository';
import { loadLocalities } from '../trips/localities';
import { listRecentSuburbs } from '../trips/trip-list.repository';
import { vehiclesOnDays } from '../vehicles/vehicles.repository';
import { buildPreview, type TripFile } from './build-preview';
import { comparer } from './corrections/corrections';
import { findGone } from './corrections/gone.service';
import { withHandEdits } from './corrections/hand-edits.service';
import { findArrivals } from './find-arrivals';
import {
  driversOfDays,
  findStoredNear,
  findTripsById,
  listTripsAt,
  listTripsByReference,
  type StoredTrip,
} from './imports.repository';
import { checkRows } from './match-stored';
import { neededArrivals } from './newcomers/arrivals';
import { openQuestions, readTripFile, readTyped, type SentFile } from './read-file';
import { type ReadRow, tripReader } from './read-rows';
import { ROWS_AT_ONCE } from './row-texts';
import { missingFields, NO_TIMES } from './tables/read-table';

/** The holder's drivers and vehicles of all days. */
export const readOwn = async ({ db, holderId }: Call<DbOrTx>) => ({
  drivers: await driversOfDays(db, holderId),
  vehicles: await vehiclesOnDays(db, holderId),
});
type Own = Awaited<ReturnType<typeof readOwn>>;

export async function checkTable(
  { db, holderId, now }: Call<DbOrTx>,
  file: TripFile,
  { drivers, vehicles }: Own,
) {
  const localities = await loadLocalities().catch(() => undefined);
  const own = await listRecentSuburbs(db, holderId, RECENT_SUBURBS);
  const ids = file.rows
    .map(({ cells }) => cells[file.columns.tripId ?? -1]?.trim() ?? '')
    .filter(({ length }) => length > 0 && length <= LENGTHS.id);
  const stored = await findTripsById(db, holderId, ids);
  const arrivals = await findArrivals({ ...file, drivers, vehicles, stored, now });
  const readTrip = tripReader({ ...file, drivers, vehicles, arrivals, stored, localities, own, now });
  const read: ReadRow[] = [];
  for (let at = 0; at < file.rows.length; at += ROWS_AT_ONCE) {
    read.push(...file.rows.slice(at, at + ROWS_AT_ONCE).map(readTrip));
    await setImmediate();
  }
  const candidates = read.flatMap(({ number, trip }) => (trip ? [{ number, trip }] : []));
  const references = candidates.flatMap(({ trip }) => trip.bookingReference ?? []);
  const matching = [
    ...stored.values(),
    ...(await listTripsByReference(db, holderId, references)),
    ...(await listTripsAt(db, holderId, candidates)),
  ];
  const driverIds = drivers.map(({ id }) => id);
  const usual = await readUsualVehicles(db, holderId, driverIds);
  const arriving = new Map(arrivals.toStore.drivers.map(({ driver, vehicle }) => [driver.id, vehicle?.id]));
  const compare = comparer({
    drivers: arrivals.drivers,
    vehicles: arrivals.vehicles,
    usualVehicle: (id, at) => (arriving.has(id) ? (arriving.get(id) ?? null) : usual(id, at)),
    readPlace: placeReader({ localities, own }),
    hasTimes: candidates.some(({ trip }) => !isMidnight(new Date(trip.datetime))),
  });
  const near = await findStoredNear(db, holderId, candidates);
  const rows = checkRows(read, near, inOrder(matching), compare, !file.isTyped);
  const isStored = ({ status }: (typeof rows)[number]) => status === 'stored' || status === 'repeated';
  const trips = rows.filter(isStored).flatMap(({ trip }) => trip ?? []);
  return { rows, arrivals: neededArrivals(arrivals, trips) };
}

/** Each trip once, in the order of their times. */
const inOrder = (stored: readonly StoredTrip[]): StoredTrip[] =>
  [...new Map(stored.map((trip) => [trip.id, trip])).values()].toSorted(
    (one, other) => one.datetime.getTime() - other.datetime.getTime() || (one.id < other.id ? -1 : 1),
  );

/** Says what an import of a file would do, what is wrong with its rows, and what it leaves open. Stores nothing. */
export async function previewImport(call: Call, sent: SentFile, query: PreviewImportQuery) {
  const read = await readTripFile(call, sent, query);
  const own = await readOwn(call);
  const guesses: ImportColumns = await guessUnread(read, own, brisbaneDay(call.now));
  // the guess at their column is asked about instead
  const notes = guesses.time === undefined ? read.notes : read.notes.filter((note) => note !== NO_TIMES);
  return previewTrips(call, { ...read, guesses, notes }, own);
}

/** What the columns that no field takes may be. */
async function guessUnread({ headings, columns, unread, rows }: TripFile, own: Own, today: string) {
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
      ...own,
      localities: await loadLocalities().catch(() => undefined),
      today,
    },
  );
}

export const previewTyped = async (call: Call, typed: PreviewTyped) =>
  previewTrips(call, readTyped(typed), await readOwn(call));

async function previewTrips(call: Call, read: TripFile, own: Own): Promise<ImportPreview> {
  if (missingFields(read.columns).length > 0 || openQuestions(read).length > 0) return buildPreview(read);
  const { rows, arrivals } = await checkTable(call, read, own);
  const checked = await withHandEdits(call, rows);
  const lodgements = await listLodgements(call.db, call.holderId);
  return buildPreview(read, { rows: checked, arrivals }, lodgements, await findGone(call, read, checked));
}
