import { DUPLICATE_WINDOW_MS, PAGE_SIZES } from '@shared/limits';
import { brisbaneInstant, instantOrDayEnd, instantOrDayStart } from '@shared/periods';
import { displayName, localitiesNamed, postcodeFits } from '@shared/places/place-table';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { drivers, trips, vehicles } from '@shared/tables/trips';
import {
  type ListTripsQuery,
  readWaitingRange,
  type TripFilters,
  type TripSort,
} from '@shared/trips/trip-list';
import { averageWait } from '@shared/trips/waits';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
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
import { type Db, type DbOrTx, isAnyOf, onlyRow, preparedOnce } from '../../lib/database/db';
import { namedAsThen } from '../drivers/then.repository';
import { loadLocalities } from './localities';
import {
  areWholeDays,
  type Bounds,
  countByDay,
  countByLocation,
  matchSearch,
  seekDay,
  totalOf,
  tripsMatching,
} from './trip-totals.repository';
import {
  keptTrips,
  onDriver,
  onVehicle,
  selectTrips,
  tripTotals,
  tripWithDriver,
  unnamedTrip,
} from './trips.repository';

/** Every trip lies between these. Outside them node-postgres writes years in a way that PostgreSQL cannot read. */
const [EARLIEST, LATEST] = [brisbaneInstant('0002-01-01'), brisbaneInstant('9999-01-01')];
const clamped = (instant: Date) => (instant < EARLIEST ? EARLIEST : instant > LATEST ? LATEST : instant);
const boundOf = (instant: Date | '' | null | undefined) => (instant ? clamped(instant) : undefined);

type Selection = Awaited<ReturnType<typeof readSelection>>;

async function readSelection(db: DbOrTx, holderId: string, filters: TripFilters) {
  const bounds: Bounds = {
    from: boundOf(filters.startDate && instantOrDayStart(filters.startDate)),
    to: boundOf(filters.endDate && instantOrDayEnd(filters.endDate)),
  };
  return {
    postcode: filters.postcode && filters.postcode !== 'all' ? filters.postcode : undefined,
    bounds,
    match: filters.search ? await matchSearch(db, holderId, filters.search) : undefined,
    driverId: filters.driverId || undefined,
    vehicleId: filters.vehicleId || undefined,
    waiting: readWaitingRange(filters.waiting ?? ''),
    kind: filters.kind || undefined,
  };
}

const selected = (
  holderId: string,
  { postcode, bounds, match, driverId, vehicleId, waiting, kind }: Selection,
): SQL | undefined =>
  and(
    keptTrips(holderId),
    postcode ? eq(trips.postcode, postcode) : undefined,
    bounds.from && gte(trips.datetime, bounds.from),
    bounds.to && lt(trips.datetime, bounds.to),
    match && tripsMatching(match),
    driverId ? eq(trips.driverId, driverId) : undefined,
    vehicleId ? eq(trips.vehicleId, vehicleId) : undefined,
    waiting && gte(trips.waitingTime, waiting.from),
    waiting?.to === undefined ? undefined : lte(trips.waitingTime, waiting.to),
    kind && kind !== 'not-booked' ? eq(trips.kind, kind) : undefined,
    // the index of what is not booked says so in these words
    kind && kind !== 'booked' ? sql`${trips.kind} <> 'booked'` : undefined,
  );

export const tripsThatMatch = async (db: DbOrTx, holderId: string, filters: TripFilters) =>
  selected(holderId, await readSelection(db, holderId, filters));

const sortColumns = { datetime: trips.datetime, suburb: trips.suburbKey, waitingTime: trips.waitingTime };

const longestFirst = ({ sort, order }: TripSort) => sort === 'waitingTime' && order === 'desc';

/** Trips that are equal in the sorted column come newest first, and unknown waits last; the id makes the order unique. */
function ordering({ sort, order }: TripSort): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  if (sort === 'datetime') return [direction(trips.datetime), direction(trips.id)];
  if (longestFirst({ sort, order }))
    return [sql`${trips.waitingTime} desc nulls last`, desc(trips.datetime), desc(trips.id)];
  return [direction(sortColumns[sort]), desc(trips.datetime), desc(trips.id)];
}

/** Counts by the totals where they suffice (docs/decisions/0001-totals-by-trigger.md), else trip by trip. */
async function countSelected(db: DbOrTx, holderId: string, selection: Selection): Promise<number> {
  const { postcode, bounds, match, driverId, vehicleId, waiting, kind } = selection;
  const anyTime = !bounds.from && !bounds.to;
  const isByPart = [driverId, vehicleId, waiting, kind].some((part) => part !== undefined);
  const isPlaces = !match?.driverIds.length && !match?.isReference;
  if (anyTime && !isByPart && isPlaces) return countByLocation(db, holderId, { postcode, match });
  if (!postcode && !match && !isByPart && areWholeDays(bounds)) return countByDay(db, holderId, bounds);
  const rows = await db.select({ total: count() }).from(trips).where(selected(holderId, selection));
  return onlyRow(rows).total;
}

/** The offset from which finding the page's day first is cheaper. */
const SEEK_FROM = 1000;

async function listSelected(db: DbOrTx, holderId: string, selection: Selection, query: ListTripsQuery) {
  const offset = (query.page - 1) * query.limit;
  const { postcode, bounds, match, driverId, vehicleId, waiting, kind } = selection;
  const isNarrowed = postcode || match || driverId || vehicleId || waiting || kind;
  const seekable = offset >= SEEK_FROM && query.sort === 'datetime' && !isNarrowed && areWholeDays(bounds);
  const start = seekable
    ? await seekDay(db, holderId, { bounds, offset, order: query.order })
    : { bounds, offset };
  // the driver's name is joined to the page alone, not to the trips before it
  const page = db
    .select({ id: trips.id })
    .from(trips)
    .where(selected(holderId, { ...selection, bounds: start.bounds }))
    .orderBy(...ordering(query))
    .limit(query.limit)
    .offset(start.offset);
  const isOnPage = longestFirst(query)
    ? isAnyOf(trips.id, await longestWaits(db, selected(holderId, selection), { ...query, offset }))
    : // an array makes the page once; a subquery may run for each trip while PostgreSQL has no statistics
      sql`${trips.id} = any(array(${page}))`;
  return selectTrips(db)
    .where(and(keptTrips(holderId), isOnPage))
    .orderBy(...ordering(query));
}

/** A page of ids, the longest wait first: read backwards, the index has the unknown ones before all others, so they are read by themselves. */
async function longestWaits(
  db: DbOrTx,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { id, waitingTime, datetime } = trips;
  const isKnown = and(where, isNotNull(waitingTime));
  const read = (where: SQL | undefined, limit: number, offset: number) =>
    db
      .select({ id })
      .from(trips)
      .where(where)
      .orderBy(desc(waitingTime), desc(datetime), desc(id))
      .limit(limit)
      .offset(offset);
  const known = await read(isKnown, limit, offset);
  const skipped = known.length > 0 ? 0 : Math.max(0, offset - (await db.$count(trips, isKnown)));
  const unknown =
    known.length < limit ? await read(and(where, isNull(waitingTime)), limit - known.length, skipped) : [];
  return [...known, ...unknown].map(({ id }) => id);
}

/**
 * The first page of the list without filters, the most frequent call: page and total in one prepared query. Its size is no parameter:
 * PostgreSQL would plan the query again at each call, which takes longer than running it.
 */
const firstPage = (limit: number) =>
  preparedOnce((db) =>
    db
      .select({ trip: tripWithDriver, total: totalOf(sql.placeholder('holderId')) })
      .from(trips)
      .innerJoin(drivers, onDriver)
      .leftJoin(vehicles, onVehicle)
      .where(keptTrips(sql.placeholder('holderId')))
      .orderBy(desc(trips.datetime), desc(trips.id))
      // Drizzle would make a number a parameter
      .limit(sql.raw(String(limit)) as unknown as Placeholder)
      .prepare(`first_page_of_${limit}`),
  );

const firstPages = new Map(PAGE_SIZES.map((limit: number) => [limit, firstPage(limit)] as const));

/** The prepared query that answers a list; undefined for other than the first page without filters. */
function firstPageFor({ page, limit, sort, order, ...filters }: ListTripsQuery) {
  const { search, postcode, startDate, endDate, driverId, vehicleId, waiting, kind } = filters;
  const isFiltered =
    search ||
    (postcode && postcode !== 'all') ||
    startDate ||
    endDate ||
    driverId ||
    vehicleId ||
    waiting ||
    kind;
  const isFirst = !isFiltered && page === 1 && sort === 'datetime' && order === 'desc';
  return isFirst ? firstPages.get(limit) : undefined;
}

/** One page of the trips that the filters match, and how many they match in all; the total is right past the last page too. */
export async function listTrips(db: Db, holderId: string, query: ListTripsQuery) {
  const rows = (await firstPageFor(query)?.(db).execute({ holderId })) ?? [];
  if (rows[0]) {
    const first = rows.map((row) => row.trip);
    return { trips: await namedAsThen(db, holderId, first), total: rows[0].total };
  }
  const selection = await readSelection(db, holderId, query);
  const [page, total] = await Promise.all([
    listSelected(db, holderId, selection, query),
    countSelected(db, holderId, selection),
  ]);
  return { trips: await namedAsThen(db, holderId, page), total };
}

/** The average wait in minutes of the trips that the filters match, with one decimal; 0 without trips, null where no wait is known. */
export async function readAverageWait(db: DbOrTx, holderId: string, filters: TripFilters) {
  const rows = await db
    .select(tripTotals)
    .from(trips)
    .where(await tripsThatMatch(db, holderId, filters));
  const { tripCount, unknownWaits, ...totals } = onlyRow(rows);
  const avgWaitTime = tripCount === 0 ? 0 : averageWait({ tripCount, unknownWaits, ...totals });
  return { avgWaitTime, tripCount, unknownWaits };
}

/** A trip's columns in a file, besides the names of its day. */
const { createdAt: _c, updatedAt: _u, version: _v, ...exportedColumns } = unnamedTrip;

/** The query of all trips that the filters match, of the named ones alone if `ids` are given. Awaiting a bare query would run it. */
export async function exportTripsQuery(
  db: DbOrTx,
  holderId: string,
  query: TripFilters & TripSort & { ids?: string[] },
) {
  const select = db
    .select(exportedColumns)
    .from(trips)
    .where(and(await tripsThatMatch(db, holderId, query), query.ids && isAnyOf(trips.id, query.ids)))
    .orderBy(...ordering(query));
  return { select };
}

/**
 * The places of the holder's latest trips, each once, the latest first. A suburb with a postcode that it does not have is left out, or
 * one slip would be offered again and again (docs/product/log-trip.md#places).
 */
export async function listRecentSuburbs(db: DbOrTx, holderId: string, limit: number) {
  const { postcode, suburbKey, createdAt, datetime } = trips;
  const latest = db
    .select({ postcode, suburbKey, createdAt, datetime })
    .from(trips)
    .where(keptTrips(holderId))
    .orderBy(desc(trips.datetime), desc(trips.id))
    .limit(200)
    .as('latest');
  const places = await db
    .select({ suburb: latest.suburbKey, postcode: latest.postcode })
    .from(latest)
    .groupBy(latest.suburbKey, latest.postcode)
    // the trips of an import were all stored at one moment
    .orderBy(desc(max(latest.createdAt)), desc(max(latest.datetime)), latest.suburbKey, latest.postcode);
  const localities = await loadLocalities();
  return places
    .filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) !== false)
    .slice(0, limit)
    .map(({ suburb, postcode }) => ({ suburb: capitaliseSuburb(suburb), postcode }));
}

/** Kept trips of the same driver from the same suburb within five minutes: probably the same trip twice. */
export async function listProbableDuplicates(
  db: DbOrTx,
  holderId: string,
  trip: { driverId: string; suburb: string; datetime: string; exceptId?: string | undefined },
) {
  const at = Date.parse(trip.datetime);
  const named = localitiesNamed(await loadLocalities(), trip.suburb).map(displayName);
  const found = await selectTrips(db)
    .where(
      and(
        keptTrips(holderId),
        eq(trips.driverId, trip.driverId),
        isAnyOf(trips.suburbKey, [trip.suburb, ...named].map(suburbKey)),
        gte(trips.datetime, new Date(at - DUPLICATE_WINDOW_MS)),
        lte(trips.datetime, new Date(at + DUPLICATE_WINDOW_MS)),
        trip.exceptId ? ne(trips.id, trip.exceptId) : undefined,
      ),
    )
    .orderBy(trips.datetime)
    .limit(5);
  return namedAsThen(db, holderId, found);
}
