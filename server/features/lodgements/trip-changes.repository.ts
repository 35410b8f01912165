import type { ActivityEvent } from '@shared/activity/activity';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { auditEvents, users } from '@shared/tables/holders';
import { SUBURB_KEY, trips } from '@shared/tables/trips';
import { type SQL, sql } from 'drizzle-orm';
import { changesBetween } from '../../lib/audit';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';
import { personOfEvent } from '../activity/activity.repository';
import { readThen } from '../drivers/then.repository';
import { loadPlaceNames } from '../trips/localities';
import { unnamedTrip } from '../trips/trips.repository';
import { isRenaming, type Lodged, lodgedPeriods } from './figure-history.repository';

/** How many of a report are listed. */
export const MOST_CHANGED_TRIPS = 50;

type PlaceNames = Awaited<ReturnType<typeof loadPlaceNames>>;
/** What a report has of a trip, and whether it counts it. */
type Side = { datetime: string; postcode: string; suburb: string; waitingTime: number | null; kind: string };
type Row = {
  lodgementId: string;
  tripId: string;
  eventId: string;
  at: number;
  person: string | null;
  action: 'created' | 'updated' | 'deleted' | 'restored';
  /** Null for a trip that was not stored then. */
  was: Side | null;
  now: Side;
  /** Of the whole report. */
  count: number;
};

/**
 * Finds the trips that lodged reports count otherwise than when they were lodged: the last ones changed first. It reads the audit trail since
 * then, and the trips that it names. What a trip was is the former value of its first change since, else what it is now.
 * @param most how many of each report are listed
 * @returns by the lodgement's id; reports without such trips are left out
 */
export async function readTripChanges(db: DbOrTx, holderId: string, lodged: readonly Lodged[], most: number) {
  const rows = await findTripChanges(db, holderId, lodged, most);
  const nameOf = await loadPlaceNames();
  const ids = [...new Set(rows.map(({ tripId }) => tripId))];
  const stored = await db
    .select({ ...unnamedTrip, deletedAt: trips.deletedAt })
    .from(trips)
    .where(sql`${trips.beaHolderId} = ${holderId} and ${isAnyOf(trips.id, ids)}`);
  const then = await readThen(db, holderId, {
    drivers: stored.map(({ driverId }) => driverId),
    vehicles: stored.flatMap(({ vehicleId }) => vehicleId ?? []),
  });
  const tripById = new Map(stored.map((trip) => [trip.id, then.named(trip)]));
  const found = new Map<string, { count: number; listed: ReturnType<typeof listed>[] }>();
  const listed = (row: Row, { deletedAt, ...trip }: NonNullable<ReturnType<typeof tripById.get>>) => ({
    trip,
    isDeleted: deletedAt !== null,
    event: eventOf(row, nameOf),
  });
  for (const row of rows) {
    const ofReport = found.get(row.lodgementId) ?? { count: row.count, listed: [] };
    const trip = tripById.get(row.tripId);
    if (trip) ofReport.listed.push(listed(row, trip));
    found.set(row.lodgementId, ofReport);
  }
  return found;
}

/** What happened to a trip in all since the report was lodged, as Activity says what one person did. */
function eventOf({ eventId, tripId, at, person, action, was, now }: Row, nameOf: PlaceNames): ActivityEvent {
  const changes =
    action === 'updated' ? changesBetween(was ? shown(was, nameOf) : {}, shown(now, nameOf)) : {};
  return {
    id: eventId,
    at: new Date(at).toISOString(),
    entity: 'trip',
    entityId: tripId,
    action,
    subject: null,
    person,
    changes,
  };
}

/** A place that has another name now is the same place. */
const shown = (side: Side, nameOf: PlaceNames) => ({ ...side, suburb: capitaliseSuburb(nameOf(side)) });

/** Counts those trips of each report, by the lodgement's id. */
export async function countTripChanges(db: DbOrTx, holderId: string, lodged: readonly Lodged[]) {
  const rows = await findTripChanges(db, holderId, lodged, 1);
  return new Map(rows.map(({ lodgementId, count }) => [lodgementId, count]));
}

async function findTripChanges(db: DbOrTx, holderId: string, lodged: readonly Lodged[], most: number) {
  if (lodged.length === 0) return [];
  const { rows } = await db.execute<Row>(sql`
    with lodged as materialized (${lodgedPeriods(lodged)}), event as materialized (
      select id, at, user_id, driver_id, token, entity_id, action, changes, ${stoodAt} as stood_at from ${auditEvents}
      where bea_holder_id = ${holderId} and entity = 'trip' and at >= (select min(since) from lodged) and ${touchesFigures}
    ), touched as (
      select lodgement_id, begins, ends, entity_id, ${first(sql`action`)} as first_action, ${last(sql`action`)} as last_action,
        ${last(sql`id`)} as event_id, ${last(sql`event.at`)} as at, ${last(sql`user_id`)} as user_id,
        ${last(sql`driver_id`)} as driver_id, ${last(sql`token`)} as token,
        ${former('datetime')}, ${former('postcode')}, ${former('suburb')}, ${former('waitingTime')}, ${former('kind')}
      from event join lodged on event.at >= since and (stood_at is null or stood_at >= begins and stood_at < ends)
      group by lodgement_id, begins, ends, entity_id
    ), compared as (
      select touched.*, trip.id as trip_id, first_action in ('created', 'restored') as is_new, deleted_at,
        ${was('datetime', sql`timestamptz`)} as datetime_was, trip.datetime,
        ${was('postcode')} as postcode_was, trip.postcode, ${was('suburb')} as suburb_was, trip.suburb, suburb_key,
        ${was('waitingTime', sql`int`, sql`waiting_time`)} as waiting_was, trip.waiting_time,
        ${was('kind')} as kind_was, trip.kind
      from touched join ${trips} trip on trip.bea_holder_id = ${holderId} and trip.id = touched.entity_id
    ), counted as (
      select *, not is_new and kind_was = 'booked' and datetime_was >= begins and datetime_was < ends as was_counted,
        deleted_at is null and kind = 'booked' and datetime >= begins and datetime < ends as is_counted
      from compared
    ), changed as (
      select *, (count(*) over (partition by lodgement_id))::int as count,
        row_number() over (partition by lodgement_id order by at desc, trip_id) as number
      from counted
      where was_counted <> is_counted or was_counted and (
        postcode_was <> postcode or waiting_was is distinct from waiting_time or ${suburbKeyWas} <> suburb_key
      )
    )
    select lodgement_id as "lodgementId", trip_id as "tripId", event_id as "eventId", count,
      (extract(epoch from changed.at) * 1000)::float8 as at, 
      ${personOfEvent(holderId, { driverId: sql`changed.driver_id`, token: sql`changed.token` })} as person,
      case when was_counted and last_action = 'deleted' then 'deleted' when is_new then first_action else 'updated' end as action,
      case when not is_new then ${side('_was', sql`waiting_was`)} end as was, ${side('', sql`waiting_time`)} as now
    from changed left join ${users} on ${users.beaHolderId} = ${holderId} and ${users.id} = changed.user_id
    where number <= ${most}
    order by changed.at desc, trip_id`);
  return rows;
}

/** Where a whole trip stood in time that was added, deleted or restored: most are of other periods. Null for a change of fields. */
const stoodAt = sql`case when action <> 'updated'
  then coalesce(changes #>> '{datetime,to}', changes #>> '{datetime,from}')::timestamptz end`;

/** A place that the software gave another name (`renamePlaces`) has not changed. */
const touchesFigures = sql`(
  action <> 'updated' or changes ?| array['datetime', 'postcode', 'suburb', 'waitingTime', 'kind']
    and not ${isRenaming}
)`;

const first = (what: SQL, condition = sql`true`) =>
  sql`(array_agg(${what} order by event.at, id) filter (where ${condition}))[1]`;
const last = (what: SQL) => sql`(array_agg(${what} order by event.at desc, id desc))[1]`;

/** The value before the first change of a field, as JSON: a former null is not a field that stayed. */
function former(field: string): SQL {
  const value = sql.raw(`changes #> '{${field},from}'`);
  return sql`${first(value, sql`${value} is not null`)} as ${sql.raw(`"${field}_from"`)}`;
}

const was = (field: string, type = sql`text`, column: SQL = sql.raw(field)): SQL => {
  const value = sql.raw(`"${field}_from"`);
  return sql`case when ${value} is null then trip.${column} else (${value} #>> '{}')::${type} end`;
};

const suburbKeyWas = sql`(select ${SUBURB_KEY} from (values (suburb_was)) as of (suburb))`;

/** In milliseconds and JSON, so that both sides are written the same. */
const side = (suffix: string, waiting: SQL): SQL => {
  const of = (name: string) => sql.raw(`${name}${suffix}`);
  return sql`json_build_object('datetime', to_char(${of('datetime')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'kind', ${of('kind')}, 'suburb', ${of('suburb')}, 'postcode', ${of('postcode')}, 'waitingTime', ${waiting})`;
};
