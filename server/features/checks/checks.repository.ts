import { DUPLICATE_WINDOW_MS, LONG_WAIT_MINUTES } from '@shared/limits';
import type { Range } from '@shared/periods';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { datedFacts, driverSwitchOffs, drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow } from '../../lib/database/db';
import { bookedWithin } from '../reports/figures.repository';
import { keptShifts } from '../shifts/shifts.repository';
import { isChosen, keptTrips, tripsWithin, unnamedTrip } from '../trips/trips.repository';

export type PlaceName = { suburb: string; postcode: string };

/** Why trips need a look. The subject of a kind is the driver, the vehicle, the place (`placeKeyOf`), or '' for all of them. */
export type OddTripKind =
  | 'duplicate'
  | 'duplicate-again'
  | 'future'
  | 'long-wait'
  | 'entity-expired'
  | `place-${'misplaced' | 'outside'}`
  | `driver-${'before' | 'after' | 'gap' | 'off' | 'expired' | 'outside-hours'}`
  | `vehicle-${'before' | 'after' | 'gap' | 'no-licence' | 'before-licence' | 'after-licence'}`;

/** Trips that need a look for one reason, of one subject. */
export type OddTrips = {
  kind: OddTripKind;
  subject: string;
  tripCount: number;
  /** How many of them came from an imported file. */
  imported: number;
  firstDay: string;
  lastDay: string;
  /** The first of them. */
  ids: string[];
  /** Of duplicates, the trip before each of `ids`; those that repeat a duplicate are `duplicate-again`. */
  earlierIds: string[];
};

/** Which trips are looked at: those that the reports count, or every trip of chosen drivers and vehicles. */
export type Selection = {
  range: Range;
  onlyBooked: boolean;
  driverIds: readonly string[] | null;
  vehicleIds: readonly string[] | null;
};

type DrivenTrips = { driverId: string; vehicleId: string | null; tripCount: number; toLookAt: number };

type LookedAt = Selection & {
  now: Date;
  /** The last day on which the booking entity's authorisation is in force. */
  entityExpires: string | null;
  misplaced: readonly PlaceName[];
  outside: readonly PlaceName[];
  /** How many trips of a subject are named; of duplicates, which are findings of their own, `mostPairs`, and of those that repeat them `examples` times as many. */
  examples: number;
  mostPairs: number;
};

export const placeKeyOf = ({ suburb, postcode }: PlaceName) => `${postcode} ${suburbKey(suburb)}`;

const selected = (holderId: string, selection: Selection) =>
  and(
    selection.onlyBooked ? bookedWithin(holderId, selection.range) : tripsWithin(holderId, selection.range),
    isChosen(trips, selection),
  );

const dayOf = (instant: SQL | typeof trips.datetime | typeof drivers.startDate) =>
  sql`(${instant} at time zone 'Australia/Brisbane')::date`;

/** The days of each driver with the holder, and those on which it was switched off (docs/product/drivers.md#when-a-driver-ends). */
function driverDays(holderId: string): SQL {
  const start = dayOf(drivers.startDate);
  const end = sql`least(${dayOf(sql`${drivers.endDate}`)}, ${dayOf(sql`${drivers.deletedAt}`)})`;
  const off = dayOf(sql`${driverSwitchOffs.switchedOffAt}`);
  const on = dayOf(sql`${driverSwitchOffs.switchedOnAt}`);
  return sql`
    select ${drivers.id} as id, ${drivers.authorisationExpires} as expires, coalesce(off.days, '{}') as off_days,
      coalesce(former.days, '{}') + case when ${end} < ${start} then '{}' else datemultirange(daterange(${start}, ${end}, '[]')) end as days
    from ${drivers}
    left join (
      select driver_id, range_agg(daterange(first_day, last_day, '[]')) as days from ${datedFacts}
      where ${and(eq(datedFacts.beaHolderId, holderId), eq(datedFacts.fact, 'time'))} and driver_id is not null group by driver_id
    ) former on former.driver_id = ${drivers.id}
    left join (
      select driver_id, range_agg(daterange(${off} + 1, case when ${on} is not null then greatest(${off} + 1, ${on}) end)) as days from ${driverSwitchOffs}
      where ${eq(driverSwitchOffs.beaHolderId, holderId)} group by driver_id
    ) off on off.driver_id = ${drivers.id}
    where ${eq(drivers.beaHolderId, holderId)}`;
}

/** The days on which each vehicle was available and had a licence; null without any. A removed one was available until its removal. */
function vehicleDays(holderId: string): SQL {
  const until = sql`datemultirange(daterange(null, ${dayOf(sql`${vehicles.deletedAt}`)}, '[]'))`;
  const days = (fact: 'time' | 'licence') =>
    sql`range_agg(daterange(first_day, last_day, '[]')) filter (where fact = ${fact})`;
  return sql`
    select ${vehicles.id} as id, ${vehicles.isSubstituteTaxi} as is_substitute,
      facts.days * ${until} as days, facts.licensed as licensed
    from ${vehicles}
    left join (
      select vehicle_id, ${days('time')} as days, ${days('licence')} as licensed from ${datedFacts}
      where ${eq(datedFacts.beaHolderId, holderId)} and vehicle_id is not null group by vehicle_id
    ) facts on facts.vehicle_id = ${vehicles.id}
    where ${eq(vehicles.beaHolderId, holderId)}`;
}

/** Before, after or between the days of a multirange, none of which is the day. */
const outsideOf = (days: SQL, name: 'driver' | 'vehicle') => sql`case when ${days} @> day then null
  when isempty(${days}) or day >= upper(${days}) then ${sql.raw(`'${name}-after'`)}
  when day < lower(${days}) then ${sql.raw(`'${name}-before'`)} else ${sql.raw(`'${name}-gap'`)} end`;

/**
 * Finds the trips that need a look, by reason and subject, in one reading of the trips (docs/product/reports.md#readiness).
 * @returns also how many trips there are, how many need a look for any reason, and their drivers and vehicles
 */
export async function findOddTrips(db: DbOrTx, holderId: string, within: LookedAt) {
  const { range, now, entityExpires, misplaced, outside, examples, mostPairs } = within;
  const keys = (places: readonly PlaceName[]) => sql`${sql.param(places.map(placeKeyOf))}::text[]`;
  const { rows } = await db.execute<{ driven: DrivenTrips[] | null; groups: OddTrips[] | null }>(sql`
    with of_driver as materialized (${driverDays(holderId)}),
    of_vehicle as materialized (${vehicleDays(holderId)}),
    hours as materialized (
      select driver_id, range_agg(tstzrange(starts_at, ends_at, '[]')) as times from ${shifts} where ${keptShifts({ holderId, now }, range)} group by driver_id
    ),
    -- before it no one recorded hours
    recorded as materialized (
      select driver_id, min(${dayOf(sql`${shifts.startsAt}`)}) as first_day from ${shifts}
      where ${and(eq(shifts.beaHolderId, holderId), isNull(shifts.deletedAt))} group by driver_id
    ),
    of_range as (
      select id, driver_id, vehicle_id, datetime, waiting_time, ${dayOf(trips.datetime)} as day, postcode || ' ' || suburb_key as place,
        import_id is not null as is_imported,
        case when datetime - lag(datetime) over alike <= ${DUPLICATE_WINDOW_MS} * interval '1 millisecond' then lag(id) over alike end as earlier_id,
        lag(datetime) over alike - lag(datetime, 2) over alike <= ${DUPLICATE_WINDOW_MS} * interval '1 millisecond' as is_again
      from ${trips} where ${selected(holderId, within)}
      -- numbers sort in a third of the time that texts take
      window alike as (partition by hashtextextended(driver_id, 0), hashtextextended(suburb_key, 0) order by datetime, id)
    ),
    doubted as materialized (
      select of_range.id, driver_id, vehicle_id, datetime, day, place, is_imported, earlier_id, concat_ws(' ',
        case when earlier_id is not null then case when is_again then 'duplicate-again' else 'duplicate' end end,
        case when datetime > ${now.toISOString()}::timestamptz then 'future' end,
        case when waiting_time > ${LONG_WAIT_MINUTES} then 'long-wait' end,
        case when day > ${entityExpires}::date then 'entity-expired' end,
        case when place = any(${keys(misplaced)}) then 'place-misplaced' end,
        case when place = any(${keys(outside)}) then 'place-outside' end,
        case when of_driver.off_days @> day then 'driver-off' else ${outsideOf(sql`of_driver.days`, 'driver')} end,
        case when day > of_driver.expires then 'driver-expired' end,
        case when not hours.times @> datetime and day >= recorded.first_day then 'driver-outside-hours' end,
        case when of_vehicle.days is not null then ${outsideOf(sql`of_vehicle.days`, 'vehicle')} end,
        case when of_vehicle.is_substitute or of_vehicle.licensed @> day then null
          when of_vehicle.licensed is null and of_vehicle.id is not null then 'vehicle-no-licence'
          when day < lower(of_vehicle.licensed) then 'vehicle-before-licence'
          when of_vehicle.licensed is not null then 'vehicle-after-licence' end
      ) as kinds
      from of_range
        join of_driver on of_driver.id = driver_id
        left join of_vehicle on of_vehicle.id = vehicle_id
        left join hours using (driver_id)
        left join recorded using (driver_id)
    ),
    numbered as (
      select id, earlier_id, is_imported, day, kind, subject, row_number() over (partition by hashtextextended(kind || subject, 0) order by datetime, id) as number
      from (
        select doubted.*, kind, case split_part(kind, '-', 1) when 'driver' then driver_id when 'vehicle' then vehicle_id
          when 'place' then place else '' end as subject
        from doubted cross join unnest(string_to_array(kinds, ' ')) as kind where kinds <> ''
      ) of_kind
    ),
    counted as (
      select kind, subject, count(*) as "tripCount", count(*) filter (where is_imported) as imported,
        min(day) as "firstDay", max(day) as "lastDay"
      from numbered group by kind, subject
    ),
    first as (
      select kind, subject, array_agg(id order by number) as ids,
        coalesce(array_agg(earlier_id order by number) filter (where kind like 'duplicate%'), '{}') as "earlierIds"
      from numbered where number <= case kind when 'duplicate' then ${mostPairs}::int when 'duplicate-again' then ${mostPairs * examples}::int else ${examples}::int end group by kind, subject
    )
    select (select json_agg(pairs) from (
        select driver_id as "driverId", vehicle_id as "vehicleId", count(*) as "tripCount", count(*) filter (where kinds <> '') as "toLookAt"
        from doubted group by driver_id, vehicle_id
      ) pairs) as driven,
      (select json_agg(found order by "firstDay", subject) from (select * from counted join first using (kind, subject)) found) as groups`);
  const { groups, driven } = onlyRow(rows);
  const pairs = driven ?? [];
  const sumOf = (count: 'tripCount' | 'toLookAt') => pairs.reduce((sum, pair) => sum + pair[count], 0);
  return {
    tripCount: sumOf('tripCount'),
    toLookAt: sumOf('toLookAt'),
    driven: {
      drivers: new Set(pairs.map(({ driverId }) => driverId)),
      vehicles: new Set(pairs.flatMap(({ vehicleId }) => vehicleId ?? [])),
    },
    groups: groups ?? [],
  };
}

/** The shifts of a range that name no vehicle, by driver. */
export async function countHoursWithoutVehicle(
  call: Call<DbOrTx>,
  { range, driverIds, vehicleIds }: Selection,
) {
  if (vehicleIds) return [];
  const isMeant = and(keptShifts(call, range), isChosen(shifts, { driverIds }), isNull(shifts.vehicleId));
  return call.db
    .select({
      driverId: shifts.driverId,
      shiftCount: sql`count(*)`.mapWith(Number),
      firstDay: sql<string>`min(${dayOf(sql`${shifts.startsAt}`)})::text`,
      lastDay: sql<string>`max(${dayOf(sql`${shifts.startsAt}`)})::text`,
    })
    .from(shifts)
    .where(isMeant)
    .groupBy(shifts.driverId);
}

/** The places of the selected trips. */
export async function listPlaces(db: DbOrTx, holderId: string, selection: Selection): Promise<PlaceName[]> {
  const { postcode, suburbKey } = trips;
  const rows = await db
    .selectDistinct({ postcode, suburbKey })
    .from(trips)
    .where(selected(holderId, selection));
  return rows.map((place) => ({ postcode: place.postcode, suburb: capitaliseSuburb(place.suburbKey) }));
}

/** Every driver, removed ones too, with its present time and authorisation. */
export function listDriverTimes(db: DbOrTx, holderId: string) {
  const { id, startDate, endDate, deletedAt, authorisationExpires } = drivers;
  return db
    .select({ id, startDate, endDate, deletedAt, authorisationExpires })
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId));
}

/** Trips by their ids, without names. */
export const listTripsById = (db: DbOrTx, holderId: string, ids: readonly string[]) =>
  db
    .select(unnamedTrip)
    .from(trips)
    .where(and(keptTrips(holderId), isAnyOf(trips.id, ids)));
