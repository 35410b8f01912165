import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { DeliveryKind, DeliveryState, NoticeFacts } from '../deliveries/deliveries';
import { LENGTHS } from '../limits';
import type { ReportKind } from '../reports/report-periods';
import {
  createdAt,
  holder,
  id,
  instantColumn,
  ownId,
  refersTo,
  updatedAt,
  users,
  versionColumn,
} from './holders';

/** A report that its holder has lodged, with its figures as of then; a withdrawn one keeps its row (docs/product/reports.md#lodgements). */
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
    withdrawnAt: instantColumn(),
    /** The lodgement that this one amends, and why (docs/product/reports.md#lodgements). */
    amendsId: text(),
    amendReason: varchar({ length: LENGTHS.amendReason }),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    foreignKey({
      name: 'lodgements_amends_fk',
      columns: [table.beaHolderId, table.amendsId],
      foreignColumns: [table.beaHolderId, table.id],
    }),
    // a period is lodged once, and each lodgement amended once
    uniqueIndex('lodgements_period_key')
      .on(table.beaHolderId, table.report, table.period)
      .where(sql`withdrawn_at is null and amends_id is null`),
    uniqueIndex('lodgements_amends_key')
      .on(table.beaHolderId, table.amendsId)
      .where(sql`withdrawn_at is null and amends_id is not null`),
  ],
);

/** The bytes are in the object store; a trigger refuses changes (docs/product/reports.md#kept-documents). */
export const lodgedDocuments = pgTable(
  'lodged_documents',
  {
    beaHolderId: holder(),
    lodgementId: text().notNull(),
    name: text().notNull(),
    mediaType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.lodgementId, table.name] }),
    refersTo(lodgements, table.beaHolderId, table.lodgementId, 'lodged_documents_lodgement_fk'),
  ],
);

/** A letter in which TMR asks for records, and what was answered (docs/product/tmr-requests.md#requests). */
export const tmrRequests = pgTable(
  'tmr_requests',
  {
    id: ownId(),
    beaHolderId: holder(),
    reference: varchar({ length: LENGTHS.letterReference }),
    /** The letter's question, in the words of the person who entered it. */
    asked: varchar({ length: LENGTHS.letterText }),
    receivedOn: date().notNull(),
    dueOn: date().notNull(),
    /** The days that it asks about. */
    firstDay: date().notNull(),
    lastDay: date().notNull(),
    /** Null for all of them. */
    driverIds: jsonb().$type<string[]>(),
    vehicleIds: jsonb().$type<string[]>(),
    answeredOn: date(),
    userId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    index('tmr_requests_due_idx').on(table.beaHolderId, table.dueOn).where(sql`deleted_at is null`),
  ],
);

/** Who looked at what an inspector would ask, and when (docs/product/reports.md#checks). */
export const checkLooks = pgTable(
  'check_looks',
  {
    id: ownId(),
    beaHolderId: holder(),
    /** A report and its period, or a request from TMR, then the name of the questions that the person saw: "quarterly Q3-2026 4-3f9a…". */
    subject: text().notNull(),
    userId: text(),
    lookedAt: instantColumn().notNull(),
    /** How many questions there were. */
    found: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    index('check_looks_subject_idx').on(table.beaHolderId, table.subject, table.lookedAt),
  ],
);

/** Report Delivery Preferences (docs/product/settings.md#preferences). A holder without a row has the defaults. */
export const reportPreferences = pgTable('report_preferences', {
  beaHolderId: holder().primaryKey(),
  sendQuarterly: boolean().notNull().default(true),
  sendAnnual: boolean().notNull().default(true),
  detailedBreakdown: boolean().notNull().default(false),
  /** Whether the contact email is reminded before a due day; List-Unsubscribe of a reminder turns it off. */
  sendReminders: boolean().notNull().default(true),
  /** Whether it is reminded 6 weeks, 28 and 7 days before something expires. */
  remindSixWeeks: boolean().notNull().default(true),
  remindFourWeeks: boolean().notNull().default(true),
  remindOneWeek: boolean().notNull().default(true),
  updatedAt: updatedAt(),
});

/** Report recipients (docs/product/settings.md#recipients). */
export const emailSettings = pgTable(
  'email_settings',
  {
    id: ownId(),
    beaHolderId: holder(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    quarterlyReports: boolean().notNull().default(true),
    annualReports: boolean().notNull().default(true),
    detailedBreakdown: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** Hard bounces (5xx at RCPT) in a row. */
    bounces: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    uniqueIndex('email_settings_holder_email_key').on(table.beaHolderId, sql`lower(email)`),
  ],
);

/** The mail ledger, unique for holder, kind, period and recipient, so that no mail is sent twice (docs/decisions/0006-mail-ledger.md). */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: id(),
    beaHolderId: holder(),
    kind: text().$type<DeliveryKind>().notNull(),
    period: text().notNull(),
    /** Lower case. The row outlives the recipient's own. */
    recipient: varchar({ length: LENGTHS.email }).notNull(),
    /** Zero for a scheduled mail; "Send again" counts up. */
    repeat: integer().notNull().default(0),
    state: text().$type<DeliveryState>().notNull().default('pending'),
    messageId: text().notNull(),
    notice: jsonb().$type<NoticeFacts>(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instantColumn().notNull(),
    leaseUntil: instantColumn(),
    /** When it was last claimed: what the budgets count (docs/product/settings.md#mail-budgets). */
    triedAt: instantColumn(),
    reason: text(),
    createdAt: createdAt(),
    sentAt: instantColumn(),
  },
  (table) => [
    unique('report_deliveries_once_key').on(
      table.beaHolderId,
      table.kind,
      table.period,
      table.recipient,
      table.repeat,
    ),
    index('report_deliveries_due_idx').on(table.nextAttemptAt).where(sql`state in ('pending', 'sending')`),
    index('report_deliveries_tried_idx').on(table.triedAt),
    index('report_deliveries_holder_idx').on(table.beaHolderId, table.createdAt),
  ],
);
