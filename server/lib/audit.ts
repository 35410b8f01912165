import type { AuditAction, AuditChanges, AuditEntity } from '@shared/activity/activity';
import { DAY_MS } from '@shared/durations';
import { RESTORE_DAYS } from '@shared/limits';
import { auditEvents } from '@shared/tables/holders';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Call } from './call';
import type { DbOrTx } from './database/db';

type Version = ({ id?: string } & Record<string, unknown>) | undefined;
/** Records one change in the audit trail, in its own transaction (docs/product/settings.md#activity). A missing version is a row created or deleted. */
export function recordChange(call: Call<DbOrTx>, entity: AuditEntity, before: Version, after: Version) {
  return recordChanges(call, entity, [{ before, after }]);
}

/**
 * Records changes of many rows as `recordChange` does of one. They are one parameter: Drizzle takes longer over thousands of rows of values
 * than PostgreSQL takes to store them. Without `returning`, which is unused, the workers of a cluster would be sent the rows by COPY,
 * which row-level security refuses (docs/scaling.md).
 * @param options.action for what the two versions cannot tell, such as 'restored'
 * @param options.skipUnchanged leaves out an update that changes nothing; else it is recorded without fields
 */
export async function recordChanges(
  { db, holderId, userId, now }: Call<DbOrTx>,
  entity: AuditEntity,
  rows: { before?: Version; after?: Version }[],
  { action, skipUnchanged = false }: { action?: AuditAction; skipUnchanged?: boolean } = {},
): Promise<void> {
  const events = rows
    .map(({ before, after }) => ({
      entityId: (after ?? before)?.id ?? holderId,
      action: action ?? (before ? (after ? 'updated' : 'deleted') : 'created'),
      changes: changesBetween(before, after),
    }))
    .filter(({ changes }) => !skipUnchanged || Object.keys(changes).length > 0);
  if (events.length === 0) return;
  await db.execute(sql`
    insert into ${auditEvents} (bea_holder_id, user_id, at, entity, entity_id, action, changes)
    select ${holderId}, ${userId}, ${now.toISOString()}::timestamptz, ${entity}, event.*
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event ("entityId" text, action text, changes jsonb)
    returning null`);
}

const bookkeeping = new Set(['id', 'beaHolderId', 'createdAt', 'updatedAt', 'suburbKey', 'version']);

/** Whether two values are the same as JSON, where nothing is null. What is no object is compared as it is. */
function isSameValue(from: unknown, to: unknown): boolean {
  const [one, other] = [from ?? null, to ?? null];
  if (one === other || one === null || other === null) return one === other;
  return (
    (typeof one === 'object' || typeof other === 'object') && JSON.stringify(one) === JSON.stringify(other)
  );
}

/** The fields that differ between two versions of a row, without bookkeeping columns; a missing side is absent. */
export function changesBetween(before: object = {}, after: object = {}): AuditChanges {
  const changes: AuditChanges = {};
  for (const field of Object.keys({ ...before, ...after })) {
    if (bookkeeping.has(field)) continue;
    const [from, to]: unknown[] = [Reflect.get(before, field), Reflect.get(after, field)];
    if (!isSameValue(from, to)) changes[field] = { from, to };
  }
  return changes;
}

const RESTORE_MS = RESTORE_DAYS * DAY_MS;
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORE_MS);

/** Finds a row as it was deleted, and when it was made; undefined where it was not deleted within the days to restore it. */
export async function findDeleted(
  { db, holderId, now }: Call<DbOrTx>,
  entity: AuditEntity,
  entityId: string,
) {
  const isOfEntity = and(eq(auditEvents.entity, entity), eq(auditEvents.entityId, entityId));
  const events = await db
    .select({ at: auditEvents.at, action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.beaHolderId, holderId), isOfEntity))
    .orderBy(asc(auditEvents.at));
  const deleted = events.findLast(({ action, at }) => action === 'deleted' && at >= restorableSince(now));
  if (!deleted) return undefined;
  const row = Object.fromEntries(Object.entries(deleted.changes).map(([field, { from }]) => [field, from]));
  return { row, createdAt: events.find(({ action }) => action === 'created')?.at ?? deleted.at };
}
