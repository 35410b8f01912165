import { randomUUID } from 'node:crypto';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { brisbaneInstant, instantOrDayEnd, instantOrDayStart } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import { drivers, idempotencyKeys, trips } from '@shared/tables/trips';
import type { CreateTrip, ListTripsQuery, TripFilters, TripSort } from '@shared/trips';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { changesBetween } from '../../lib/audit';
import { type Db, type DbOrTx, onlyRow, preparedOnce } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import {
  areWholeDays,
  type Bounds,
  countByDay,
  countByLocation,
  matchSearch,
  type SearchMatch,
  seekDay,
  totalOf,
  tripsMatching,
} from './trip-totals.repository';

const {
  suburbKey: _key,
  deletedAt: _at,
  deletedBy: _by,
  importId: _import,
  ...columns
} = getTableColumns(trips);
const withDriver = { ...columns, driverName: driverNameSql };

/** The trips that count: the holder's, and not deleted. Every read of trips starts from here. */
export const keptTrips = (holderId: string | Placeholder) =>
  and(eq(trips.beaHolderId, holderId), isNull(trips.deletedAt));

const onDriver = and(eq(drivers.beaHolderId, trips.beaHolderId), eq(drivers.id, trips.driverId));

/** Filters as SQL understands them: the days are instants, the search is looked up. */
type Selection = { postcode: string | undefined; bounds: Bounds; match: SearchMatch | undefined };

/** Every trip lies between these; node-postgres and PostgreSQL do not agree on how to write the years beyond them. */
const [EARLIEST, LATEST] = [brisbaneInstant('0002-01-01'), brisbaneInstant('9999-01-01')];
const clamped = (instant: Date) => (instant < EARLIEST ? EARLIEST : instant > LATEST ? LATEST : instant);
const boundOf = (instant: Date | '' | null | undefined) => (instant ? clamped(instant) : undefined);

async function readSelection(db: DbOrTx, holderId: string, filters: TripFilters): Promise<Selection> {
  return {
    postcode: filters.postcode && filters.postcode !== 'all' ? filters.postcode : undefined,
    bounds: {
      from: boundOf(filters.startDate && instantOrDayStart(filters.startDate)),
      to: boundOf(filters.endDate && instantOrDayEnd(filters.endDate)),
    },
    match: filters.search ? await matchSearch(db, holderId, filters.search) : undefined,
  };
}

const selected = (holderId: string, { postcode, bounds, match }: Selection): SQL | undefined =>
  and(
    keptTrips(holderId),
    postcode ? eq(trips.postcode, postcode) : undefined,
    bounds.from && gte(trips.datetime, bounds.from),
    bounds.to && lt(trips.datetime, bounds.to),
    match && tripsMatching(match),
  );

const sortColumns = { datetime: trips.datetime, suburb: trips.suburbKey, waitingTime: trips.waitingTime };

/** Trips that are equal in the sorted column come newest first; the id makes the order whole. */
function ordering({ sort, order }: TripSort): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  if (sort === 'datetime') return [direction(trips.datetime), direction(trips.id)];
  return [direction(sortColumns[sort]), desc(trips.datetime), desc(trips.id)];
}

/** How many trips the totals cannot answer for are counted one by one. */
async function countSelected(db: DbOrTx, holderId: string, selection: Selection): Promise<number> {
  const { postcode, bounds, match } = selection;
  const anyTime = !bounds.from && !bounds.to;
  if (anyTime && !match?.driverIds.length && !match?.licences.length) {
    return countByLocation(db, holderId, { postcode, match });
  }
  if (!postcode && !match && areWholeDays(bounds)) return countByDay(db, holderId, bounds);
  const rows = await db.select({ total: count() }).from(trips).where(selected(holderId, selection));
  return onlyRow(rows).total;
}

/** From this offset on it pays to find the day of the page first. */
const SEEK_FROM = 1000;

async function listSelected(db: DbOrTx, holderId: string, selection: Selection, query: ListTripsQuery) {
  const offset = (query.page - 1) * query.limit;
  const { postcode, bounds, match } = selection;
  const seekable =
    offset >= SEEK_FROM && query.sort === 'datetime' && !postcode && !match && areWholeDays(bounds);
  const start = seekable ? await seekDay(db, holderId, bounds, offset, query.order) : { bounds, offset };
  // the driver's name is joined to the page alone, not to the trips before it
  const page = db
    .select({ id: trips.id })
    .from(trips)
    .where(selected(holderId, { ...selection, bounds: start.bounds }))
    .orderBy(...ordering(query))
    .limit(query.limit)
    .offset(start.offset);
  return db
    .select(withDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(keptTrips(holderId), inArray(trips.id, page)))
    .orderBy(...ordering(query));
}

/** The list as it opens, the call that is made most: page and total in one query that is planned once. */
const openingPage = preparedOnce((db) =>
  db
    .select({ trip: withDriver, total: totalOf(sql.placeholder('holderId')).as('total') })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(keptTrips(sql.placeholder('holderId')))
    .orderBy(desc(trips.datetime), desc(trips.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('opening_page'),
);

function opensTheList({
  page,
  limit,
  search,
  postcode,
  startDate,
  endDate,
  sort,
  order,
}: ListTripsQuery): boolean {
  const isFiltered = search || (postcode && postcode !== 'all') || startDate || endDate;
  return !isFiltered && sort === 'datetime' && order === 'desc' && page * limit <= SEEK_FROM;
}

/** One page of the trips that the filters match, and how many they match in all: right past the last page too. */
export async function listTrips(db: Db, holderId: string, query: ListTripsQuery) {
  if (opensTheList(query)) {
    const { page, limit } = query;
    const rows = await openingPage(db).execute({ holderId, limit, offset: (page - 1) * limit });
    if (rows[0]) return { trips: rows.map((row) => row.trip), total: rows[0].total };
  }
  const selection = await readSelection(db, holderId, query);
  const [page, total] = await Promise.all([
    listSelected(db, holderId, selection, query),
    countSelected(db, holderId, selection),
  ]);
  return { trips: page, total };
}

/**
 * The query of all trips that the filters match, in the order asked for, to be read through a cursor. It comes in an
 * object, because to await a query is to run it.
 */
export async function exportTripsQuery(db: DbOrTx, holderId: string, query: TripFilters & TripSort) {
  const selection = await readSelection(db, holderId, query);
  const select = db
    .select(withDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(selected(holderId, selection))
    .orderBy(...ordering(query));
  return { select };
}

/** One trip of the holder; `deletedToo` finds it even when it was deleted. */
export async function findTrip(
  db: DbOrTx,
  holderId: string,
  id: string,
  options: { deletedToo?: boolean } = {},
) {
  const within = options.deletedToo ? eq(trips.beaHolderId, holderId) : keptTrips(holderId);
  const [trip] = await db
    .select(withDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(within, eq(trips.id, id)));
  return trip;
}

const insertTripSql = `
  with driver as (
    select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), driver_authority_license) as name
    from drivers
    where bea_holder_id = $2 and id = $3 and driver_authority_license = $4 and deleted_at is null
    for key share
  ), claimed as (
    insert into idempotency_keys (bea_holder_id, key, request_hash, trip_id, created_at)
    select $2, $11, $12, $1, $10 from driver where $11::text is not null
    on conflict do nothing returning key
  ), stored as (
    insert into trips (id, bea_holder_id, driver_id, driver_authority_license, suburb, postcode, waiting_time, duration,
      datetime, notes, created_at, updated_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $13, $10, $10 from driver
    where $11::text is null or exists (select from claimed)
    returning id
  ), audited as (
    insert into audit_events (bea_holder_id, user_id, at, entity, entity_id, action, changes)
    select $2, $14, $10, 'trip', id, 'created', $15 from stored
  )
  select driver.name from driver, stored`;

/**
 * Stores a trip, its audit event and its idempotency key in one statement: the call that a phone with one bar waits for.
 * @returns the trip; undefined, with nothing stored, when the holder has no such driver with that licence, or when the
 *   key was used before: then after whoever is using it has finished
 */
export async function insertTrip(
  db: Db,
  holderId: string,
  {
    trip,
    idempotency,
    userId,
    now,
  }: {
    trip: CreateTrip;
    idempotency: { key: string; requestHash: string } | undefined;
    userId: string | null;
    now: Date;
  },
) {
  const stored = {
    ...trip,
    id: randomUUID(),
    beaHolderId: holderId,
    datetime: new Date(trip.datetime),
    createdAt: now,
    updatedAt: now,
  };
  const values = [
    stored.id,
    holderId,
    trip.driverId,
    trip.driverAuthorityLicense,
    trip.suburb,
    trip.postcode,
    trip.waitingTime,
    trip.duration,
    stored.datetime,
    now,
    idempotency?.key,
    idempotency?.requestHash,
    trip.notes,
    userId,
    changesBetween(undefined, stored),
  ];
  const { rows } = await db.$client.query<{ name: string }>({
    name: 'insert_trip',
    text: insertTripSql,
    values,
  });
  return rows[0] && { ...stored, driverName: rows[0].name };
}

/** What a key stored before. */
export async function findIdempotencyKey(db: DbOrTx, holderId: string, key: string) {
  const [earlier] = await db
    .select({ tripId: idempotencyKeys.tripId, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.beaHolderId, holderId), eq(idempotencyKeys.key, key)));
  return earlier;
}

export async function updateTrip(
  db: DbOrTx,
  holderId: string,
  { id, trip, now }: { id: string; trip: CreateTrip; now: Date },
) {
  const rows = await db
    .update(trips)
    .set({ ...trip, datetime: new Date(trip.datetime), updatedAt: now })
    .where(and(keptTrips(holderId), eq(trips.id, id)))
    .returning(columns);
  return onlyRow(rows);
}

/** One kept trip, locked against change until the transaction ends. */
export async function lockTrip(tx: DbOrTx, holderId: string, id: string) {
  const [trip] = await tx
    .select(columns)
    .from(trips)
    .where(and(keptTrips(holderId), eq(trips.id, id)))
    .for('update');
  return trip;
}

/** Marks trips as deleted, and answers those that were not before. */
export async function removeTrips(
  db: DbOrTx,
  holderId: string,
  { ids, userId, now }: { ids: string[]; userId: string | null; now: Date },
) {
  return db
    .update(trips)
    .set({ deletedAt: now, deletedBy: userId, updatedAt: now })
    .where(and(keptTrips(holderId), inArray(trips.id, ids)))
    .returning(columns);
}

const deletedSince = (holderId: string, since: Date) =>
  and(eq(trips.beaHolderId, holderId), isNotNull(trips.deletedAt), gte(trips.deletedAt, since));

/** Takes deletions after `since` back, and answers the trips that are kept again. */
export async function restoreTrips(
  db: DbOrTx,
  holderId: string,
  { ids, since, now }: { ids: string[]; since: Date; now: Date },
) {
  return db
    .update(trips)
    .set({ deletedAt: null, deletedBy: null, updatedAt: now })
    .where(and(deletedSince(holderId, since), inArray(trips.id, ids)))
    .returning(columns);
}

/** Trips deleted after `since`, the last deleted first. */
export async function listDeletedTrips(db: DbOrTx, holderId: string, since: Date, limit: number) {
  return db
    .select({ ...withDriver, deletedAt: sql`${trips.deletedAt}`.mapWith(trips.deletedAt) })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(deletedSince(holderId, since))
    .orderBy(desc(trips.deletedAt), desc(trips.id))
    .limit(limit);
}

/** The suburbs of the holder's latest trips, each once, the latest first. */
export async function listRecentSuburbs(db: DbOrTx, holderId: string, limit: number) {
  const latest = db
    .select({
      suburb: trips.suburb,
      postcode: trips.postcode,
      suburbKey: trips.suburbKey,
      createdAt: trips.createdAt,
    })
    .from(trips)
    .where(keptTrips(holderId))
    .orderBy(desc(trips.datetime), desc(trips.id))
    .limit(200)
    .as('latest');
  return db
    .select({ suburb: max(latest.suburb).mapWith(String), postcode: latest.postcode })
    .from(latest)
    .groupBy(latest.suburbKey, latest.postcode)
    .orderBy(desc(max(latest.createdAt)))
    .limit(limit);
}

/** Kept trips of the same driver from the same suburb within five minutes: probably the same trip twice. */
export async function listProbableDuplicates(
  db: DbOrTx,
  holderId: string,
  trip: { driverId: string; suburb: string; datetime: string; exceptId?: string | undefined },
) {
  const at = Date.parse(trip.datetime);
  return db
    .select(withDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(
      and(
        keptTrips(holderId),
        eq(trips.driverId, trip.driverId),
        eq(trips.suburbKey, suburbKey(trip.suburb)),
        gte(trips.datetime, new Date(at - DUPLICATE_WINDOW_MS)),
        lte(trips.datetime, new Date(at + DUPLICATE_WINDOW_MS)),
        trip.exceptId ? ne(trips.id, trip.exceptId) : undefined,
      ),
    )
    .orderBy(trips.datetime)
    .limit(5);
}

/** Forgets keys that no client will use again. */
export async function removeIdempotencyKeys(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
