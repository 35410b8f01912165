import * as z from 'zod/mini';
import { requiredText, seenVersion } from '../fields';
import { LENGTHS } from '../limits';

/** What a sheet's rows are. */
export const SHEET_KINDS = ['trips', 'drivers', 'vehicles'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** How a sheet with certain headings was read, remembered for the next one (docs/product/import-export.md#layouts). */
export const layoutSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  of: z.enum(SHEET_KINDS),
  headings: z.array(z.string()),
  /** What is remembered, in words: "Date: Pickup date", "Words under Status: COA is not a trip", "T101 is 123ABC". */
  remembered: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** When a file was last imported with it. */
  usedAt: z.iso.datetime(),
  version: z.number(),
});
export type Layout = z.infer<typeof layoutSchema>;

/** PUT /api/imports/layouts/{id}. */
export const renameLayoutSchema = z.strictObject({
  name: requiredText('Name is required', LENGTHS.layoutName),
  version: seenVersion,
});
export type RenameLayout = z.infer<typeof renameLayoutSchema>;

/** The layout by which a preview read its file. */
export const usedLayoutSchema = z.nullable(
  z.strictObject({ id: z.string(), name: z.string(), usedAt: z.iso.datetime() }),
);
export type UsedLayout = z.infer<typeof usedLayoutSchema>;
