import { brisbaneDay, type Range } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { comparedRanges, oneYear, TOP_DRIVERS, WAITING_STEPS } from '@shared/reports/statistics';
import { drivers, tripDayTotals, tripLocationTotals, trips } from '@shared/tables/trips';
import { averageWait, type TripTotals } from '@shared/trips/waits';
import { and, count, countDistinct, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { sumOfTotals } from '../trips/trip-totals.repository';
import { onDriver, tripsWithin, tripTotals } from '../trips/trips.repository';

/** Counted trips as answers have them: the average is in minutes with one decimal, 0 without trips, null where no wait is known. */
const averaged = <Row extends TripTotals>({ waitingTotal, unknownWaits = 0, ...row }: Row) => ({
  ...row,
  avgWaitTime:
    row.tripCount === 0 ? 0 : averageWait({ waitingTotal, unknownWaits, tripCount: row.tripCount }),
  unknownWaits,
});

/** The four cards (docs/product/reports.md#statistics). */
export async function readStatistics(db: DbOrTx, holderId: string, now: Date) {
  const ofTrips = await db
    .select({
      ...sumOfTotals(tripLocationTotals),
      uniquePostcodes: countDistinct(tripLocationTotals.postcode),
    })
    .from(tripLocationTotals)
    .where(withTrips(holderId));
  const ofDrivers = await db
    .select({ activeDrivers: count() })
    .from(drivers)
    .where(activeDrivers(holderId, now));
  const { tripCount: totalTrips, ...figures } = averaged(onlyRow(ofTrips));
  return { totalTrips, ...figures, ...onlyRow(ofDrivers) };
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

/** The places where most trips began. Spellings of a suburb that differ only in case or spaces are one (docs/product/log-trip.md#places). */
export async function listTopLocations(db: DbOrTx, holderId: string, limit: number) {
  const { suburbKey: suburb, postcode, tripCount } = tripLocationTotals;
  const rows = await db
    .select({ suburb, postcode, tripCount })
    .from(tripLocationTotals)
    .where(withTrips(holderId))
    .orderBy(desc(tripCount), suburb, postcode)
    .limit(limit);
  return rows.map((row) => ({ ...row, suburb: capitaliseSuburb(row.suburb) }));
}

export async function listMonths(db: DbOrTx, holderId: string, range: Range) {
  const { beaHolderId, day, tripCount } = tripDayTotals;
  const month = sql<string>`to_char(${day}, 'YYYY-MM')`;
  const isWithin = and(gte(day, brisbaneDay(range.from)), lt(day, brisbaneDay(range.to)));
  const rows = await db
    .select({ month, ...sumOfTotals(tripDayTotals) })
    .from(tripDayTotals)
    .where(and(eq(beaHolderId, holderId), gt(tripCount, 0), isWithin))
    .groupBy(month)
    .orderBy(month);
  return rows.map(averaged);
}

export async function readRecent(db: DbOrTx, holderId: string, now: Date) {
  const { quarter, quarterBefore, yearBefore } = comparedRanges(now);
  const year = oneYear(now);
  return {
    quarter: await readFiguresOf(db, holderId, quarter),
    quarterBefore: await readFiguresOf(db, holderId, quarterBefore),
    yearBefore: await readFiguresOf(db, holderId, yearBefore),
    waiting: await countByWaiting(db, holderId, year),
    drivers: await listBusiestDrivers(db, holderId, year),
  };
}

async function readFiguresOf(db: DbOrTx, holderId: string, range: Range) {
  const rows = await db
    .select({
      ...tripTotals,
      postcodes: countDistinct(trips.postcode),
      drivers: countDistinct(trips.driverId),
    })
    .from(trips)
    .where(tripsWithin(holderId, range));
  return averaged(onlyRow(rows));
}

async function countByWaiting(db: DbOrTx, holderId: string, range: Range): Promise<number[]> {
  const step = sql`width_bucket(${trips.waitingTime}, ${sql.param(WAITING_STEPS)}::int[])`.mapWith(Number);
  const rows = await db
    .select({ step, tripCount: count() })
    .from(trips)
    .where(tripsWithin(holderId, range))
    .groupBy(sql`1`);
  return WAITING_STEPS.map((_, index) => rows.find((row) => row.step === index + 1)?.tripCount ?? 0);
}

async function listBusiestDrivers(db: DbOrTx, holderId: string, range: Range) {
  const { driverAuthorityLicense } = drivers;
  const rows = await db
    .select({ name: driverNameSql, driverAuthorityLicense, ...tripTotals })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(tripsWithin(holderId, range))
    .groupBy(drivers.beaHolderId, drivers.id)
    .orderBy(desc(count()), driverNameSql, drivers.id)
    .limit(TOP_DRIVERS);
  return rows.map(averaged);
}
