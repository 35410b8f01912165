import { DUPLICATE_WINDOW_MS, LONG_WAIT_MINUTES } from '@shared/limits';
import type { Range } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { Readiness } from '@shared/reports/checks';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, count, inArray, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { keptTrips, onDriver, tripsWithin, tripWithDriver } from '../trips/trips.repository';

type Trip = Awaited<ReturnType<typeof listTrips>>[number];
export type Place = { suburb: string; postcode: string };

export type DoubtfulTrip = { trip: Trip; earlier: Trip | undefined; isFuture: boolean };
export type DoubtfulTrips = { rows: DoubtfulTrip[]; total: number; future: number; long: number };

const listTrips = (db: DbOrTx, holderId: string, ids: string[]) =>
  db
    .select(tripWithDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(keptTrips(holderId), inArray(trips.id, ids)));

/** `outside`: the places outside Queensland. */
type LookedAt = Range & { now: Date; misplaced: Place[]; outside: Place[] };

const endDate = sql<Date>`${drivers.endDate}`.mapWith(drivers.endDate);

/** An end date is the last day, stored as its first instant. */
const isAfterEnd = sql<boolean>`${trips.datetime} >= ${drivers.endDate} + interval '24 hours'`;

/** The trips of a range as a subquery, and what each needs a look for (docs/product/reports.md#readiness). */
function tripsWithDoubts(db: DbOrTx, holderId: string, { now, misplaced, outside, ...range }: LookedAt) {
  const keys = sql.param(misplaced.map(({ suburb }) => suburbKey(suburb)));
  const postcodes = sql.param(misplaced.map(({ postcode }) => postcode));
  const foreign = sql.param(outside.map(({ postcode }) => postcode));
  const before = sql`over (partition by ${trips.driverId}, ${trips.suburbKey} order by ${trips.datetime}, ${trips.id})`;
  const earlierId = sql<string | null>`case when ${trips.datetime} - lag(${trips.datetime}) ${before}
    <= ${DUPLICATE_WINDOW_MS} * interval '1 millisecond' then lag(${trips.id}) ${before} end`;
  return db
    .select({
      id: trips.id,
      datetime: trips.datetime,
      earlierId: earlierId.as('earlier_id'),
      isFuture: sql<boolean>`${trips.datetime} > ${now}`.as('is_future'),
      isMisplaced: sql<boolean>`(${trips.suburbKey}, ${trips.postcode}) in
        (select * from unnest(${keys}::text[], ${postcodes}::text[]))`.as('is_misplaced'),
      isLong: sql<boolean>`${trips.waitingTime} > ${LONG_WAIT_MINUTES}`.as('is_long'),
      isOutside: sql<boolean>`${trips.postcode} = any(${foreign}::text[])`.as('is_outside'),
      isAfterEnd: sql<boolean>`coalesce(${isAfterEnd}, false)`.as('is_after_end'),
    })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(tripsWithin(holderId, range))
    .as('of_range');
}

type Doubts = ReturnType<typeof tripsWithDoubts>;

const needsLook = ({ earlierId, isFuture, isMisplaced, isLong, isOutside, isAfterEnd }: Doubts) =>
  or(sql`${earlierId} is not null`, isFuture, isMisplaced, isLong, isOutside, isAfterEnd);

export async function countDoubtfulTrips(db: DbOrTx, holderId: string, within: LookedAt): Promise<Readiness> {
  const doubts = tripsWithDoubts(db, holderId, within);
  const toLookAt = sql`count(*) filter (where ${needsLook(doubts)})`.mapWith(Number);
  return onlyRow(await db.select({ tripCount: count(), toLookAt }).from(doubts));
}

/** The trips of a range that need a look: the first `limit`, probable duplicates, future ones and long waits first, and how many there are. */
export async function listDoubtfulTrips(
  db: DbOrTx,
  holderId: string,
  { limit, ...within }: LookedAt & { limit: number },
): Promise<DoubtfulTrips> {
  const doubts = tripsWithDoubts(db, holderId, within);
  const { earlierId, isFuture, isLong, isAfterEnd } = doubts;
  const found = await db
    .select({
      id: doubts.id,
      earlierId,
      isFuture,
      total: sql`count(*) over ()`.mapWith(Number),
      future: sql`count(*) filter (where ${isFuture}) over ()`.mapWith(Number),
      long: sql`count(*) filter (where ${isLong}) over ()`.mapWith(Number),
    })
    .from(doubts)
    .where(needsLook(doubts))
    .orderBy(
      sql`${earlierId} is null`,
      sql`not ${isFuture}`,
      sql`not ${isLong}`,
      sql`not ${isAfterEnd}`,
      asc(doubts.datetime),
      asc(doubts.id),
    )
    .limit(limit);
  const ids = found.flatMap(({ id, earlierId }) => (earlierId ? [id, earlierId] : [id]));
  const byId = new Map((await listTrips(db, holderId, ids)).map((trip) => [trip.id, trip]));
  return {
    rows: found.flatMap(({ id, earlierId, isFuture }) => {
      const trip = byId.get(id);
      return trip ? [{ trip, earlier: byId.get(earlierId ?? ''), isFuture }] : [];
    }),
    total: found[0]?.total ?? 0,
    future: found[0]?.future ?? 0,
    long: found[0]?.long ?? 0,
  };
}

export type TripsAfterEnd = Awaited<ReturnType<typeof listTripsAfterEnd>>[number];

export const listTripsAfterEnd = (db: DbOrTx, holderId: string, range: Range) =>
  db
    .select({ driverId: drivers.id, name: driverNameSql, endDate, tripCount: count() })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(tripsWithin(holderId, range), isAfterEnd))
    .groupBy(drivers.beaHolderId, drivers.id)
    .orderBy(asc(sql`lower(${driverNameSql})`), asc(drivers.id));
