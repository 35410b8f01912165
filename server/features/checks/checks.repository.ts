import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import type { Range } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { Readiness } from '@shared/reports/checks';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, count, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { keptTrips, onDriver, tripWithDriver } from '../trips/trips.repository';

type Trip = Awaited<ReturnType<typeof listTrips>>[number];
export type Place = { suburb: string; postcode: string };

/** A trip that needs a look (docs/product.md#readiness), and why. */
export type DoubtfulTrip = { trip: Trip; earlier: Trip | undefined; isFuture: boolean; isMisplaced: boolean };
export type DoubtfulTrips = { rows: DoubtfulTrip[]; total: number; future: number };

const listTrips = (db: DbOrTx, holderId: string, ids: string[]) =>
  db
    .select(tripWithDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(and(keptTrips(holderId), inArray(trips.id, ids)));

type LookedAt = Range & { now: Date; misplaced: Place[] };

/**
 * The trips of a range as a subquery, and what each needs a look for: it follows another one of the same driver from the same
 * suburb within minutes, lies after `now`, or has a place of `misplaced`.
 */
function tripsWithDoubts(db: DbOrTx, holderId: string, { from, to, now, misplaced }: LookedAt) {
  const keys = sql.param(misplaced.map(({ suburb }) => suburbKey(suburb)));
  const postcodes = sql.param(misplaced.map(({ postcode }) => postcode));
  const before = sql`over (partition by ${trips.driverId}, ${trips.suburbKey} order by ${trips.datetime}, ${trips.id})`;
  return db
    .select({
      id: trips.id,
      datetime: trips.datetime,
      earlierId: sql<string | null>`case when ${trips.datetime} - lag(${trips.datetime}) ${before}
        <= ${DUPLICATE_WINDOW_MS} * interval '1 millisecond' then lag(${trips.id}) ${before} end`.as(
        'earlier_id',
      ),
      isFuture: sql<boolean>`${trips.datetime} > ${now}`.as('is_future'),
      isMisplaced: sql<boolean>`(${trips.suburbKey}, ${trips.postcode}) in
        (select * from unnest(${keys}::text[], ${postcodes}::text[]))`.as('is_misplaced'),
    })
    .from(trips)
    .where(and(keptTrips(holderId), gte(trips.datetime, from), lt(trips.datetime, to)))
    .as('of_range');
}

const needsLook = ({ earlierId, isFuture, isMisplaced }: ReturnType<typeof tripsWithDoubts>) =>
  or(sql`${earlierId} is not null`, isFuture, isMisplaced);

/** How many trips a range has, and how many of them need a look. */
export async function countDoubtfulTrips(db: DbOrTx, holderId: string, within: LookedAt): Promise<Readiness> {
  const ofRange = tripsWithDoubts(db, holderId, within);
  const toLookAt = sql`count(*) filter (where ${needsLook(ofRange)})`.mapWith(Number);
  return onlyRow(await db.select({ tripCount: count(), toLookAt }).from(ofRange));
}

/** The trips of a range that need a look: the first `limit`, probable duplicates and future ones first, and how many there are. */
export async function listDoubtfulTrips(
  db: DbOrTx,
  holderId: string,
  { limit, ...within }: LookedAt & { limit: number },
): Promise<DoubtfulTrips> {
  const ofRange = tripsWithDoubts(db, holderId, within);
  const { earlierId, isFuture, isMisplaced } = ofRange;
  const found = await db
    .select({
      id: ofRange.id,
      earlierId,
      isFuture,
      isMisplaced,
      total: sql`count(*) over ()`.mapWith(Number),
      future: sql`count(*) filter (where ${isFuture}) over ()`.mapWith(Number),
    })
    .from(ofRange)
    .where(needsLook(ofRange))
    .orderBy(sql`${earlierId} is null`, sql`not ${isFuture}`, asc(ofRange.datetime), asc(ofRange.id))
    .limit(limit);
  const ids = found.flatMap(({ id, earlierId }) => (earlierId ? [id, earlierId] : [id]));
  const byId = new Map((await listTrips(db, holderId, ids)).map((trip) => [trip.id, trip]));
  return {
    rows: found.flatMap(({ id, earlierId, isFuture, isMisplaced }) => {
      const trip = byId.get(id);
      return trip ? [{ trip, earlier: byId.get(earlierId ?? ''), isFuture, isMisplaced }] : [];
    }),
    total: found[0]?.total ?? 0,
    future: found[0]?.future ?? 0,
  };
}
