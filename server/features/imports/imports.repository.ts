import { BY_TOKEN } from '@shared/activity/activity';
import type { Driver } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { addDays, brisbaneDay } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import { users } from '@shared/tables/holders';
import { tripImports } from '@shared/tables/imports';
import { drivers, trips } from '@shared/tables/trips';
import { plainFieldNames } from '@shared/trips/trip-fields';
import type { ImportedTrip } from '@shared/trips/trips';
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { restorableSince } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Db, DbOrTx, Tx } from '../../lib/database/db';
import { isUser } from '../holders/holders.repository';
import {
  byColumn,
  columnName,
  deletedSince,
  keptTrips,
  plainColumns,
  withoutTotalsTrigger,
} from '../trips/trips.repository';
import { heldOn } from '../vehicles/dated-facts';
import { factsByOwner } from '../vehicles/dated-facts.repository';

/** A driver in the days in which it had one name and licence; without an end it has them still. */
export type ImportDriver = Pick<Driver, 'id' | 'driverAuthorityLicense' | 'firstName' | 'lastName'> & {
  from?: string;
  until?: string;
  isRemoved?: boolean;
  /** The day of a removed one's removal. */
  removedOn?: string | undefined;
};

/** Stored trips close to one of a file: how many are the same, and whether any is within five minutes. */
export type StoredNear = { same: number; near: boolean };

export type StoredTrip = Omit<ImportedTrip, 'datetime' | 'driverAuthorityLicense'> & {
  id: string;
  datetime: Date;
  version: number;
};

/** The person who imported it, or the program that sent it, by the name of its token. */
const importedBy = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${tripImports.token} || ${BY_TOKEN})`;

const {
  beaHolderId: _h,
  userId: _u,
  requestHash: _r,
  layoutId: _l,
  token: _t,
  ...columns
} = getTableColumns(tripImports);

const selectImports = (db: DbOrTx, holderId: string, id?: string) =>
  db
    .select({ ...columns, importedBy })
    .from(tripImports)
    .leftJoin(users, isUser(tripImports))
    .where(and(eq(tripImports.beaHolderId, holderId), id === undefined ? undefined : eq(tripImports.id, id)));

export async function listImports(db: DbOrTx, holderId: string, limit: number) {
  return selectImports(db, holderId).orderBy(desc(tripImports.createdAt), desc(tripImports.id)).limit(limit);
}

export async function findImport(db: DbOrTx, holderId: string, id: string) {
  const [found] = await selectImports(db, holderId, id);
  return found;
}

/** Locks the holder's imports until the transaction ends, so that two of one file cannot both find nothing stored. */
export async function lockImports(tx: DbOrTx, holderId: string): Promise<void> {
  // a lock of the holder's row would need every node of a cluster (docs/scaling.md)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${holderId}`}, 0))`);
}

/** Lets no driver be removed until the transaction ends. */
export const lockDrivers = (tx: DbOrTx, holderId: string) =>
  tx
    .select({ id: drivers.id })
    .from(drivers)
    .where(and(eq(drivers.beaHolderId, holderId), isNull(drivers.deletedAt)))
    .orderBy(drivers.id)
    .for('key share');

/** All drivers, each once for every time in which it had one name and licence. */
export async function driversOfDays(db: DbOrTx, holderId: string): Promise<ImportDriver[]> {
  const { id, driverAuthorityLicense, firstName, lastName, deletedAt } = drivers;
  const isRemoved = sql<boolean>`${deletedAt} is not null`;
  const rows = await db
    .select({ id, driverAuthorityLicense, firstName, lastName, isRemoved, deletedAt })
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId))
    .orderBy(id);
  const factsOf = await factsByOwner(db, holderId, 'drivers');
  return rows.flatMap(({ deletedAt: at, ...row }) => {
    const driver = { ...row, removedOn: at ? brisbaneDay(at) : undefined };
    const facts = factsOf(driver.id).filter(({ fact }) => fact === 'name' || fact === 'number');
    const ends = [...new Set(facts.flatMap(({ lastDay }) => lastDay ?? []))].toSorted();
    const startOf = (index: number) => ends[index - 1] && { from: addDays(ends[index - 1] ?? '', 1) };
    const former = ends.map((until, index) => ({
      ...heldOn(driver, facts, until),
      until,
      ...startOf(index),
    }));
    return [...former, { ...driver, ...startOf(ends.length) }];
  });
}

type Candidate = { number: number; trip: ImportedTrip };

/**
 * Counts kept trips that are the same as a candidate, or within five minutes of it. Each stored trip near a candidate's time is
 * read once, and both are sorted together: time does not grow with how many are near how many. @returns by its number
 */
export async function findStoredNear(db: DbOrTx, holderId: string, candidates: readonly Candidate[]) {
  const column = <T>(of: (candidate: Candidate) => T) => sql.param(candidates.map(of));
  const { rows } = await db.execute<StoredNear & { number: number }>(sql`
    with candidate as materialized (
      select * from unnest(
        ${column(({ number }) => number)}::int[],
        ${column(({ trip }) => trip.driverId)}::text[],
        ${column(({ trip }) => suburbKey(trip.suburb))}::text[],
        ${column(({ trip }) => trip.postcode)}::text[],
        ${column(({ trip }) => trip.datetime)}::timestamptz[]
      ) as candidate (number, driver_id, suburb_key, postcode, at)
    ), span as materialized (
      select unnest(range_agg(tstzrange(at - ${WINDOW}::interval, at + ${WINDOW}::interval, '[]'))) as span
      from candidate
    ), stored as (
      select driver_id, suburb_key, postcode, datetime, count(*)::int as trips
      from span cross join lateral (
        -- offset 0 keeps this a walk of the index by holder and time, once for each span, and so does the order: for a holder whom the
        -- statistics do not know, any index that begins with the holder seems as good, and all their trips would be read for each span
        select ${trips.driverId}, ${trips.suburbKey}, ${trips.postcode}, ${trips.datetime}
        from ${trips}
        where ${keptTrips(holderId)} and ${trips.datetime} between lower(span) and upper(span)
        order by ${trips.datetime}
        offset 0
      ) as within
      group by driver_id, suburb_key, postcode, datetime
    ), counted as (
      select number,
        sum(trips) over (partition by driver_id, suburb_key, postcode, at)::int as same,
        sum(trips) over (
          partition by driver_id, suburb_key order by at
          range between ${WINDOW}::interval preceding and ${WINDOW}::interval following
        ) as near
      from (
        select number, driver_id, suburb_key, postcode, at, 0 as trips from candidate
        -- nothing is stored near the others, which are most
        where (driver_id, suburb_key) in (select driver_id, suburb_key from stored)
        union all
        select null, driver_id, suburb_key, postcode, datetime, trips from stored
      ) as together
    )
    select number, same, true as near from counted where number is not null and near > 0`);
  return new Map<number, StoredNear>(rows.map(({ number, same, near }) => [number, { same, near }]));
}

const WINDOW = `${DUPLICATE_WINDOW_MS} milliseconds`;

export const referenceKey = (reference: string) => reference.toLowerCase();

/** What makes trips with one booking reference the same: numbers of jobs may begin again each day. */
export const dayReferenceKey = (reference: string, at: Date) =>
  `${brisbaneDay(at)} ${referenceKey(reference)}`;

const { id, datetime, driverId, vehicleId, version, bookingReference } = trips;
const selectStored = (db: DbOrTx, holderId: string, which: SQL): Promise<StoredTrip[]> =>
  db
    .select({ id, datetime, driverId, vehicleId, version, ...plainColumns })
    .from(trips)
    .where(and(keptTrips(holderId), which))
    .orderBy(datetime, id);

/** The kept trips of these ids, by id; ids of other holders are left out. */
export async function findTripsById(db: DbOrTx, holderId: string, ids: readonly string[]) {
  const found = await selectStored(db, holderId, sql`${id} = any(${sql.param([...ids])}::text[])`);
  return new Map(found.map((trip) => [trip.id, trip]));
}

/** The kept trips of any day with these booking references, in any case. */
export async function listTripsByReference(db: DbOrTx, holderId: string, references: readonly string[]) {
  const keys = sql.param(references.map(referenceKey));
  return selectStored(db, holderId, sql`lower(${bookingReference}) = any(${keys}::text[])`);
}

/** The kept trips of candidates' drivers, places and minutes; each is read once, as in `findStoredNear`. */
export async function listTripsAt(db: DbOrTx, holderId: string, candidates: readonly Candidate[]) {
  const column = <T>(of: (candidate: Candidate) => T) => sql.param(candidates.map(of));
  const { rows } = await db.execute<{ id: string }>(sql`
    with candidate as materialized (
      select distinct driver_id, suburb_key, postcode, date_trunc('minute', at) as minute from unnest(
        ${column(({ trip }) => trip.driverId)}::text[],
        ${column(({ trip }) => suburbKey(trip.suburb))}::text[],
        ${column(({ trip }) => trip.postcode)}::text[],
        ${column(({ trip }) => trip.datetime)}::timestamptz[]
      ) as given (driver_id, suburb_key, postcode, at)
    ), span as materialized (
      select unnest(range_agg(tstzrange(minute, minute + '1 minute'::interval))) as span from candidate
    )
    select id from span cross join lateral (
      select ${trips.id}, ${trips.driverId}, ${trips.suburbKey}, ${trips.postcode}, ${trips.datetime}
      from ${trips}
      where ${keptTrips(holderId)} and ${trips.datetime} >= lower(span) and ${trips.datetime} < upper(span)
      order by ${trips.datetime}
      offset 0
    ) as within
    where (driver_id, suburb_key, postcode, date_trunc('minute', datetime)) in (table candidate)`);
  const ids = rows.map((row) => row.id);
  return [...(await findTripsById(db, holderId, ids)).values()];
}

const placeAndTime = (trip: Pick<ImportedTrip, 'driverId' | 'suburb' | 'postcode'>, at: Date) =>
  JSON.stringify([
    trip.driverId,
    suburbKey(trip.suburb),
    trip.postcode,
    Math.floor(at.getTime() / MINUTE_MS),
  ]);

/**
 * Finds the trips that someone deleted, while they can be restored.
 * @returns whether a trip is one of them, by its reference and day, or without one by its driver, place and minute
 */
export async function findDeletedTrips({ db, holderId, now }: Call<DbOrTx>) {
  const { driverId, suburb, postcode } = trips;
  const deleted = await db
    .select({ driverId, suburb, postcode, datetime, bookingReference })
    .from(trips)
    .where(deletedSince(holderId, restorableSince(now)));
  const placed = deleted.map((trip) => ({ ...trip, place: placeAndTime(trip, trip.datetime) }));
  const places = new Set(placed.map(({ place }) => place));
  const unreferenced = new Set(placed.flatMap((trip) => (trip.bookingReference ? [] : trip.place)));
  const references = new Set(
    placed.flatMap(({ bookingReference, datetime }) =>
      bookingReference ? dayReferenceKey(bookingReference, datetime) : [],
    ),
  );
  return (trip: ImportedTrip): boolean => {
    const at = new Date(trip.datetime);
    const place = placeAndTime(trip, at);
    // two references at one place and minute are two trips
    return trip.bookingReference
      ? references.has(dayReferenceKey(trip.bookingReference, at)) || unreferenced.has(place)
      : places.has(place);
  };
}

const own = (holderId: string, id: string) =>
  and(eq(tripImports.beaHolderId, holderId), eq(tripImports.id, id));

export async function insertImport(
  { db, holderId, userId, now }: Call<DbOrTx>,
  values: Pick<
    typeof tripImports.$inferInsert,
    | 'id'
    | 'of'
    | 'fileName'
    | 'tripCount'
    | 'changeCount'
    | 'driverCount'
    | 'vehicleCount'
    | 'requestHash'
    | 'layoutId'
  >,
): Promise<void> {
  await db.insert(tripImports).values({ ...values, userId, beaHolderId: holderId, createdAt: now });
}

const importedColumns = sql.raw(
  ['id', 'datetime', 'driverId', 'driverAuthorityLicense', 'vehicleId', ...plainFieldNames]
    .map(columnName)
    .join(', '),
);

/**
 * Stores trips of an import; `tallyTrips` then adds them to the totals. They are one parameter, and `returning` is unused,
 * as in `recordChanges`.
 */
export async function insertTrips(
  { db, holderId, now }: Call<Tx>,
  importId: string,
  rows: readonly (ImportedTrip & { id: string })[],
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const storing = sql`
    insert into ${trips} (bea_holder_id, import_id, created_at, updated_at, ${importedColumns})
    select ${holderId}, ${importId}, ${at}, ${at}, ${importedColumns}
    from json_populate_recordset(null::trips, ${JSON.stringify(rows.map(byColumn))}::json)
    returning null`;
  await withoutTotalsTrigger(db, () => db.execute(storing));
}

/** Counts deleted ones too. */
export const countStoredTrips = (db: DbOrTx, holderId: string): Promise<number> =>
  db.$count(trips, eq(trips.beaHolderId, holderId));

/** Counts what queries are planned by. Where the role may not, autovacuum does the same within minutes. */
export async function analyzeTrips(db: Db): Promise<void> {
  await db.execute(sql`analyze (skip_locked) trips`).catch(() => {});
}

const selectWhole = (db: DbOrTx, holderId: string, id: string) =>
  db.select().from(tripImports).where(own(holderId, id));

export async function findWholeImport(db: DbOrTx, holderId: string, id: string) {
  const [found] = await selectWhole(db, holderId, id);
  return found;
}

export async function lockImport(tx: DbOrTx, holderId: string, id: string) {
  const [found] = await selectWhole(tx, holderId, id).for('update');
  return found;
}

export async function markImportUndone({ db, holderId, now }: Call<DbOrTx>, id: string): Promise<void> {
  await db.update(tripImports).set({ undoneAt: now }).where(own(holderId, id));
}

export async function listImportedTrips(db: DbOrTx, holderId: string, importId: string) {
  return db
    .select({ id: trips.id, datetime: trips.datetime, kind: trips.kind })
    .from(trips)
    .where(and(keptTrips(holderId), eq(trips.importId, importId)));
}
