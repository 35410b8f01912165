import { sql } from 'drizzle-orm';
import { date, jsonb, pgTable, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core';
import type { ReportKind } from '../reports/report-periods';
import { createdAt, id, instant } from './columns';
import { holder, users } from './holders';

/**
 * A report that its holder has lodged with the regulator. `figures` and `pdfSha256` are as of then; a withdrawn
 * lodgement keeps its row (`withdrawnAt`). See docs/product.md#lodgements.
 */
export const lodgements = pgTable(
  'lodgements',
  {
    id: id(),
    beaHolderId: holder(),
    report: text().$type<ReportKind>().notNull(),
    /** "Q3-2026" or "2025-2026". */
    period: text().notNull(),
    lodgedOn: date().notNull(),
    reference: varchar({ length: 100 }),
    figures: jsonb().notNull(),
    pdfSha256: text().notNull(),
    userId: text().references(() => users.id),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  (table) => [
    uniqueIndex('lodgements_period_key')
      .on(table.beaHolderId, table.report, table.period)
      .where(sql`withdrawn_at is null`),
  ],
);
