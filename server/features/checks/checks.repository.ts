import { DUPLICATE_WINDOW_MS, LONG_WAIT_MINUTES } from '@shared/limits';
import type { Range } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { Readiness } from '@shared/reports/checks';
import { datedFacts, drivers, trips } from '@shared/tables/trips';
import { and, asc, count, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { bookedWithin } from '../reports/figures.repository';
import { keptTrips, onDriver, selectTrips } from '../trips/trips.repository';

type CheckedTrip = Awaited<ReturnType<typeof listCheckedTrips>>[number];
export type PlaceName = { suburb: string; postcode: string };

export type DoubtfulTrip = {
  trip: CheckedTrip;
  earlier: CheckedTrip | undefined;
  isFuture: boolean;
  isBeforeStart: boolean;
  isOutsideVehicle: boolean;
};
export type DoubtfulTrips = { rows: DoubtfulTrip[]; total: number; future: number; long: number };

const listCheckedTrips = (db: DbOrTx, holderId: string, ids: string[]) =>
  selectTrips(db).where(and(keptTrips(holderId), inArray(trips.id, ids)));

/** `outside`: the places outside Queensland. */
type LookedAt = Range & { now: Date; misplaced: PlaceName[]; outside: PlaceName[] };

const endDate = sql<Date | null>`${drivers.endDate}`.mapWith(drivers.endDate);

/** An end date is the last day, stored as its first instant. */
const isAfterEnd = sql<boolean>`${trips.datetime} >= ${drivers.endDate} + interval '24 hours'`;

const DAY = sql`(${trips.datetime} at time zone 'Australia/Brisbane')::date`;

/** The days of former times of drivers, or of all times of vehicles, by their ids: a subquery. */
function timesOf(db: DbOrTx, holderId: string, owner: 'driverId' | 'vehicleId', name: string) {
  const { beaHolderId, fact, firstDay, lastDay, [owner]: id } = datedFacts;
  const days = sql<string>`range_agg(daterange(${firstDay}, ${lastDay}, '[]'))`.as(`${name}_days`);
  return db
    .select({ id, days })
    .from(datedFacts)
    .where(and(eq(beaHolderId, holderId), eq(fact, 'time'), isNotNull(id)))
    .groupBy(id)
    .as(name);
}

/** Joins to booked trips the times of their drivers and vehicles, and says which trips are outside them. */
function outsideTimes(db: DbOrTx, holderId: string) {
  const ofDriver = timesOf(db, holderId, 'driverId', 'time_of_driver');
  const ofVehicle = timesOf(db, holderId, 'vehicleId', 'time_of_vehicle');
  return {
    ofDriver,
    onDriverTimes: eq(ofDriver.id, trips.driverId),
    ofVehicle,
    onVehicleTimes: eq(ofVehicle.id, trips.vehicleId),
    isBeforeStart: sql<boolean>`${DAY} < (${drivers.startDate} at time zone 'Australia/Brisbane')::date
      and not coalesce(${ofDriver.days} @> ${DAY}, false)`,
    // a vehicle without dates is a finding of its own
    isOutsideVehicle: sql<boolean>`not coalesce(${ofVehicle.days} @> ${DAY}, true)`,
  };
}

/** The booked trips of a range as a subquery, and what each needs a look for (docs/product/reports.md#readiness). */
function tripsWithDoubts(db: DbOrTx, holderId: string, { now, misplaced, outside, ...range }: LookedAt) {
  const keys = sql.param(misplaced.map(({ suburb }) => suburbKey(suburb)));
  const postcodes = sql.param(misplaced.map(({ postcode }) => postcode));
  const foreign = sql.param(outside.map(({ postcode }) => postcode));
  const { isBeforeStart, isOutsideVehicle, ...times } = outsideTimes(db, holderId);
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
      isBeforeStart: isBeforeStart.as('is_before_start'),
      isOutsideVehicle: isOutsideVehicle.as('is_outside_vehicle'),
    })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .leftJoin(times.ofDriver, times.onDriverTimes)
    .leftJoin(times.ofVehicle, times.onVehicleTimes)
    .where(bookedWithin(holderId, range))
    .as('of_range');
}

type Doubts = ReturnType<typeof tripsWithDoubts>;

const needsLook = (doubts: Doubts) =>
  or(
    sql`${doubts.earlierId} is not null`,
    doubts.isFuture,
    doubts.isMisplaced,
    doubts.isLong,
    doubts.isOutside,
    doubts.isAfterEnd,
    doubts.isBeforeStart,
    doubts.isOutsideVehicle,
  );

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
  const { earlierId, isFuture, isLong, isAfterEnd, isBeforeStart, isOutsideVehicle } = doubts;
  const found = await db
    .select({
      id: doubts.id,
      earlierId,
      isFuture,
      isBeforeStart,
      isOutsideVehicle,
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
      sql`not ${isBeforeStart}`,
      sql`not ${isOutsideVehicle}`,
      asc(doubts.datetime),
      asc(doubts.id),
    )
    .limit(limit);
  const ids = found.flatMap(({ id, earlierId }) => (earlierId ? [id, earlierId] : [id]));
  const byId = new Map((await listCheckedTrips(db, holderId, ids)).map((trip) => [trip.id, trip]));
  return {
    rows: found.flatMap(({ id, earlierId, total: _t, future: _f, long: _l, ...is }) => {
      const trip = byId.get(id);
      return trip ? [{ trip, earlier: byId.get(earlierId ?? ''), ...is }] : [];
    }),
    total: found[0]?.total ?? 0,
    future: found[0]?.future ?? 0,
    long: found[0]?.long ?? 0,
  };
}

export type TripsOutside = Awaited<ReturnType<typeof listDriversOutside>>[number];

/** The drivers who have booked trips of a range before their start date, or after their end date. */
export function listDriversOutside(db: DbOrTx, holderId: string, range: Range) {
  const { isBeforeStart, ...times } = outsideTimes(db, holderId);
  const before = sql<boolean>`${isBeforeStart}`.as('before');
  return db
    .select({
      driverId: drivers.id,
      name: driverNameSql,
      startDate: drivers.startDate,
      endDate,
      isRemoved: sql<boolean>`${drivers.deletedAt} is not null`,
      isBeforeStart: before,
      tripCount: count(),
    })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .leftJoin(times.ofDriver, times.onDriverTimes)
    .where(and(bookedWithin(holderId, range), or(isAfterEnd, isBeforeStart)))
    .groupBy(drivers.beaHolderId, drivers.id, before)
    .orderBy(asc(sql`lower(${driverNameSql})`), asc(drivers.id));
}

/** How many booked trips of a range each vehicle was driven on, and how many of them were outside its dates. */
export function countTripsByVehicle(db: DbOrTx, holderId: string, range: Range) {
  const { ofVehicle, onVehicleTimes, isOutsideVehicle } = outsideTimes(db, holderId);
  return db
    .select({
      vehicleId: trips.vehicleId,
      outside: sql`count(*) filter (where ${isOutsideVehicle})`.mapWith(Number),
    })
    .from(trips)
    .leftJoin(ofVehicle, onVehicleTimes)
    .where(and(bookedWithin(holderId, range), isNotNull(trips.vehicleId)))
    .groupBy(trips.vehicleId);
}
