import { DAY_MS, MINUTE_MS } from '@shared/durations';
import { brisbaneDay, brisbaneInstant, isMidnight, type Range } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import {
  datedFacts,
  drivers,
  tripDayTotals,
  tripDriverTotals,
  tripLocationTotals,
  trips,
} from '@shared/tables/trips';
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containing, type DbOrTx, foldTextSql, isAnyOf, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { loadLocalities } from './localities';
import { type PlaceSearch, placeSearch } from './place-search';
import { keptTrips } from './trips.repository';

/**
 * The holder's places and drivers that a search text matches; drivers also by a former name or number. `places` is undefined where there are many: then the
 * trips are searched. `isReference` says that a trip has a booking reference that begins with the text.
 */
export type SearchMatch = Awaited<ReturnType<typeof matchSearch>>;

export type Bounds = Partial<Range>;

/** The most places worth fetching: with few of them, PostgreSQL finds their trips by its indexes. */
const FEW_PLACES = 1000;

type PlaceMatch = PlaceSearch & { search: string };

/** By the key, so that a search finds every spelling. */
function isSuburb({ suburbKey: key }: typeof tripLocationTotals | typeof trips, match: PlaceMatch) {
  const { search, keys, words } = match;
  const folded = foldTextSql(key);
  const isFound = or(
    like(folded, containing(suburbKey(search))),
    words === undefined ? undefined : like(sql`' ' || ${folded}`, containing(` ${words}`)),
    keys.length > 0 ? isAnyOf(key, keys) : undefined,
  );
  return sql<boolean>`(${isFound})`;
}
const isPlace = (table: typeof tripLocationTotals | typeof trips, match: PlaceMatch) =>
  or(isSuburb(table, match), like(table.postcode, containing(match.search)));
/** Its beginning alone, which an index finds among all trips. */
const isReferenced = (search: string) =>
  sql<boolean>`lower(${trips.bookingReference}) like lower(${`${search.replace(/[\\%_]/g, '\\$&')}%`})`;
const sum = sql<number>`coalesce(sum(trip_count), 0)`.mapWith(Number);
const distinct = (values: string[]) => [...new Set(values)];

/** Looks a text up among a holder's few places and drivers, so that the cost of a search hardly depends on the number of trips. */
export async function matchSearch(db: DbOrTx, holderId: string, search: string) {
  const match = { search, ...placeSearch(await loadLocalities(), search) };
  const bySuburb = isSuburb(tripLocationTotals, match);
  const pattern = containing(search);
  const places = await db
    .select({ suburbKey: tripLocationTotals.suburbKey, postcode: tripLocationTotals.postcode, bySuburb })
    .from(tripLocationTotals)
    .where(and(eq(tripLocationTotals.beaHolderId, holderId), isPlace(tripLocationTotals, match)))
    .limit(FEW_PLACES + 1);
  const people = await db
    .select({ id: drivers.id })
    .from(drivers)
    .where(
      and(
        eq(drivers.beaHolderId, holderId),
        or(
          like(foldTextSql(driverNameSql), pattern),
          like(foldTextSql(drivers.driverAuthorityLicense), pattern),
          inArray(drivers.id, driversFormerly(db, holderId, pattern)),
        ),
      ),
    );
  const referenced = await db
    .select({ one: sql`1` })
    .from(trips)
    .where(and(keptTrips(holderId), isReferenced(search)))
    .limit(1);
  return {
    ...match,
    places:
      places.length > FEW_PLACES
        ? undefined
        : {
            suburbKeys: distinct(places.filter((place) => place.bySuburb).map((place) => place.suburbKey)),
            postcodes: distinct(places.filter((place) => !place.bySuburb).map((place) => place.postcode)),
          },
    driverIds: people.map(({ id }) => id),
    isReference: referenced.length > 0,
  };
}

/** The drivers who had a name or number with a pattern: a subquery. */
function driversFormerly(db: DbOrTx, holderId: string, pattern: string) {
  const { beaHolderId, driverId, fact, value } = datedFacts;
  const isNamed = inArray(fact, ['name', 'number']);
  const former = sql<string>`concat_ws(' ', ${value} ->> 'firstName', ${value} ->> 'lastName', ${value} ->> 'driverAuthorityLicense')`;
  return db
    .select({ driverId })
    .from(datedFacts)
    .where(and(eq(beaHolderId, holderId), isNotNull(driverId), isNamed, like(foldTextSql(former), pattern)));
}

export function tripsMatching(match: SearchMatch): SQL {
  const { search, places, driverIds, isReference } = match;
  const conditions = [
    places ? undefined : isPlace(trips, match),
    places?.suburbKeys.length ? isAnyOf(trips.suburbKey, places.suburbKeys) : undefined,
    places?.postcodes.length ? isAnyOf(trips.postcode, places.postcodes) : undefined,
    driverIds.length ? isAnyOf(trips.driverId, driverIds) : undefined,
    isReference ? isReferenced(search) : undefined,
  ];
  return or(...conditions) ?? sql`false`;
}

/** How many kept trips a holder has, as a subquery. It sums by driver, because there are fewer drivers than places. */
export const totalOf = (holderId: Placeholder) =>
  sql<number>`(select ${sum} from ${tripDriverTotals} where ${tripDriverTotals.beaHolderId} = ${holderId})`.mapWith(
    Number,
  );

/** The totals of a query's rows of one table. */
export const sumOfTotals = ({
  tripCount,
  waitingTotal,
  unknownWaits,
}: typeof tripLocationTotals | typeof tripDayTotals) => ({
  tripCount: sql`coalesce(sum(${tripCount}), 0)`.mapWith(Number),
  waitingTotal: sql`coalesce(sum(${waitingTotal}), 0)`.mapWith(Number),
  unknownWaits: sql`coalesce(sum(${unknownWaits}), 0)`.mapWith(Number),
});

const onDayBoundary = (instant: Date | undefined) =>
  !instant || (isMidnight(instant) && instant.getTime() % MINUTE_MS === 0);

/** Whether the bounds are whole Brisbane days, so that the totals by day can be used. */
export const areWholeDays = ({ from, to }: Bounds) => onDayBoundary(from) && onDayBoundary(to);

const daysWithin = (holderId: string, { from, to }: Bounds) =>
  and(
    eq(tripDayTotals.beaHolderId, holderId),
    gt(tripDayTotals.tripCount, 0),
    from && gte(tripDayTotals.day, brisbaneDay(from)),
    to && lt(tripDayTotals.day, brisbaneDay(to)),
  );

/** How many kept trips lie on the whole days within the bounds. */
export async function countByDay(db: DbOrTx, holderId: string, bounds: Bounds): Promise<number> {
  const rows = await db.select({ total: sum }).from(tripDayTotals).where(daysWithin(holderId, bounds));
  return onlyRow(rows).total;
}

/** How many kept trips began at a postcode and at the places of a search match; either may be left out. */
export async function countByLocation(
  db: DbOrTx,
  holderId: string,
  filter: { postcode: string | undefined; match: SearchMatch | undefined },
): Promise<number> {
  const rows = await db
    .select({ total: sum })
    .from(tripLocationTotals)
    .where(
      and(
        eq(tripLocationTotals.beaHolderId, holderId),
        filter.postcode ? eq(tripLocationTotals.postcode, filter.postcode) : undefined,
        filter.match && isPlace(tripLocationTotals, filter.match),
      ),
    );
  return onlyRow(rows).total;
}

/**
 * Finds the day on which a page of trips begins, so that the days before it are skipped without being read.
 * @param offset how many trips come before the page; what is left of it, within the bounds, is returned
 */
export async function seekDay(
  db: DbOrTx,
  holderId: string,
  { bounds, offset, order }: { bounds: Bounds; offset: number; order: 'asc' | 'desc' },
): Promise<{ bounds: Bounds; offset: number }> {
  const { day, tripCount } = tripDayTotals;
  const skipped = sql<number>`sum(${tripCount}) over (order by ${day} ${sql.raw(order)}) - ${tripCount}`;
  const days = db
    .select({ day, skipped: skipped.as('skipped') })
    .from(tripDayTotals)
    .where(daysWithin(holderId, bounds))
    .as('days');
  const [found] = await db
    .select({ day: days.day, skipped: sql`${days.skipped}`.mapWith(Number) })
    .from(days)
    .where(sql`${days.skipped} <= ${offset}`)
    .orderBy(desc(days.skipped))
    .limit(1);
  if (!found) return { bounds, offset };
  const start = brisbaneInstant(found.day);
  const rest = offset - found.skipped;
  if (order === 'asc') return { bounds: { ...bounds, from: start }, offset: rest };
  return { bounds: { ...bounds, to: new Date(start.getTime() + DAY_MS) }, offset: rest };
}

export async function listPostcodes(db: DbOrTx, holderId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ postcode: tripLocationTotals.postcode })
    .from(tripLocationTotals)
    .where(and(eq(tripLocationTotals.beaHolderId, holderId), gt(tripLocationTotals.tripCount, 0)))
    .orderBy(tripLocationTotals.postcode);
  return rows.map((row) => row.postcode);
}
