import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditChanges, AuditEntity } from '../activity/activity';
import { holder, instant, ownId, refersToUser } from './holders';

/** What was changed, by whom and when (docs/product/settings.md#activity). A trigger refuses to change or delete a row. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: ownId(),
    beaHolderId: holder(),
    userId: text(),
    at: instant().notNull(),
    entity: text().$type<AuditEntity>().notNull(),
    entityId: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    changes: jsonb().$type<AuditChanges>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersToUser(table.beaHolderId, table.userId),
    index('audit_events_holder_at_idx').on(table.beaHolderId, table.at),
    index('audit_events_entity_idx').on(table.beaHolderId, table.entityId),
  ],
);
