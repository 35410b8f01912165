import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditChanges, AuditEntity } from '../activity';
import { id, instant } from './columns';
import { holder, users } from './holders';

/** What was changed, by whom and when (docs/product.md#activity). A trigger refuses to change or delete a row. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    beaHolderId: holder(),
    userId: text().references(() => users.id),
    at: instant().notNull(),
    entity: text().$type<AuditEntity>().notNull(),
    entityId: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    changes: jsonb().$type<AuditChanges>().notNull(),
  },
  (table) => [index('audit_events_holder_at_idx').on(table.beaHolderId, table.at)],
);
