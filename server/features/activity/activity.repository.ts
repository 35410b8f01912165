import { ACTION_LABELS, type AuditEntity, ENTITY_LABELS, type ListActivityQuery } from '@shared/activity';
import { auditEvents } from '@shared/tables/activity';
import { emailSettings } from '@shared/tables/deliveries';
import { users } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { and, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverNameSql } from '../drivers/drivers.repository';
import { userNameSql } from '../holders/holders.repository';

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
  when 'recipient' then coalesce(${emailSettings.email}, ${changed('email')})
end`;

const about = (entity: AuditEntity, table: typeof drivers | typeof trips | typeof emailSettings) =>
  and(
    eq(auditEvents.entity, entity),
    eq(table.beaHolderId, auditEvents.beaHolderId),
    eq(table.id, auditEvents.entityId),
  );

const withLabel = <Key extends string>(labels: Record<Key, string>, word: string): Key[] =>
  (Object.keys(labels) as Key[]).filter((key) => labels[key].toLowerCase().includes(word.toLowerCase()));

function contains(word: string): SQL | undefined {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(subject, pattern),
    ilike(userNameSql, pattern),
    ilike(users.email, pattern),
    ilike(sql`${changes}::text`, pattern),
    inArray(entity, withLabel(ENTITY_LABELS, word)),
    inArray(action, withLabel(ACTION_LABELS, word)),
  );
}

/** The holder's audit trail, newest first: a query to page or stream. Every word of `search` must match. */
export function activityQuery(db: DbOrTx, holderId: string, search = '') {
  const words = search.split(/\s+/).filter(Boolean);
  return db
    .select({ id, at, entity, action, subject, person: userNameSql, changes })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .leftJoin(drivers, about('driver', drivers))
    .leftJoin(trips, about('trip', trips))
    .leftJoin(emailSettings, about('recipient', emailSettings))
    .where(and(eq(auditEvents.beaHolderId, holderId), ...words.map(contains)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .$dynamic();
}

/** One page of the audit trail, and the number of all events that match. */
export async function listActivity(db: DbOrTx, holderId: string, { search, page, limit }: ListActivityQuery) {
  const matches = search
    ? db.select({ total: count() }).from(activityQuery(db, holderId, search).as('matches'))
    : db.select({ total: count() }).from(auditEvents).where(eq(auditEvents.beaHolderId, holderId));
  const [events, total] = await Promise.all([
    activityQuery(db, holderId, search)
      .limit(limit)
      .offset((page - 1) * limit),
    matches,
  ]);
  return { events, total: onlyRow(total).total };
}
