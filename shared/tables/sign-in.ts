import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Login } from '../holders';
import { LENGTHS } from '../limits';
import { beaHolders, createdAt, holder, id, instant, ownId, refersToUser } from './holders';

/** A browser that someone signed in with (docs/product/sign-in.md#devices). Deleting the row ends its sessions. */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    beaHolderId: holder(),
    userId: text().notNull(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text().notNull().unique('devices_token_unique'),
    /** The browser by its user agent, such as "Chrome on Android". */
    name: varchar({ length: LENGTHS.deviceName }).notNull(),
    /** The network address that it was last used from. */
    address: varchar({ length: LENGTHS.networkAddress }).notNull(),
    /** The end of the time in which it signs in without a code; null where "Remember me" was not ticked. */
    trustedUntil: instant(),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull(),
  },
  (table) => [
    refersToUser(table.beaHolderId, table.userId),
    index('devices_holder_idx').on(table.beaHolderId),
  ],
);

/** An emailed code that no one has entered yet (docs/product/sign-in.md#sign-in-codes). */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    /** What the code proves: who signs in, or that a new contact address is the holder's. */
    purpose: text().$type<'sign-in' | 'contact-email'>().notNull(),
    /** Keyed hash of the BEA number as typed, so that a number no one registered is not stored in the clear. */
    accountHash: text().notNull(),
    /** SHA-256 of the token in the cookie of the browser that asked. */
    browserHash: text().notNull(),
    /** Null before sign-in. */
    beaHolderId: text().references(() => beaHolders.id),
    /** What was typed; the code signs in with it. */
    login: jsonb().$type<Login>(),
    /** The address that the code was sent to. */
    email: varchar({ length: LENGTHS.email }).notNull(),
    /** Slow and salted. */
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
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
    lastUsedAt: instant(),
  },
  (table) => [
    refersToUser(table.beaHolderId, table.userId),
    index('passkeys_holder_idx').on(table.beaHolderId),
  ],
);

/** A challenge that a browser was given and has not answered; each accepts one answer. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    challenge: text().notNull(),
    /** The user who makes a passkey; null for a sign-in, when no one is known yet. */
    userId: text(),
    expiresAt: instant().notNull(),
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
    undoUntil: instant().notNull(),
    undoneAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.beaHolderId, table.id] })],
);

/** rate-limiter-flexible's table. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/**
 * A BEA number that someone with a proved address asks for, until the operator of the service decides (docs/product/sign-in.md#registration):
 * it waits for approval, or another holder has it already.
 */
export const claims = pgTable(
  'claims',
  {
    id: id(),
    beaNumber: varchar({ length: LENGTHS.beaNumber }).notNull(),
    email: varchar({ length: LENGTHS.email }).notNull(),
    /** What was typed. */
    details: jsonb().$type<Login>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('claims_number_email_unique').on(table.beaNumber, table.email)],
);
