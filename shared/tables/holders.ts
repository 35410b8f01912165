import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  varchar,
} from 'drizzle-orm/pg-core';
import { LENGTHS } from '../limits';

/** Identifies a row within its holder, with which the primary key begins (docs/decisions/0019-tenant-led-keys.md). */
export const ownId = () => text().notNull().default(sql`gen_random_uuid()::text`);
export const id = () => ownId().primaryKey();
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
/** Rises with each change that a person makes, so that no one overwrites one that they have not seen (docs/product/app.md#two-people-at-once). */
export const version = () => integer().notNull().default(1);
export const updatedAt = () => instant().notNull().defaultNow();

export const beaHolders = pgTable(
  'bea_holders',
  {
    id: id(),
    beaNumber: varchar({ length: LENGTHS.beaNumber }).notNull().unique(),
    /** Equal for spellings of one number. Stored: below a policy no index on an expression serves (docs/decisions/0012-row-level-security.md). */
    numberKey: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(regexp_replace(normalize(bea_number, NFKC), '\\s', '', 'g'))`),
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
    contactVerifiedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [index('bea_holders_number_idx').on(table.numberKey)],
);

const { numberKey: _, ...columns } = getTableColumns(beaHolders);
/** The columns that are read of a holder. */
export const holderColumns = columns;
export type Holder = Omit<typeof beaHolders.$inferSelect, 'numberKey'>;

/** The column that names a row's holder. */
export const holder = () =>
  text()
    .notNull()
    .references(() => beaHolders.id);

/** The people who signed in (docs/product/sign-in.md#login); the email is stored lower case. */
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
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    unique('users_holder_email_unique').on(table.beaHolderId, table.email),
  ],
);

/** Refuses a person of another holder. */
export const refersToUser = (beaHolderId: AnyPgColumn, userId: AnyPgColumn) =>
  foreignKey({ columns: [beaHolderId, userId], foreignColumns: [users.beaHolderId, users.id] });

/** connect-pg-simple's table (docs/product/sign-in.md#sessions). */
export const sessions = pgTable(
  'session',
  { sid: text().primaryKey(), sess: text().notNull(), expire: instant().notNull() },
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
    expiresAt: instant().notNull(),
    /** The disk store accepts one PUT per address. */
    receivedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.key] }),
    index('uploads_expires_idx').on(table.beaHolderId, table.expiresAt),
  ],
);
