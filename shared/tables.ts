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
  timestamp,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { LENGTHS } from './limits';

const id = () => text().primaryKey().default(sql`gen_random_uuid()::text`);
const instant = () => timestamp({ withTimezone: true });
const createdAt = () => instant().notNull().defaultNow();
const updatedAt = () => instant().notNull().defaultNow();
const totals = () => ({
  tripCount: integer().notNull(),
  waitingTotal: bigint({ mode: 'number' }).notNull(),
});
const holder = () =>
  text()
    .notNull()
    .references(() => beaHolders.id);

/** connect-pg-simple's table (spec §3, session store). */
export const sessions = pgTable(
  'session',
  { sid: text().primaryKey(), sess: text().notNull(), expire: instant().notNull() },
  (table) => [index('session_expire_idx').on(table.expire)],
);

export const beaHolders = pgTable('bea_holders', {
  id: id(),
  beaNumber: varchar({ length: LENGTHS.beaNumber }).notNull().unique(),
  holderName: varchar({ length: LENGTHS.holderName }).notNull(),
  companyName: varchar({ length: LENGTHS.companyName }).notNull(),
  tradingName: varchar({ length: LENGTHS.tradingName }),
  contactPerson: varchar({ length: LENGTHS.contactPerson }),
  contactEmail: varchar({ length: LENGTHS.email }).notNull(),
  contactPhone: varchar({ length: LENGTHS.contactPhone }).notNull(),
  logoUrl: varchar({ length: LENGTHS.url }),
  profilePictureUrl: varchar({ length: LENGTHS.url }),
  isActive: boolean().notNull().default(true),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The people who signed in (decisions §3); the e-mail is stored lower case. */
export const users = pgTable(
  'users',
  {
    id: id(),
    beaHolderId: holder(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    firstName: varchar({ length: LENGTHS.holderName }),
    lastName: varchar({ length: LENGTHS.holderName }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique('users_holder_email_unique').on(table.beaHolderId, table.email)],
);

/** A driver with trips is kept when removed: `deletedAt` takes it off every list (decisions §4). */
export const drivers = pgTable(
  'drivers',
  {
    id: id(),
    beaHolderId: holder(),
    driverAuthorityLicense: varchar({ length: LENGTHS.licence }).notNull(),
    bookedHireServiceLicense: varchar({ length: LENGTHS.licence }).notNull(),
    vehicleRegistrationNumber: varchar({ length: LENGTHS.vehicleRegistration }).notNull(),
    firstName: varchar({ length: LENGTHS.driverName }),
    lastName: varchar({ length: LENGTHS.driverName }),
    startDate: instant().notNull(),
    endDate: instant(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (table) => [
    unique('drivers_holder_id_key').on(table.beaHolderId, table.id),
    uniqueIndex('drivers_holder_licence_key')
      .on(table.beaHolderId, table.driverAuthorityLicense)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * A trip is never erased by its holder: `deletedAt` takes it out of every list, count and report (decisions §4).
 * `suburbKey` is what makes two spellings one suburb; `suburbKey()` in suburbs.ts is its twin.
 */
export const trips = pgTable(
  'trips',
  {
    id: id(),
    beaHolderId: holder(),
    driverId: text().notNull(),
    driverAuthorityLicense: varchar({ length: LENGTHS.licence }).notNull(),
    postcode: varchar({ length: LENGTHS.postcode }).notNull(),
    suburb: varchar({ length: LENGTHS.suburb }).notNull(),
    suburbKey: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(regexp_replace(btrim(suburb), '\\s+', ' ', 'g'))`),
    waitingTime: integer().notNull(),
    duration: integer(),
    datetime: instant().notNull().defaultNow(),
    notes: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    deletedBy: text().references(() => users.id),
    importId: text().references(() => tripImports.id),
  },
  (table) => [
    // no index names a direction: read backwards they serve the newest first, which Drizzle's `desc()` (nulls last) does not
    // a trip's driver is one of the same holder's: the database refuses anything else
    foreignKey({
      name: 'trips_driver_fk',
      columns: [table.beaHolderId, table.driverId],
      foreignColumns: [drivers.beaHolderId, drivers.id],
    }),
    index('trips_holder_datetime_idx')
      .on(table.beaHolderId, table.datetime, table.id)
      .where(sql`deleted_at is null`),
    index('trips_holder_postcode_idx')
      .on(table.beaHolderId, table.postcode, table.datetime, table.id)
      .where(sql`deleted_at is null`),
    index('trips_holder_suburb_idx')
      .on(table.beaHolderId, table.suburbKey, table.datetime, table.id)
      .where(sql`deleted_at is null`),
    index('trips_holder_waiting_idx')
      .on(table.beaHolderId, table.waitingTime, table.datetime, table.id)
      .where(sql`deleted_at is null`),
    index('trips_holder_driver_idx').on(table.beaHolderId, table.driverId, table.datetime),
    index('trips_holder_deleted_idx')
      .on(table.beaHolderId, table.deletedAt)
      .where(sql`deleted_at is not null`),
    index('trips_import_idx').on(table.importId).where(sql`import_id is not null`),
  ],
);

/** A file of past trips, taken over whole or not at all; undoing it deletes its trips (issue: Import). */
export const tripImports = pgTable(
  'trip_imports',
  {
    id: id(),
    beaHolderId: holder(),
    userId: text().references(() => users.id),
    fileName: varchar({ length: 255 }).notNull(),
    tripCount: integer().notNull(),
    /** Of the file and what was said of it; none for imports older than the column. */
    requestHash: text(),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (table) => [index('trip_imports_holder_idx').on(table.beaHolderId, table.createdAt)],
);

/**
 * Running totals of kept trips, so that counts and the statistics cost the same however many trips there are. A trigger
 * on `trips` keeps them in the transaction of every change; nothing else writes here.
 */
export const tripLocationTotals = pgTable(
  'trip_location_totals',
  { beaHolderId: holder(), postcode: text().notNull(), suburbKey: text().notNull(), ...totals() },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.postcode, table.suburbKey] })],
);
/** The same by Brisbane day. */
export const tripDayTotals = pgTable(
  'trip_day_totals',
  { beaHolderId: holder(), day: date().notNull(), ...totals() },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.day] })],
);
/** The same by driver and the licence that the trips were logged under. */
export const tripDriverTotals = pgTable(
  'trip_driver_totals',
  {
    beaHolderId: holder(),
    driverId: text().notNull(),
    driverAuthorityLicense: text().notNull(),
    ...totals(),
  },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.driverId, table.driverAuthorityLicense] })],
);

/** Which trip a client's `Idempotency-Key` stored, kept 30 days (decisions §4). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    beaHolderId: holder(),
    key: text().notNull(),
    requestHash: text().notNull(),
    tripId: text()
      .notNull()
      .references(() => trips.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.key] }),
    index('idempotency_keys_created_idx').on(table.createdAt),
  ],
);

/**
 * A report that its holder has lodged with the regulator. `figures` and `pdfSha256` are what it said then; a lodgement
 * taken back keeps its row (`withdrawnAt`).
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

/** Report Delivery Preferences (spec §2, Settings tab; decisions §7). A holder without a row has the defaults. */
export const reportPreferences = pgTable('report_preferences', {
  beaHolderId: holder().primaryKey(),
  sendQuarterly: boolean().notNull().default(true),
  sendAnnual: boolean().notNull().default(true),
  detailedBreakdown: boolean().notNull().default(false),
  /** Whether the contact e-mail is reminded before a due date; its mails' List-Unsubscribe turns it off. */
  sendReminders: boolean().notNull().default(true),
  updatedAt: updatedAt(),
});

/** An upload that was presigned: known until it is saved as a picture, or swept away (decisions §8). */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    beaHolderId: holder(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** The disk store takes one PUT an address. */
    receivedAt: instant(),
  },
  (table) => [index('uploads_expires_idx').on(table.expiresAt)],
);

/**
 * One mail of the schedule: unique for holder, kind, period and recipient, so that no restart and no second process
 * sends it twice (decisions §7).
 */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: id(),
    beaHolderId: holder(),
    kind: text().$type<DeliveryKind>().notNull(),
    period: text().notNull(),
    /** Lower case; the recipient's row may go, what was sent to it stays. */
    recipient: varchar({ length: LENGTHS.email }).notNull(),
    /** Zero for the schedule's own, then counted up by "Send again". */
    repeat: integer().notNull().default(0),
    state: text().$type<DeliveryState>().notNull().default('pending'),
    messageId: text().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    leaseUntil: instant(),
    reason: text(),
    createdAt: createdAt(),
    sentAt: instant(),
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
    index('report_deliveries_holder_idx').on(table.beaHolderId, table.createdAt),
  ],
);

/** Report recipients (spec §3, email_settings; decisions §3 gives them a holder). */
export const emailSettings = pgTable(
  'email_settings',
  {
    id: id(),
    beaHolderId: holder(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    quarterlyReports: boolean().notNull().default(true),
    annualReports: boolean().notNull().default(true),
    detailedBreakdown: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** Hard bounces (5xx at RCPT) in a row; from the third on the recipient is marked in Settings. */
    bounces: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('email_settings_holder_email_key').on(table.beaHolderId, sql`lower(email)`)],
);

/** What was changed, by whom and when (decisions §3). A trigger refuses to change or delete a row. */
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

export type AuditEntity = 'holder' | 'driver' | 'trip' | 'recipient' | 'preferences' | 'lodgement' | 'import';
export type AuditAction = 'created' | 'updated' | 'deleted' | 'restored';
/** Per changed field its value before and after; a side that did not exist is absent. */
export type AuditChanges = Record<string, { from?: unknown; to?: unknown }>;

export type ReportKind = 'quarterly' | 'annual';
export type DeliveryKind = ReportKind | 'quarterly-reminder' | 'annual-reminder' | 'welcome' | 'test';
export type DeliveryState = 'pending' | 'sending' | 'sent' | 'failed' | 'cancelled';
