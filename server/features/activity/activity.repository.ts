import {
  ACTION_LABELS,
  type ActivityLine,
  type AuditEntity,
  BY_TOKEN,
  ENTITY_LABELS,
  type ListActivityQuery,
  MAX_EVENTS_SEARCHED,
  ON_THEIR_PHONE,
  searchWords,
} from '@shared/activity/activity';
import { auditEvents, users } from '@shared/tables/holders';
import { emailSettings, tmrRequests } from '@shared/tables/reports';
import { drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { containing, type DbOrTx, foldTextSql, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { isUser, userNameSql } from '../holders/holders.repository';

const { id, at, userId, driverId, token, entity, entityId, action, changes } = auditEvents;

/** The name of a driver who did something on an own phone. The holder is named by its id, or Citus asks every shard. */
export const driverOnPhone = (holderId: string, ofDriver: SQLWrapper) =>
  sql`(select ${driverNameSql} || ${ON_THEIR_PHONE} from ${drivers}
    where ${drivers.beaHolderId} = ${holderId} and ${drivers.id} = ${ofDriver})`;

/** The person who did it, as `users` is joined, the driver who did it on an own phone, or the program by the name of its token. */
export const personOfEvent = (
  holderId: string,
  of: Record<'driverId' | 'token', SQLWrapper> = { driverId, token },
) =>
  sql<
    string | null
  >`coalesce(${userNameSql}, ${driverOnPhone(holderId, of.driverId)}, ${of.token} || ${BY_TOKEN})`;

/** A field of the changed row, as it was before the event or else after it. */
const changed = (field: string) =>
  sql`coalesce(${changes} #>> array[${field}, 'from'], ${changes} #>> array[${field}, 'to'])`;

/** A row that is erased is named from the event itself. */
const subject = sql<string | null>`case ${auditEvents.entity}
  when 'driver' then coalesce(
    case when ${drivers.id} is not null then ${driverNameSql} end,
    nullif(concat_ws(' ', ${changed('firstName')}, ${changed('lastName')}), ''),
    ${changed('driverAuthorityLicense')})
  when 'phone' then ${driverNameSql}
  when 'heldRecord' then ${driverNameSql}
  when 'shift' then ${driverNameSql} || ' ' || to_char(${shifts.startsAt} at time zone 'Australia/Brisbane', 'DD/MM/YYYY HH24:MI')
  when 'trip' then ${trips.suburb} || ' ' || ${trips.postcode} || ' of ' || to_char(${trips.datetime} at time zone 'Australia/Brisbane', 'DD/MM/YYYY HH24:MI')
  when 'vehicle' then coalesce(${vehicles.registration}, ${changed('registration')})
  when 'tmrRequest' then coalesce(${tmrRequests.reference}, ${changed('reference')})
  when 'passkey' then ${changed('name')}
  when 'device' then ${changed('name')}
  when 'token' then ${changed('name')}
  when 'person' then coalesce(${changed('name')}, ${changed('email')})
  when 'layout' then ${changed('name')}
  when 'waitingFile' then ${changed('fileName')}
  when 'place' then ${auditEvents.entityId}
  when 'recipient' then coalesce(${emailSettings.email}, ${changed('email')})
end`;

const about = (
  entity: AuditEntity,
  table: typeof vehicles | typeof shifts | typeof trips | typeof emailSettings | typeof tmrRequests,
) =>
  and(
    eq(auditEvents.entity, entity),
    eq(table.beaHolderId, auditEvents.beaHolderId),
    eq(table.id, auditEvents.entityId),
  );

/** The driver of an event, of its shift or of its phone. */
const isNamed = and(
  eq(drivers.beaHolderId, auditEvents.beaHolderId),
  eq(
    drivers.id,
    sql`case ${auditEvents.entity} when 'driver' then ${auditEvents.entityId}
      when 'phone' then ${changed('driverId')} when 'heldRecord' then ${changed('driverId')}
      else ${shifts.driverId} end`,
  ),
);

const labelOf = (column: typeof entity | typeof action, labels: Record<string, string>) =>
  sql`${JSON.stringify(labels)}::jsonb ->> ${column}`;

const searchedText = (holderId: string) =>
  foldTextSql(sql`concat_ws(' ', ${subject}, ${personOfEvent(holderId)}, ${users.email}, ${changes}::text,
  ${labelOf(entity, ENTITY_LABELS)}, ${labelOf(action, ACTION_LABELS)})`);

const ofHolder = (holderId: string) => eq(auditEvents.beaHolderId, holderId);
/** The holder's events, or those of one thing. */
const ofThing = (holderId: string, thing: string | undefined) =>
  and(ofHolder(holderId), thing ? eq(entityId, thing) : undefined);
const newestFirst = [desc(at), desc(id)];

const selectEvents = <Extra extends Record<string, AnyPgColumn>>(
  db: DbOrTx,
  holderId: string,
  extra = {} as Extra,
) =>
  db
    .select({ id, at, entity, entityId, action, subject, person: personOfEvent(holderId), changes, ...extra })
    .from(auditEvents)
    .leftJoin(users, isUser(auditEvents))
    .leftJoin(shifts, about('shift', shifts))
    .leftJoin(drivers, isNamed)
    .leftJoin(vehicles, about('vehicle', vehicles))
    .leftJoin(trips, about('trip', trips))
    .leftJoin(emailSettings, about('recipient', emailSettings))
    .leftJoin(tmrRequests, about('tmrRequest', tmrRequests));

export const activityQuery = (db: DbOrTx, holderId: string) =>
  selectEvents(db, holderId)
    .where(ofHolder(holderId))
    .orderBy(...newestFirst);

/** Selects the newest events that contain every word. The text of each is made once, however many words there are. */
function eventsContaining(db: DbOrTx, holderId: string, words: string[], about: string | undefined) {
  const patterns = words.map(containing);
  const oldest = db
    .select({ at })
    .from(auditEvents)
    .where(ofHolder(holderId))
    .orderBy(desc(at))
    .limit(1)
    .offset(MAX_EVENTS_SEARCHED - 1);
  return selectEvents(db, holderId, { userId, driverId, token }).where(
    and(
      ofThing(holderId, about),
      sql`${at} >= coalesce((${oldest}), '-infinity')`,
      sql`${searchedText(holderId)} like all(${sql.param(patterns)}::text[])`,
    ),
  );
}

/** The newest events of a trip, at most `limit`, among them the one that stored it, and that it waited on a phone; newest first. */
export async function listTripEvents(db: DbOrTx, holderId: string, tripId: string, limit: number) {
  const newest = db
    .select({ id })
    .from(auditEvents)
    .where(and(ofThing(holderId, tripId), inArray(entity, ['trip', 'heldRecord'])))
    .orderBy(desc(eq(action, 'created')), ...newestFirst)
    .limit(limit);
  return selectEvents(db, holderId)
    .where(and(ofHolder(holderId), inArray(id, newest)))
    .orderBy(...newestFirst);
}

/** An import and its trips are one act. */
const kindOf = (entityName: SQLWrapper) =>
  sql`case ${entityName} when 'import' then 'trip' else ${entityName} end`;

/** The events that contain the words of a search, or all, as a table of their keys; with `about` those of one thing. */
function matchingEvents(db: DbOrTx, holderId: string, search: string, about?: string) {
  const words = searchWords(search);
  const keys = sql`select id, at, user_id, driver_id, token, action, entity, ${kindOf(sql`entity`)} as kind`;
  return words.length
    ? sql`materialized (${keys} from (${eventsContaining(db, holderId, words, about)}) as event)`
    : sql`not materialized (${keys} from ${auditEvents} where ${ofThing(holderId, about)})`;
}

const describeEvents = (db: DbOrTx, holderId: string, ids: string[]) =>
  selectEvents(db, holderId)
    .where(and(ofHolder(holderId), inArray(id, ids)))
    .orderBy(...newestFirst);

/**
 * One page of the audit trail (docs/product/settings.md#activity): what was recorded at the newest `limit` moments, and the number of all
 * moments. What a person did to several things of a kind at a moment is one line.
 */
export async function listActivity(db: DbOrTx, holderId: string, query: ListActivityQuery) {
  const { of, about, search, page, limit } = query;
  const offset = (page - 1) * limit;
  if (of) return listActivityOf(db, holderId, { of, search, limit, offset });
  const { rows } = await db.execute<{ total: number; lines: { id: string; count: number }[] }>(sql`
    with matching as ${matchingEvents(db, holderId, search, about)},
      moments as (select distinct at from matching order by at desc limit ${limit} offset ${offset}),
      lines as (
        select (array_agg(id order by (entity = 'import') desc, id desc))[1] as id,
          count(*) filter (where entity <> 'import')::int as count
        from matching join moments using (at)
        group by at, user_id, driver_id, token, kind, action)
    select (select count(distinct at)::int from matching) as total,
      (select coalesce(jsonb_agg(lines), '[]') from lines) as lines`);
  const { total, lines } = onlyRow(rows);
  const counts = new Map(lines.map((line) => [line.id, line.count]));
  const events = await describeEvents(db, holderId, [...counts.keys()]);
  const ofMany = events.filter((event) => (counts.get(event.id) ?? 0) > 1).map((event) => event.id);
  const common = await commonChanges(db, holderId, ofMany);
  return {
    total,
    events: events.map((event) => {
      const count = counts.get(event.id) ?? 0;
      return { ...event, many: count > 1 ? { count, ...(common.get(event.id) ?? NOTHING) } : null };
    }),
  };
}

/** A page of the events that one line sums up. */
async function listActivityOf(
  db: DbOrTx,
  holderId: string,
  { of, search, limit, offset }: { of: string; search: string; limit: number; offset: number },
) {
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with matching as ${matchingEvents(db, holderId, search)},
      act as (
        select at, user_id, driver_id, token, action, ${kindOf(entity)} as kind from ${auditEvents}
        where ${and(ofHolder(holderId), eq(id, of))}),
      found as (
        select matching.id, at from matching join act using (at, action, kind)
        where matching.user_id is not distinct from act.user_id
          and matching.driver_id is not distinct from act.driver_id
          and matching.token is not distinct from act.token and entity <> 'import')
    select (select count(*)::int from found) as total,
      array(select id from found order by at desc, id desc limit ${limit} offset ${offset}) as ids`);
  const { total, ids } = onlyRow(rows);
  const events = await describeEvents(db, holderId, ids);
  return { total, events: events.map((event) => ({ ...event, many: null })) };
}

type Common = Omit<NonNullable<ActivityLine['many']>, 'count'>;
const NOTHING: Common = { fromDriver: null, toDriver: null, toDay: null };

/** A value that is the same in every row of a group, or null. */
const shared = (value: SQL) =>
  sql`case when count(${value}) = count(*) and min(${value}) = max(${value}) then min(${value}) end`;

/** The values that the trips changed together with each event have in common. */
async function commonChanges(db: DbOrTx, holderId: string, ids: string[]): Promise<Map<string, Common>> {
  if (ids.length === 0) return new Map();
  const day = sql`((one.changes #>> '{datetime,to}')::timestamptz at time zone 'Australia/Brisbane')::date::text`;
  const name = (driverId: SQL) =>
    sql`(select ${driverNameSql} from ${drivers} where ${eq(drivers.beaHolderId, holderId)} and ${drivers.id} = ${driverId})`;
  const { rows } = await db.execute<Common & { id: string }>(sql`
    with acts as (
      select line.id, ${shared(sql`one.changes #>> '{driverId,from}'`)} as from_driver,
        ${shared(sql`one.changes #>> '{driverId,to}'`)} as to_driver, ${shared(day)} as to_day
      from ${auditEvents} line join ${auditEvents} one using (bea_holder_id, at, entity, action)
      where line.bea_holder_id = ${holderId} and line.id = any(${sql.param(ids)}::text[])
        and line.entity = 'trip' and line.action = 'updated' and one.user_id is not distinct from line.user_id
      group by line.id)
    select id, ${name(sql`from_driver`)} as "fromDriver", ${name(sql`to_driver`)} as "toDriver", to_day as "toDay" from acts`);
  return new Map(rows.map(({ id: line, ...common }) => [line, common]));
}
