import { sql } from 'drizzle-orm';
import { integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Identifies a row within its holder, with which the primary key begins (docs/decisions/0019-tenant-led-keys.md). */
export const ownId = () => text().notNull().default(sql`gen_random_uuid()::text`);
export const id = () => ownId().primaryKey();
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
/** Rises with each change that a person makes, so that no one overwrites one that they have not seen (docs/product.md#two-people-at-once). */
export const version = () => integer().notNull().default(1);
export const updatedAt = () => instant().notNull().defaultNow();
