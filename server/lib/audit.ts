import type { AuditAction, AuditChanges, AuditEntity } from '@shared/activity';
import { auditEvents } from '@shared/tables/activity';
import type { DbOrTx } from './database/db';

/** Who acts, and for which holder; comes from the session, never from a request's body. */
export type Actor = { holderId: string; userId: string | null };

type AuditEvent = {
  entity: AuditEntity;
  entityId: string;
  action: AuditAction;
  changes: AuditChanges;
  at: Date;
};

/** Writes lines of the audit trail; call it in the transaction of the change itself (decisions §3). */
export async function recordAuditEvent(tx: DbOrTx, actor: Actor, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  const by = { beaHolderId: actor.holderId, userId: actor.userId };
  await tx.insert(auditEvents).values(events.map((event) => ({ ...by, ...event })));
}

const bookkeeping = new Set(['id', 'beaHolderId', 'createdAt', 'updatedAt', 'suburbKey']);

/** The fields that differ between two versions of a row, without bookkeeping columns; a missing side is absent. */
export function changesBetween(before: object | undefined, after: object | undefined): AuditChanges {
  const from = Object.entries(before ?? {});
  const to = Object.entries(after ?? {});
  const changes: AuditChanges = {};
  for (const [field, value] of from) if (!bookkeeping.has(field)) changes[field] = { from: value };
  for (const [field, value] of to)
    if (!bookkeeping.has(field)) changes[field] = { ...changes[field], to: value };
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.fromEntries(
    Object.entries(changes).filter(([, { from: a, to: b }]) => !same(a ?? null, b ?? null)),
  );
}
