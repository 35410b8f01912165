import { suburbKey } from '@shared/places/suburbs';
import type { FigureChange } from '@shared/reports/lodgements';
import { readPeriod } from '@shared/reports/report-periods';
import { auditEvents, users } from '@shared/tables/holders';
import { drivers, SUBURB_KEY, trips, vehicles } from '@shared/tables/trips';
import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';
import { personOfEvent } from '../activity/activity.repository';

/** Each figure's subject, as text that the database compares. */
export const SUBJECTS = {
  everyTrip: 'trips',
  place: (postcode: string, suburb: string) => `place ${postcode} ${suburbKey(suburb)}`,
  driver: (licence: string) => `driver ${licence.toLowerCase()}`,
  area: (postcode: string, suburb: string) => `area ${postcode} ${suburbKey(suburb)}`,
  vehicle: (registration: string) => `vehicle ${registration}`,
};

export type FigureHistory = Pick<FigureChange, 'times' | 'last'>;

/** A lodgement of a period, and when it was marked. */
export type Lodged = { id: string; period: string; createdAt: Date };
type FigureName = { lodgementId: string; subject: string };
/** `named` is the subject as events name it: its own or a former name. */
type SoughtFigure = FigureName & { named: string };
/** `at` is in milliseconds. */
type Row = FigureName & Pick<FigureChange, 'times'> & NonNullable<FigureChange['last']> & { at: number };

/**
 * Reads from the audit trail what touched figures since their reports were lodged. An event of a booked trip touches the total of a period
 * that the trip was in before or after, and its place; an event of a driver its licence's line, of a vehicle its registration's, of a place's area those of the place or of its postcode. What one person did at one moment,
 * such as an import, counts once. A place that the software renamed was not touched.
 *
 * An event has only the fields that it changed. The value of another field is what the next event that changed it has as its former
 * value, or else the present one: events are read from the latest, and those after a change of a field share a number.
 * @returns finds a figure's history; every figure that was asked for has one
 */
export async function readHistories(
  db: DbOrTx,
  holderId: string,
  lodged: readonly Lodged[],
  figures: readonly SoughtFigure[],
): Promise<(figure: FigureName) => FigureHistory> {
  const { rows } = await db.execute<Row>(sql`
    with lodged as materialized (${lodgedPeriods(lodged)}), figure as materialized (
      select distinct * from unnest(
        ${sql.param(figures.map(({ lodgementId }) => lodgementId))}::text[],
        ${sql.param(figures.map(({ subject }) => subject))}::text[],
        ${sql.param(figures.map(({ named }) => named))}::text[]
      ) as figure (lodgement_id, subject, named)
    ), trip_event as (
      select ${eventColumns}, ${fields(['datetime', 'postcode', 'suburb', 'kind'])}
      from ${eventsOf('trip', holderId, sql`${mayTouch} and not ${isRenaming}`)}
    ), trip_before as (
      select event.*, ${before('datetime', sql`${trips.datetime}`, sql`timestamptz`)},
        ${before('postcode', sql`${trips.postcode}`)}, ${before('suburb', sql`${trips.suburb}`)},
        ${before('kind', sql`${trips.kind}`)}
      from trip_event event join ${trips} on ${trips.beaHolderId} = ${holderId} and ${trips.id} = event.entity_id
    ), trip_moment as (
      select id, at, user_id, driver_id, token, action, datetime, postcode, suburb, kind from trip_before
      where action not in ('created', 'restored')
      union all
      select id, at, user_id, driver_id, token, action, coalesce(datetime_to::timestamptz, datetime), coalesce(postcode_to, postcode),
        coalesce(suburb_to, suburb), coalesce(kind_to, kind)
      from trip_before where action <> 'deleted'
    ), driver_event as (
      select ${eventColumns}, ${fields(['driverAuthorityLicense'])}
      from ${eventsOf('driver', holderId)}
    ), driver_before as (
      select event.*, ${before('driverAuthorityLicense', sql`${drivers.driverAuthorityLicense}`)}
      from driver_event event
      left join ${drivers} on ${drivers.beaHolderId} = ${holderId} and ${drivers.id} = event.entity_id
    ), vehicle_event as (
      select ${eventColumns}, ${fields(['registration'])}
      from ${eventsOf('vehicle', holderId)}
    ), vehicle_before as (
      select event.*, ${before('registration', sql`${vehicles.registration}`)}
      from vehicle_event event
      left join ${vehicles} on ${vehicles.beaHolderId} = ${holderId} and ${vehicles.id} = event.entity_id
    ), place_event as (
      select id, at, user_id, driver_id, token, action, right(entity_id, 4) as postcode, left(entity_id, -4) as suburb
      from ${auditEvents}
      where bea_holder_id = ${holderId} and entity = 'place' and user_id is not null and at >= (select min(since) from lodged)
    ), touched as (
      select lodgement_id, id, at, user_id, driver_id, token, action, 'trip' as entity, named
      from (select *, ${SUBURB_KEY} as suburb_key from trip_moment) moment
      join lodged on at >= since and datetime >= begins and datetime < ends and kind = 'booked'
      cross join lateral (values (${SUBJECTS.everyTrip}), ('place ' || postcode || ' ' || suburb_key)) as of (named)
      union all
      select lodgement_id, id, at, user_id, driver_id, token, action, 'driver', 'driver ' || lower(licence)
      from driver_before join lodged on at >= since
      cross join lateral (values ("driverAuthorityLicense"), ("driverAuthorityLicense_to")) as of (licence)
      union all
      select lodgement_id, id, at, user_id, driver_id, token, action, 'vehicle', 'vehicle ' || plate
      from vehicle_before join lodged on at >= since
      cross join lateral (values (registration), (registration_to)) as of (plate)
      union all
      select lodgement_id, id, at, user_id, driver_id, token, action, 'place', named
      from (select *, ${SUBURB_KEY} as suburb_key from place_event) place
      join figure on named = 'area ' || postcode || ' ' || suburb_key
        or suburb_key = '' and starts_with(named, 'area ' || postcode || ' ')
      join lodged using (lodgement_id)
      where at >= since
    ), act as (
      select lodgement_id, subject, at, user_id, driver_id, token, max(entity) as entity, max(action) as action, count(distinct id)::int as count
      from touched join figure using (lodgement_id, named)
      group by 1, 2, 3, 4, 5, 6
    ), last_act as (
      select distinct on (lodgement_id, subject) *, (count(*) over (partition by lodgement_id, subject))::int as times
      from act order by lodgement_id, subject, at desc
    )
    select lodgement_id as "lodgementId", subject, times, (extract(epoch from last_act.at) * 1000)::float8 as at,
      ${personOfEvent(holderId, { driverId: sql`last_act.driver_id`, token: sql`last_act.token` })} as person,
      coalesce(imported.entity, last_act.entity) as entity,
      coalesce(imported.action, last_act.action) as action, coalesce(imported.count, last_act.count) as count
    from last_act
    left join ${users} on ${users.beaHolderId} = ${holderId} and ${users.id} = last_act.user_id
    left join lateral (
      select entity, action, coalesce(changes #>> '{tripCount,to}', changes #>> '{tripCount,from}')::int as count
      from ${auditEvents}
      where bea_holder_id = ${holderId} and audit_events.at = last_act.at and last_act.entity = 'trip'
        and entity = 'import' and user_id is not distinct from last_act.user_id
        and driver_id is not distinct from last_act.driver_id and token is not distinct from last_act.token
      limit 1
    ) imported on true`);
  const keyOf = ({ lodgementId, subject }: FigureName) => `${lodgementId} ${subject}`;
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return (figure) => {
    const row = found.get(keyOf(figure));
    if (!row) return { times: 0, last: null };
    const { times, at, person, entity, action, count } = row;
    return { times, last: { at: new Date(at).toISOString(), person, entity, action, count } };
  };
}

const eventColumns = sql.raw('id, at, user_id, driver_id, token, entity_id, action');

const eventsOf = (
  entity: 'trip' | 'driver' | 'vehicle',
  holderId: string,
  condition = sql`true`,
) => sql`${auditEvents}
  where bea_holder_id = ${holderId} and entity = ${entity} and at >= (select min(since) from lodged) and ${condition}
  window later as (partition by entity_id order by at desc, id desc)`;

/** Most events are trips that are logged in other periods: such an event says where and when the trip was, and changes no field. */
const mayTouch = sql`(
  action = 'updated' or coalesce(changes #>> '{datetime,to}', changes #>> '{datetime,from}')::timestamptz
    between (select min(begins) from lodged) and (select max(ends) from lodged)
)`;

/** Lodgements as rows: since when what is done changes them, and their periods. */
export function lodgedPeriods(lodged: readonly Lodged[]): SQL {
  const ranges = lodged.map(({ period }) => readPeriod(period).range);
  return sql`
    select * from unnest(
      ${sql.param(lodged.map(({ id }) => id))}::text[],
      ${sql.param(lodged.map(({ createdAt }) => createdAt))}::timestamptz[],
      ${sql.param(ranges.map(({ from }) => from))}::timestamptz[],
      ${sql.param(ranges.map(({ to }) => to))}::timestamptz[]
    ) as lodged (lodgement_id, since, begins, ends)`;
}

/** The event of a trip whose place the software gave another name (`renamePlaces`). */
export const isRenaming = sql`(user_id is null and driver_id is null and token is null and action = 'updated' and changes - 'suburb' = '{}')`;

/** Columns for each field: what it was changed from and to, and how many changes of it there were from this event on. */
const fields = (names: string[]): SQL =>
  sql.raw(
    names
      .map(
        (name) => `changes #>> '{${name},from}' as "${name}_from", changes #>> '{${name},to}' as "${name}_to",
          count(changes #> '{${name},from}') over later as "${name}_changes"`,
      )
      .join(', '),
  );

const before = (name: string, now: SQL, type = sql`text`): SQL => {
  const raw = (suffix = '') => sql.raw(`"${name}${suffix}"`);
  return sql`coalesce((max(${raw('_from')}) over (partition by entity_id, ${raw('_changes')}))::${type}, ${now}) as ${raw()}`;
};
