import { driverName } from '@shared/drivers';
import {
  type FinancialYear,
  financialYearRange,
  monthsOf,
  type Quarter,
  quarterRange,
  type Range,
} from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, count, eq, getTableColumns, gt, gte, isNull, lt, or, sql, sum } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { NotFoundError } from '../../lib/errors';
import { driverNameSql } from '../drivers/drivers.repository';
import { findHolder } from '../holders/holders.repository';
import { keptTrips } from '../trips/trips.repository';
import type { AnnualCounts } from './annual/annual.view-model';
import type { QuarterlyData } from './quarterly/quarterly.view-model';

const DAY_MS = 24 * 60 * 60 * 1000;

const totals = {
  tripCount: count(),
  waitingTotal: sql`coalesce(${sum(trips.waitingTime)}, 0)`.mapWith(Number),
};

const {
  suburbKey: _key,
  deletedAt: _at,
  deletedBy: _by,
  importId: _import,
  ...tripColumns
} = getTableColumns(trips);
const inOrder = [asc(trips.datetime), asc(trips.id)];
const byTheirDriver = and(eq(drivers.beaHolderId, trips.beaHolderId), eq(drivers.id, trips.driverId));

const within = (holderId: string, { from, to }: Range) =>
  and(keptTrips(holderId), gte(trips.datetime, from), lt(trips.datetime, to));

/** Trips and waiting time of a range. */
export async function readTotals(db: DbOrTx, holderId: string, range: Range) {
  return onlyRow(await db.select(totals).from(trips).where(within(holderId, range)));
}

/** Trips by where they began, by postcode and then by suburb; spellings of a suburb are one. */
export async function listLocationTotals(db: DbOrTx, holderId: string, range: Range) {
  const rows = await db
    .select({ postcode: trips.postcode, suburb: trips.suburbKey, ...totals })
    .from(trips)
    .where(within(holderId, range))
    .groupBy(trips.postcode, trips.suburbKey)
    .orderBy(asc(trips.postcode), asc(trips.suburbKey));
  return rows.map((row) => ({ ...row, suburb: capitaliseSuburb(row.suburb) }));
}

/** Trips by pickup postcode, ascending. */
export async function listPostcodeTotals(db: DbOrTx, holderId: string, range: Range) {
  return db
    .select({ postcode: trips.postcode, ...totals })
    .from(trips)
    .where(within(holderId, range))
    .groupBy(trips.postcode)
    .orderBy(asc(trips.postcode));
}

/** Trips by pickup suburb; spellings of a suburb are one, whatever its postcode. */
async function listSuburbCounts(db: DbOrTx, holderId: string, range: Range) {
  const rows = await db
    .select({ suburb: trips.suburbKey, tripCount: count() })
    .from(trips)
    .where(within(holderId, range))
    .groupBy(trips.suburbKey)
    .orderBy(asc(trips.suburbKey));
  return rows.map((row) => ({ ...row, suburb: capitaliseSuburb(row.suburb) }));
}

/** Trips of every Brisbane month of a range, those without trips too. */
async function listMonthTotals(db: DbOrTx, holderId: string, range: Range) {
  const month = sql<string>`to_char(${trips.datetime} at time zone 'Australia/Brisbane', 'YYYY-MM')`;
  const rows = await db
    .select({ month, ...totals })
    .from(trips)
    .where(within(holderId, range))
    .groupBy(sql`1`);
  return monthsOf(range).map(
    (month) => rows.find((row) => row.month === month) ?? { month, tripCount: 0, waitingTotal: 0 },
  );
}

/** Trips by who drove them, by name; a removed driver keeps the name. */
export async function listDriverTotals(db: DbOrTx, holderId: string, range: Range) {
  const name = driverNameSql;
  const driverAuthorityLicense = trips.driverAuthorityLicense;
  return db
    .select({ name, driverAuthorityLicense, ...totals })
    .from(trips)
    .innerJoin(drivers, byTheirDriver)
    .where(within(holderId, range))
    .groupBy(drivers.id, driverAuthorityLicense)
    .orderBy(asc(sql`lower(${name})`), asc(driverAuthorityLicense));
}

/**
 * The drivers whose time with the holder overlaps a range, by name. The end date is the last day; a driver who was
 * removed was affiliated until then.
 */
export async function listAffiliatedDrivers(db: DbOrTx, holderId: string, { from, to }: Range) {
  const rows = await db
    .select()
    .from(drivers)
    .where(
      and(
        eq(drivers.beaHolderId, holderId),
        lt(drivers.startDate, to),
        or(isNull(drivers.endDate), gt(drivers.endDate, new Date(from.getTime() - DAY_MS))),
        or(isNull(drivers.deletedAt), gt(drivers.deletedAt, from)),
      ),
    )
    .orderBy(asc(sql`lower(${driverNameSql})`), asc(drivers.driverAuthorityLicense));
  return rows.map((row) => ({
    name: driverName(row),
    driverAuthorityLicense: row.driverAuthorityLicense,
    bookedHireServiceLicense: row.bookedHireServiceLicense,
    vehicleRegistrationNumber: row.vehicleRegistrationNumber,
    startDate: row.startDate,
    endDate: row.endDate ?? row.deletedAt,
  }));
}

/** Everything that the quarterly report says. Read it within a snapshot, so that its figures agree. */
export async function readQuarterlyData(
  db: DbOrTx,
  holderId: string,
  quarter: Quarter,
): Promise<QuarterlyData> {
  const range = quarterRange(quarter);
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return {
    holder,
    quarter,
    drivers: await listAffiliatedDrivers(db, holderId, range),
    totals: await readTotals(db, holderId, range),
    months: await listMonthTotals(db, holderId, range),
    locations: await listLocationTotals(db, holderId, range),
    driverTrips: await listDriverTotals(db, holderId, range),
  };
}

/** Everything that the annual report says. Read it within a snapshot, so that its figures agree. */
export async function readAnnualCounts(
  db: DbOrTx,
  holderId: string,
  financialYear: FinancialYear,
): Promise<AnnualCounts> {
  const range = financialYearRange(financialYear);
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  const { tripCount: totalTrips } = await readTotals(db, holderId, range);
  const postcodes = await listPostcodeTotals(db, holderId, range);
  return {
    holder,
    financialYear,
    totalTrips,
    postcodes: postcodes.map(({ postcode, tripCount }) => ({ postcode, tripCount })),
    suburbs: await listSuburbCounts(db, holderId, range),
  };
}

/** The trips of a range as GET /api/trips has them, earliest first: a query to be streamed. */
export function wholeTripsOfRangeQuery(db: DbOrTx, holderId: string, range: Range) {
  return db
    .select({ ...tripColumns, driverName: driverNameSql })
    .from(trips)
    .innerJoin(drivers, byTheirDriver)
    .where(within(holderId, range))
    .orderBy(...inOrder);
}

/** The trips of a range as a report prints them, earliest first: a query to be streamed. */
export function tripsOfRangeQuery(db: DbOrTx, holderId: string, range: Range) {
  return db
    .select({
      datetime: trips.datetime,
      driverName: driverNameSql,
      driverAuthorityLicense: trips.driverAuthorityLicense,
      suburb: trips.suburb,
      postcode: trips.postcode,
      waitingTime: trips.waitingTime,
      duration: trips.duration,
      notes: trips.notes,
    })
    .from(trips)
    .innerJoin(drivers, byTheirDriver)
    .where(within(holderId, range))
    .orderBy(...inOrder);
}
