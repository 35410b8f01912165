import {
  ACTION_LABELS,
  type AuditEntity,
  ENTITY_LABELS,
  type ListActivityQuery,
  MAX_EVENTS_SEARCHED,
  searchWords,
} from '@shared/activity/activity';
import { auditEvents, users } from '@shared/tables/holders';
import { emailSettings } from '@shared/tables/reports';
import { drivers, trips } from '@shared/tables/trips';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { containing, type DbOrTx, folded, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { isUser, userNameSql } from '../holders/holders.repository';

const { id, at, entity, action, changes } = auditEvents;

/** A field of the changed row, as it was before the event or else after it. */
const changed = (field: string) =>
  sql`coalesce(${changes} #>> array[${field}, 'from'], ${changes} #>> array[${field}, 'to'])`;

/** A row that is erased is named from the event itself. */
const subject = sql<string | null>`case ${auditEvents.entity}
  when 'driver' then coalesce(
    case when ${drivers.id} is not null then ${driverNameSql} end,
    nullif(concat_ws(' ', ${changed('firstName')}, ${changed('lastName')}), ''),
    ${changed('driverAuthorityLicense')})
  when 'trip' then ${trips.suburb} || ' ' || ${trips.postcode}
  when 'passkey' then ${changed('name')}
  when 'device' then ${changed('name')}
  when 'recipient' then coalesce(${emailSettings.email}, ${changed('email')})
end`;

const about = (entity: AuditEntity, table: typeof drivers | typeof trips | typeof emailSettings) =>
  and(
    eq(auditEvents.entity, entity),
    eq(table.beaHolderId, auditEvents.beaHolderId),
    eq(table.id, auditEvents.entityId),
  );

const labelOf = (column: typeof entity | typeof action, labels: Record<string, string>) =>
  sql`${JSON.stringify(labels)}::jsonb ->> ${column}`;

const searchedText = folded(sql`concat_ws(' ', ${subject}, ${userNameSql}, ${users.email}, ${changes}::text,
  ${labelOf(entity, ENTITY_LABELS)}, ${labelOf(action, ACTION_LABELS)})`);

const ofHolder = (holderId: string) => eq(auditEvents.beaHolderId, holderId);
const newestFirst = [desc(at), desc(id)];

const selectEvents = (db: DbOrTx) =>
  db
    .select({ id, at, entity, action, subject, person: userNameSql, changes })
    .from(auditEvents)
    .leftJoin(users, isUser(auditEvents))
    .leftJoin(drivers, about('driver', drivers))
    .leftJoin(trips, about('trip', trips))
    .leftJoin(emailSettings, about('recipient', emailSettings));

export const activityQuery = (db: DbOrTx, holderId: string) =>
  selectEvents(db)
    .where(ofHolder(holderId))
    .orderBy(...newestFirst);

/** Of the newest events those that contain every word. The text of each is made once, however many words there are. */
function eventsContaining(db: DbOrTx, holderId: string, words: string[]) {
  const patterns = words.map(containing);
  const oldest = db
    .select({ at })
    .from(auditEvents)
    .where(ofHolder(holderId))
    .orderBy(desc(at))
    .limit(1)
    .offset(MAX_EVENTS_SEARCHED - 1);
  return selectEvents(db).where(
    and(
      ofHolder(holderId),
      sql`${at} >= coalesce((${oldest}), '-infinity')`,
      sql`${searchedText} like all(${sql.param(patterns)}::text[])`,
    ),
  );
}

/** The newest events of a trip, at most `limit`, among them the one that stored it; newest first. */
export async function listTripEvents(db: DbOrTx, holderId: string, tripId: string, limit: number) {
  const newest = db
    .select({ id })
    .from(auditEvents)
    .where(and(ofHolder(holderId), eq(entity, 'trip'), eq(auditEvents.entityId, tripId)))
    .orderBy(desc(eq(action, 'created')), ...newestFirst)
    .limit(limit);
  return selectEvents(db)
    .where(and(ofHolder(holderId), inArray(id, newest)))
    .orderBy(...newestFirst);
}

/** One page of the audit trail, and the number of all events that match (docs/product/settings.md#activity). */
export async function listActivity(db: DbOrTx, holderId: string, { search, page, limit }: ListActivityQuery) {
  const words = searchWords(search);
  const matching = words.length
    ? sql`materialized (select id, at from (${eventsContaining(db, holderId, words)}) as event)`
    : sql`not materialized (${db.select({ id, at }).from(auditEvents).where(ofHolder(holderId))})`;
  // the page's events are described alone, not those before it
  const { rows } = await db.execute<{ total: number; ids: string[] }>(sql`
    with matching as ${matching}
    select (select count(*)::int from matching) as total,
      array(select id from matching order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}) as ids`);
  const { total, ids } = onlyRow(rows);
  const events = await selectEvents(db)
    .where(and(ofHolder(holderId), inArray(id, ids)))
    .orderBy(...newestFirst);
  return { events, total };
}
