import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  foreignKey,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { ReportKind } from '../reports/report-periods';
import { createdAt, holder, instant, ownId, refersToUser } from './holders';

/**
 * A report that its holder has lodged with the regulator. `figures` and `pdfSha256` are as of then; a withdrawn
 * lodgement keeps its row (`withdrawnAt`). See docs/product/reports.md#lodgements.
 */
export const lodgements = pgTable(
  'lodgements',
  {
    id: ownId(),
    beaHolderId: holder(),
    report: text().$type<ReportKind>().notNull(),
    /** "Q3-2026" or "2025-2026". */
    period: text().notNull(),
    lodgedOn: date().notNull(),
    reference: varchar({ length: 100 }),
    figures: jsonb().notNull(),
    pdfSha256: text().notNull(),
    userId: text(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersToUser(table.beaHolderId, table.userId),
    uniqueIndex('lodgements_period_key')
      .on(table.beaHolderId, table.report, table.period)
      .where(sql`withdrawn_at is null`),
  ],
);

/**
 * A document as it was when its report was marked as lodged; its bytes lie in the object store. A trigger refuses to change or
 * delete a row. See docs/product/reports.md#kept-documents.
 */
export const lodgedDocuments = pgTable(
  'lodged_documents',
  {
    beaHolderId: holder(),
    lodgementId: text().notNull(),
    /** What it is saved as. */
    name: text().notNull(),
    mediaType: text().notNull(),
    /** In bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.lodgementId, table.name] }),
    foreignKey({
      name: 'lodged_documents_lodgement_fk',
      columns: [table.beaHolderId, table.lodgementId],
      foreignColumns: [lodgements.beaHolderId, lodgements.id],
    }),
  ],
);
