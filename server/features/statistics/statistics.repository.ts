import { TOP_LOCATIONS } from '@shared/limits';
import { brisbaneDay, type Range } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { MonthOfTrips, Statistics, TopLocation } from '@shared/reports/statistics';
import { drivers, tripDayTotals, tripLocationTotals } from '@shared/tables/trips';
import { and, count, countDistinct, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';

/** The four cards; the average is in minutes with one decimal, 0 without trips (docs/product.md#statistics). */
export async function readStatistics(db: DbOrTx, holderId: string, now: Date): Promise<Statistics> {
  const { tripCount, waitingTotal, postcode } = tripLocationTotals;
  const ofTrips = db
    .select({
      totalTrips: sql`coalesce(sum(${tripCount}), 0)`.mapWith(Number),
      avgWaitTime: sql`coalesce(round(sum(${waitingTotal}) / nullif(sum(${tripCount}), 0), 1), 0)`.mapWith(
        Number,
      ),
      uniquePostcodes: countDistinct(postcode),
    })
    .from(tripLocationTotals)
    .where(withTrips(holderId));
  const ofDrivers = db.select({ activeDrivers: count() }).from(drivers).where(activeDrivers(holderId, now));
  const [tripRows, driverRows] = await Promise.all([ofTrips, ofDrivers]);
  return { ...onlyRow(tripRows), ...onlyRow(driverRows) };
}

const withTrips = (holderId: string) =>
  and(eq(tripLocationTotals.beaHolderId, holderId), gt(tripLocationTotals.tripCount, 0));

/** `isActiveDriver` of shared/drivers.ts in SQL. */
const activeDrivers = (holderId: string, now: Date) =>
  and(
    eq(drivers.beaHolderId, holderId),
    isNull(drivers.deletedAt),
    eq(drivers.isActive, true),
    or(isNull(drivers.endDate), gt(sql`${drivers.endDate} + interval '1 day'`, now)),
  );

/** The places where most trips began. Spellings of a suburb that differ only in case or spaces are one (docs/product.md#places). */
export async function listTopLocations(db: DbOrTx, holderId: string): Promise<TopLocation[]> {
  const { suburbKey: suburb, postcode, tripCount } = tripLocationTotals;
  const rows = await db
    .select({ suburb, postcode, tripCount })
    .from(tripLocationTotals)
    .where(withTrips(holderId))
    .orderBy(desc(tripCount), suburb, postcode)
    .limit(TOP_LOCATIONS);
  return rows.map((row) => ({ ...row, suburb: capitaliseSuburb(row.suburb) }));
}

/** Trips and waiting time of each Brisbane month of the range that has any, ascending. */
export async function listMonths(db: DbOrTx, holderId: string, range: Range): Promise<MonthOfTrips[]> {
  const month = sql<string>`to_char(${tripDayTotals.day}, 'YYYY-MM')`;
  return db
    .select({
      month,
      tripCount: sql`sum(${tripDayTotals.tripCount})`.mapWith(Number),
      avgWaitTime:
        sql`round(sum(${tripDayTotals.waitingTotal}) / sum(${tripDayTotals.tripCount}), 1)`.mapWith(Number),
    })
    .from(tripDayTotals)
    .where(
      and(
        eq(tripDayTotals.beaHolderId, holderId),
        gt(tripDayTotals.tripCount, 0),
        gte(tripDayTotals.day, brisbaneDay(range.from)),
        lt(tripDayTotals.day, brisbaneDay(range.to)),
      ),
    )
    .groupBy(month)
    .orderBy(month);
}
