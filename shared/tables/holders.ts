import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
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
  varchar,
} from 'drizzle-orm/pg-core';
import type { AuditAction, AuditChanges, AuditEntity } from '../activity/activity';
import type { TokenScope } from '../api/tokens';
import type { Login } from '../holders';
import { LENGTHS } from '../limits';

/** Identifies a row within its holder, with which the primary key begins (docs/decisions/0019-tenant-led-keys.md). */
export const ownId = () => text().notNull().default(sql`gen_random_uuid()::text`);
export const id = () => ownId().primaryKey();
export const instantColumn = () => timestamp({ withTimezone: true });
export const createdAt = () => instantColumn().notNull().defaultNow();
/** Rises with each change by a person, so that nobody overwrites an unseen change (docs/product/app.md#two-people-at-once). */
export const versionColumn = () => integer().notNull().default(1);
export const updatedAt = () => instantColumn().notNull().defaultNow();

const spelling = sql`lower(regexp_replace(normalize(bea_number, NFKC), '\\s', '', 'g'))`;
/** `beaNumberKey` of a column `bea_number`. */
export const beaNumberKeySql = sql`coalesce(substring(regexp_replace(${spelling}, '[!-/:-@\\[-\`{-~]', '', 'g') from '^(?:bea)?(?:no|number)?([0-9]+)$'), ${spelling})`;

export const beaHolders = pgTable(
  'bea_holders',
  {
    id: id(),
    beaNumber: varchar({ length: LENGTHS.beaNumber }).notNull().unique(),
    /** `beaNumberSpelling`. */
    numberKey: text().notNull().generatedAlwaysAs(spelling),
    /** `beaNumberKey`. Stored: below a policy no index on an expression serves (docs/decisions/0012-row-level-security.md). */
    accountKey: text().notNull().generatedAlwaysAs(beaNumberKeySql),
    /** Empty, but for a holder from before one number was one account, whose number another had in another spelling. */
    ownSpelling: varchar({ length: LENGTHS.beaNumber }).notNull().default(''),
    holderName: varchar({ length: LENGTHS.holderName }).notNull(),
    companyName: varchar({ length: LENGTHS.companyName }).notNull(),
    tradingName: varchar({ length: LENGTHS.tradingName }),
    contactPerson: varchar({ length: LENGTHS.contactPerson }),
    contactEmail: varchar({ length: LENGTHS.email }).notNull(),
    contactPhone: varchar({ length: LENGTHS.contactPhone }).notNull(),
    logoUrl: varchar({ length: LENGTHS.url }),
    profilePictureUrl: varchar({ length: LENGTHS.url }),
    isActive: boolean().notNull().default(true),
    /** When the contact address was proved by a code; null before. */
    contactVerifiedAt: instantColumn(),
    /** The last day on which the booking entity authorisation is in force; null until it is entered. */
    authorisationExpires: date(),
    /** The reports from before the holder registered that someone said are not lodged yet: keys of periods. */
    notLodged: text().array().notNull().default([]),
    /** When the holder of someone who tries Trip Log is removed (docs/product/demo.md); null for every other. */
    demoUntil: instantColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: versionColumn(),
  },
  (table) => [unique('bea_holders_account_unique').on(table.accountKey, table.ownSpelling)],
);

const {
  numberKey: _,
  accountKey: _key,
  ownSpelling: _own,
  notLodged: _not,
  ...columns
} = getTableColumns(beaHolders);
export const holderColumns = columns;
export type Holder = Omit<
  typeof beaHolders.$inferSelect,
  'numberKey' | 'accountKey' | 'ownSpelling' | 'notLodged'
>;

export const holder = () =>
  text()
    .notNull()
    .references(() => beaHolders.id);

/** The secret of a holder's calendar address (docs/product/to-do.md#calendar). A new row replaces it; without one there is no address. */
export const calendarAddresses = pgTable('calendar_addresses', {
  beaHolderId: holder().primaryKey(),
  secretSha256: text().notNull(),
  createdAt: createdAt(),
});

/** The people who may sign in, and those who no longer may (docs/product/people.md); the email is stored lower case. */
export const users = pgTable(
  'users',
  {
    id: ownId(),
    beaHolderId: holder(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    firstName: varchar({ length: LENGTHS.holderName }),
    lastName: varchar({ length: LENGTHS.holderName }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Since then the person may not sign in; the row keeps the name for what was done before. */
    removedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    unique('users_holder_email_unique').on(table.beaHolderId, table.email),
  ],
);

type OwnRows = { beaHolderId: AnyPgColumn; id: AnyPgColumn };

/** Refuses a row of another holder. @param name the constraint's, where it is not Drizzle's */
export const refersTo = (table: OwnRows, beaHolderId: AnyPgColumn, id: AnyPgColumn, name?: string) =>
  foreignKey({ name, columns: [beaHolderId, id], foreignColumns: [table.beaHolderId, table.id] });

/** connect-pg-simple's table (docs/product/sign-in.md#sessions). */
export const sessions = pgTable(
  'session',
  { sid: text().primaryKey(), sess: text().notNull(), expire: instantColumn().notNull() },
  (table) => [
    index('session_expire_idx').on(table.expire),
    index('session_holder_idx').on(sql`(sess::json ->> 'holderId')`),
  ],
);

/** A presigned upload, until it is saved as a picture or swept (docs/product/profile.md#uploads). */
export const uploads = pgTable(
  'uploads',
  {
    key: text().notNull(),
    beaHolderId: holder(),
    createdAt: createdAt(),
    expiresAt: instantColumn().notNull(),
    /** The disk store accepts one PUT per address. */
    receivedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.key] }),
    index('uploads_expires_idx').on(table.beaHolderId, table.expiresAt),
  ],
);

/**
 * A browser that a person signed in with (docs/product/sign-in.md#devices), or a driver's own phone (docs/product/phones.md): it has either a
 * person or a driver. Deleting the row ends its sessions.
 */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    beaHolderId: holder(),
    userId: text(),
    /** No key refers to drivers: on a cluster they lie elsewhere. A driver who is gone ends the phone as well. */
    driverId: text(),
    /** When the office ended a driver's phone; what waited on it can still be handed in. */
    endedAt: instantColumn(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text().notNull().unique('devices_token_unique'),
    name: varchar({ length: LENGTHS.deviceName }).notNull(),
    address: varchar({ length: LENGTHS.networkAddress }).notNull(),
    /** The end of the time in which it signs in without a code; null where "Remember me" was not ticked. */
    trustedUntil: instantColumn(),
    createdAt: createdAt(),
    lastUsedAt: instantColumn().notNull(),
  },
  (table) => [
    refersTo(users, table.beaHolderId, table.userId),
    index('devices_holder_idx').on(table.beaHolderId),
  ],
);

/** A code that makes a browser a driver's own phone (docs/product/phones.md#codes), until it expires or was used on enough phones. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: id(),
    beaHolderId: holder(),
    driverId: text().notNull(),
    /** A keyed hash: the code alone says whose it is. */
    codeHash: text().notNull().unique('phone_codes_code_unique'),
    phonesLeft: integer().notNull(),
    /** Whether a phone of the driver shows it, for another app on the same phone. */
    madeOnPhone: boolean().notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [index('phone_codes_driver_idx').on(table.beaHolderId, table.driverId)],
);

/** A token by which another program reads and logs trips (docs/product/api.md#tokens). Deleting the row revokes it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    beaHolderId: holder(),
    name: varchar({ length: LENGTHS.tokenName }).notNull(),
    scope: text().$type<TokenScope>().notNull(),
    /** SHA-256. */
    tokenHash: text().notNull().unique('api_tokens_token_unique'),
    /** The person who made it. No key refers to users: on a cluster they lie elsewhere. */
    userId: text().notNull(),
    expiresOn: date().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instantColumn(),
  },
  (table) => [index('api_tokens_holder_idx').on(table.beaHolderId)],
);

/** An emailed code that waits to be entered (docs/product/sign-in.md#sign-in-codes). */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    /** The code proves a sign-in, or that a new contact address is the holder's. */
    purpose: text().$type<'sign-in' | 'contact-email'>().notNull(),
    /** Keyed hash of the BEA number, so that an unregistered number is not stored in the clear. */
    accountHash: text().notNull(),
    /** SHA-256 of the token in the cookie of the browser that asked. */
    browserHash: text().notNull(),
    /** Null before sign-in. */
    beaHolderId: text().references(() => beaHolders.id),
    /** The typed details; the code signs in with them. */
    login: jsonb().$type<Login>(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    /** Slow and salted. */
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [
    unique('sign_in_codes_account_unique').on(table.accountHash, table.browserHash, table.purpose),
    index('sign_in_codes_expires_idx').on(table.expiresAt),
  ],
);

/** A passkey that signs a person in without a code (docs/product/sign-in.md#passkeys). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text().primaryKey(),
    beaHolderId: holder(),
    userId: text().notNull(),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Whether it may be copied to other devices, and was. */
    isSynced: boolean().notNull(),
    isBackedUp: boolean().notNull(),
    name: varchar({ length: LENGTHS.deviceName }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: instantColumn(),
  },
  (table) => [
    refersTo(users, table.beaHolderId, table.userId),
    index('passkeys_holder_idx').on(table.beaHolderId),
  ],
);

/** A challenge that a browser was given and has not answered; each accepts one answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    challenge: text().notNull(),
    /** The user who makes a passkey; null for a sign-in, whose user is unknown yet. */
    userId: text(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [index('passkey_challenges_expires_idx').on(table.expiresAt)],
);

/** A change of the contact email, which the old address can undo for a while (docs/product/profile.md#contact-email). */
export const contactChanges = pgTable(
  'contact_changes',
  {
    id: ownId(),
    beaHolderId: holder(),
    oldEmail: varchar({ length: LENGTHS.email }).notNull(),
    newEmail: varchar({ length: LENGTHS.email }).notNull(),
    createdAt: createdAt(),
    /** The end of the time in which the signed link in the mail to the old address undoes it. */
    undoUntil: instantColumn().notNull(),
    undoneAt: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.id] })],
);

/** rate-limiter-flexible's table. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Its row holds every planned mail of the installation back, until the operator lets them go (docs/operations.md#mails-that-are-held). */
export const mailHold = pgTable(
  'mail_hold',
  {
    /** True, so that there is one row or none. */
    only: boolean().primaryKey().default(true),
    since: instantColumn().notNull().defaultNow(),
  },
  (table) => [check('mail_hold_one_row', sql`${table.only}`)],
);

/** A BEA number that someone with a proved address asks for, until the operator decides (docs/product/sign-in.md#registration). */
export const claims = pgTable(
  'claims',
  {
    id: id(),
    beaNumber: varchar({ length: LENGTHS.beaNumber }).notNull(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    details: jsonb().$type<Login>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('claims_number_email_unique').on(table.beaNumber, table.email)],
);

/** Changes, each with its person and time (docs/product/settings.md#activity). A trigger refuses to change or delete a row. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: ownId(),
    beaHolderId: holder(),
    userId: text(),
    /** The driver who did it on an own phone, whom the transaction names. */
    driverId: text().default(sql`nullif(current_setting('app.driver', true), '')`),
    /** The name of the token by which it was done, which the transaction names. */
    token: text().default(sql`nullif(current_setting('app.token', true), '')`),
    at: instantColumn().notNull(),
    entity: text().$type<AuditEntity>().notNull(),
    entityId: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    changes: jsonb().$type<AuditChanges>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    index('audit_events_holder_at_idx').on(table.beaHolderId, table.at),
    index('audit_events_entity_idx').on(table.beaHolderId, table.entityId),
  ],
);
