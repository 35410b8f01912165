import { foldText } from '@shared/fold-text';
import { brisbaneInstant, lastDay, monthsOf, type Range } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type Period, periodsWithin } from '@shared/reports/report-periods';
import { driverSwitchOffs, drivers, trips } from '@shared/tables/trips';
import { addTotals, NO_TRIPS, type TripTotals } from '@shared/trips/waits';
import { and, asc, eq, ne, type SQL, sql, sum } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import type { SnapshotCall } from '../../lib/database/snapshot';
import { affiliatedWithin, driverEnd, offUntil } from '../drivers/drivers.repository';
import { readThen, type Then } from '../drivers/then.repository';
import { readHolder } from '../holders/holders.repository';
import { tripsWithin, tripTotals, unnamedTrip } from '../trips/trips.repository';
import { availableVehicles, spanWithin } from '../vehicles/available-vehicles';
import { timesOfDriver } from '../vehicles/dated-facts';

export type PeriodFigures = Awaited<ReturnType<typeof readFigures>>;
export type LocationTotals = PeriodFigures['locations'][number];
export type AffiliatedDriver = PeriodFigures['drivers'][number];

/** The trips that reports count: booked hire (docs/regulator.md#rank-and-hail). */
export const bookedWithin = (holderId: string, range: Range, driverId?: string) =>
  and(
    tripsWithin(holderId, range),
    eq(trips.kind, 'booked'),
    driverId === undefined ? undefined : eq(trips.driverId, driverId),
  );

export const countTrips = (db: DbOrTx, holderId: string, range: Range): Promise<number> =>
  db.$count(trips, bookedWithin(holderId, range));

/** Reads all figures of a period, which agree within a snapshot. @param known what `readThen` read in it already @throws NotFoundError for a holder that does not exist */
export async function readFigures(db: DbOrTx, holderId: string, period: Period, known?: Then) {
  const holder = await readHolder(db, holderId);
  const then = known ?? (await readThen(db, holderId));
  const { driverTrips, ...counted } = await countByPlaceAndDriver(db, holderId, period.range);
  const notBooked = await listNotBooked(db, holderId, period.range);
  return {
    holder,
    period,
    /** The drivers whose time with the holder overlaps the period, by name. */
    drivers: await listAffiliatedDrivers(db, holderId, period.range, then),
    /** The vehicles that were available in the period, by registration. */
    vehicles: availableVehicles(then.vehicles, period.range),
    /** Every month of the period, 'YYYY-MM', earliest first. */
    months: await listMonthTotals(db, holderId, period.range),
    /** Trips that were not booked, by postcode and suburb; the other figures leave them out. */
    rankAndHail: notBooked.filter(({ kind }) => kind === 'rank-or-hail'),
    /** The same of trips that were driven for another booking entity. */
    otherEntity: notBooked.filter(({ kind }) => kind === 'other-entity'),
    ...counted,
    /** By the name at the end of the period, with the number of then; removed and unaffiliated drivers are among them, so that the trips add up. */
    driverTrips: byName(
      driverTrips.map(({ driverId, ...totals }) => {
        const { name, driverAuthorityLicense } = then.driverOn(driverId, lastDay(period.range));
        return { name, driverAuthorityLicense, ...totals };
      }),
    ),
  };
}

/** The grouping sets, by grouping(postcode, suburb, driver): its bit is 1 for a column that the set is not grouped by. */
const SETS = { totals: 0b111, postcodes: 0b011, locations: 0b001, driverTrips: 0b110 };

/** Groups a range's trips by every set in one scan. Spellings of a suburb are one suburb; a driver is one driver, whatever the licence. */
async function countByPlaceAndDriver(db: DbOrTx, holderId: string, range: Range) {
  const { postcode, suburbKey, driverId } = trips;
  const rows = await db
    .select({
      set: sql<number>`grouping(${postcode}, ${suburbKey}, ${driverId})`,
      postcode,
      suburb: suburbKey,
      driverId,
      ...tripTotals,
      durationTotal: sum(trips.duration).mapWith(Number),
    })
    .from(trips)
    .where(bookedWithin(holderId, range))
    .groupBy(sql`grouping sets ((), (${postcode}), (${postcode}, ${suburbKey}), (${driverId}))`)
    .orderBy(asc(postcode), asc(suburbKey), asc(driverId));
  const whole = rows.find(({ set }) => set === SETS.totals);
  const rowsOf = <T>(set: number, pick: (row: (typeof rows)[number]) => T) =>
    rows
      .filter((row) => row.set === set)
      .map((row): T & TripTotals => {
        const { tripCount, waitingTotal, unknownWaits } = row;
        return { ...pick(row), tripCount, waitingTotal, unknownWaits };
      });
  return {
    totals: onlyRow(rowsOf(SETS.totals, () => ({}))),
    /** Minutes; null where no trip has a duration. */
    durationTotal: whole?.durationTotal ?? null,
    /** Ascending. */
    postcodes: rowsOf(SETS.postcodes, ({ postcode }) => ({ postcode })),
    /** Sorted by postcode and then by suburb. */
    locations: rowsOf(SETS.locations, ({ postcode, suburb }) => ({
      postcode,
      suburb: capitaliseSuburb(suburb),
    })),
    driverTrips: rowsOf(SETS.driverTrips, (row) => ({ driverId: row.driverId })),
  };
}

async function listMonthTotals(db: DbOrTx, holderId: string, range: Range) {
  const months = monthsOf(range);
  const starts = months.map((month): SQL => sql`${brisbaneInstant(`${month}-01`)}::timestamptz`);
  const number = sql<number>`width_bucket(${trips.datetime}, array[${sql.join(starts, sql`, `)}])`;
  const rows = await db
    .select({ number, ...tripTotals })
    .from(trips)
    .where(bookedWithin(holderId, range))
    .groupBy(sql`1`);
  return months.map((month, index): { month: string } & TripTotals => {
    const { number: _, ...totals } = rows.find(({ number }) => number === index + 1) ?? {
      number: 0,
      ...NO_TRIPS,
    };
    return { month, ...totals };
  });
}

/** Reads the figures of several periods that lodgements keep. Each quarter's trips are counted once, though a year has them too. */
export async function readFiguresToCompare(db: DbOrTx, holderId: string, periods: readonly Period[]) {
  const then = await readThen(db, holderId);
  const ofQuarters = new Map<string, LocationTotals[]>();
  const figures = [];
  for (const period of periods) {
    const { kind, range } = period;
    const counted = [];
    for (const quarter of periodsWithin('quarterly', range)) {
      const places = ofQuarters.get(quarter.key) ?? (await countByPlace(db, holderId, quarter.range));
      ofQuarters.set(quarter.key, places);
      counted.push(...places);
    }
    figures.push({
      period,
      totals: counted.reduce(addTotals, NO_TRIPS),
      locations: kind === 'quarterly' ? counted : sumByPlace(counted),
      drivers: kind === 'quarterly' ? await listAffiliatedDrivers(db, holderId, range, then) : [],
      vehicles: availableVehicles(then.vehicles, range),
    });
  }
  return figures;
}

async function countByPlace(db: DbOrTx, holderId: string, range: Range): Promise<LocationTotals[]> {
  const { postcode, suburbKey } = trips;
  const rows = await db
    .select({ postcode, suburbKey, ...tripTotals })
    .from(trips)
    .where(bookedWithin(holderId, range))
    .groupBy(postcode, suburbKey)
    .orderBy(asc(postcode), asc(suburbKey));
  return rows.map(({ suburbKey, ...place }) => ({ ...place, suburb: capitaliseSuburb(suburbKey) }));
}

function sumByPlace(counted: readonly LocationTotals[]): LocationTotals[] {
  const sums = new Map<string, LocationTotals>();
  for (const { postcode, suburb, ...totals } of counted) {
    const key = `${postcode} ${suburb}`;
    sums.set(key, { postcode, suburb, ...addTotals(sums.get(key) ?? NO_TRIPS, totals) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => place);
}

async function listNotBooked(db: DbOrTx, holderId: string, range: Range) {
  const { kind, postcode, suburbKey } = trips;
  const rows = await db
    .select({ kind, postcode, suburbKey, ...tripTotals })
    .from(trips)
    .where(and(tripsWithin(holderId, range), ne(trips.kind, 'booked')))
    .groupBy(kind, postcode, suburbKey)
    .orderBy(asc(postcode), asc(suburbKey));
  return rows.map(({ suburbKey, ...place }) => ({ ...place, suburb: capitaliseSuburb(suburbKey) }));
}

/**
 * A line for each time with the holder, with name, number and vehicle as they were at its end in the range. An end after the range is left out, so that a
 * report made again later says the same (docs/product/drivers.md#when-a-driver-ends).
 */
async function listAffiliatedDrivers(db: DbOrTx, holderId: string, range: Range, then: Then) {
  const { id, startDate } = drivers;
  const rows = await db
    .select({ id, isSubcontracted: drivers.isSubcontracted, startDate, end: driverEnd })
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(range.to))
    .where(and(eq(drivers.beaHolderId, holderId), affiliatedWithin(holderId, range)));
  const lines = rows.flatMap(({ id, startDate, end, isSubcontracted }) => {
    return timesOfDriver(then.factsOf(id), { startDate, end }).flatMap((span, index) => {
      const within = spanWithin(span, range);
      if (!within) return [];
      const { name, driverAuthorityLicense, ...held } = then.driverOn(id, within.until);
      return {
        driverId: id,
        name,
        driverAuthorityLicense,
        isSubcontracted,
        vehicleRegistrationNumber: held.vehicleRegistrationNumber,
        bookedHireServiceLicense: held.bookedHireServiceLicense,
        startDate: brisbaneInstant(within.from),
        endDate: within.to === null ? null : brisbaneInstant(within.to),
        /** Whether it has an end at all, in the range or after it. */
        hasEnd: span.to !== null,
        /** Whether the driver was affiliated before, had left and came back. */
        cameBack: index > 0,
      };
    });
  });
  return byName(lines);
}

type NamedDriver = { name: string; driverAuthorityLicense: string; startDate?: Date };
const sortKey = ({ name, driverAuthorityLicense, startDate }: NamedDriver) =>
  [foldText(name), driverAuthorityLicense, startDate?.toISOString() ?? ''].join('\0');
const byName = <L extends NamedDriver>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

/** Streams the booked trips of a range, of one driver or of all, as GET /api/trips answers them, earliest first. */
export async function* tripsOfRange(
  { db, holderId, stream }: SnapshotCall,
  range: Range,
  { driverId, limit }: { driverId?: string; limit?: number } = {},
) {
  const { named } = await readThen(db, holderId);
  const query = db
    .select(unnamedTrip)
    .from(trips)
    .where(bookedWithin(holderId, range, driverId))
    .orderBy(asc(trips.datetime), asc(trips.id));
  for await (const trip of stream(limit === undefined ? query : query.limit(limit))) yield named(trip);
}
