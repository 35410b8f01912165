import { sql } from 'drizzle-orm';
import { integer, text, timestamp } from 'drizzle-orm/pg-core';

export const id = () => text().primaryKey().default(sql`gen_random_uuid()::text`);
export const instant = () => timestamp({ withTimezone: true });
export const createdAt = () => instant().notNull().defaultNow();
/** Rises with each change that a person makes, so that nobody overwrites one that they have not seen (docs/product.md#two-people-at-once). */
export const version = () => integer().notNull().default(1);
export const updatedAt = () => instant().notNull().defaultNow();
