import { sql } from 'drizzle-orm';
import {
  customType,
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
import type { SheetKind } from '../imports/layouts';
import { LENGTHS } from '../limits';
import {
  createdAt,
  holder,
  instantColumn,
  ownId,
  refersTo,
  updatedAt,
  users,
  versionColumn,
} from './holders';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** How sheets with certain headings are read (docs/product/import-export.md#layouts). */
export const importLayouts = pgTable(
  'import_layouts',
  {
    id: ownId(),
    beaHolderId: holder(),
    name: varchar({ length: LENGTHS.layoutName }).notNull(),
    of: text().$type<SheetKind>().notNull(),
    /** Hashes the headings: a sheet with the same has this layout. */
    headingsHash: text().notNull(),
    headings: jsonb().$type<string[]>().notNull(),
    /** The columns, the answers and the names, as the sheet's reader has them. */
    reading: jsonb().$type<Record<string, unknown>>().notNull(),
    userId: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    usedAt: instantColumn().notNull(),
    version: versionColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    uniqueIndex('import_layouts_headings_key').on(table.beaHolderId, table.of, table.headingsHash),
  ],
);

/** An imported file of trips, stored whole or not at all; undoing it deletes its trips (docs/product/import-export.md#import). */
export const tripImports = pgTable(
  'trip_imports',
  {
    id: ownId(),
    beaHolderId: holder(),
    userId: text(),
    of: text().$type<SheetKind>().notNull().default('trips'),
    fileName: varchar({ length: 255 }).notNull(),
    tripCount: integer().notNull(),
    /** How many stored trips it corrected, and how many drivers and vehicles it added. */
    changeCount: integer().notNull().default(0),
    driverCount: integer().notNull().default(0),
    vehicleCount: integer().notNull().default(0),
    /** The layout of its headings; null where none is remembered. */
    layoutId: text(),
    /** The name of the token that sent it; null where a person did. */
    token: text().default(sql`nullif(current_setting('app.token', true), '')`),
    /** Hashes the file and its options. */
    requestHash: text(),
    createdAt: createdAt(),
    undoneAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(users, table.beaHolderId, table.userId),
    index('trip_imports_holder_idx').on(table.beaHolderId, table.createdAt),
  ],
);

/** A file that another program sent and that needs answers of a person (docs/product/api.md#files). */
export const waitingFiles = pgTable(
  'waiting_files',
  {
    id: ownId(),
    beaHolderId: holder(),
    layoutId: text().notNull(),
    fileName: varchar({ length: LENGTHS.fileName }).notNull(),
    file: bytea().notNull(),
    /** How many of its rows are not stored yet, and why, a sentence each. */
    rows: integer().notNull(),
    reasons: jsonb().$type<string[]>().notNull(),
    /** The name of the token that sent it. */
    token: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.beaHolderId, table.id] }),
    refersTo(importLayouts, table.beaHolderId, table.layoutId, 'waiting_files_layout_fk').onDelete('cascade'),
    unique('waiting_files_name_unique').on(table.beaHolderId, table.layoutId, table.fileName),
  ],
);
