import * as z from 'zod/mini';
import { requiredText } from './fields';
import { LENGTHS } from './limits';

/** A file of past trips: how large it may be, and how many trips it may hold. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 100;
/** The most rows that a preview says something about. */
export const MAX_PREVIEW_ROWS = 1000;

/** What a column of a file can stand for, and what people call it. */
export const IMPORT_FIELDS = {
  date: 'Date',
  time: 'Time',
  driver: 'Driver',
  licence: 'Driver Authority License',
  suburb: 'Suburb',
  postcode: 'Postcode',
  waitingTime: 'Waiting time',
  duration: 'Duration',
  notes: 'Notes',
  tripId: 'Trip ID',
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const importFields = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

/** Which column of the file each field is in, from 0; a field without one is absent. */
export type ImportColumns = Partial<Record<ImportField, number>>;

const importColumnsSchema = z.partialRecord(
  z.enum(importFields),
  z.number().check(z.int(), z.gte(0), z.lt(MAX_IMPORT_COLUMNS)),
);

/** JSON in a query parameter. */
const columnsParameter = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
    importColumnsSchema,
  ),
);

/** POST /api/imports/preview, with the file as its body. Without `columns` they are known by their headings. */
export const previewImportQuerySchema = z.object({ columns: z.optional(columnsParameter) });

/**
 * POST /api/imports, with the file as its body. It takes over exactly the trips that the preview said were ready, or
 * nothing: their number is sent back.
 */
export const confirmImportQuerySchema = z.object({
  fileName: requiredText('File name is required', LENGTHS.fileName),
  columns: columnsParameter,
  tripCount: z.pipe(
    z.string().check(z.regex(/^\d{1,5}$/, 'Number of trips is required')),
    z.pipe(z.transform(Number), z.number()),
  ),
});
export type ConfirmImportQuery = z.infer<typeof confirmImportQuerySchema>;

/** The `Idempotency-Key` header of POST /api/imports: the same key again answers the first import, and becomes its id. */
export const importKeySchema = z.uuid('Idempotency-Key must be a UUID');

/** `problem`: cannot be taken over; `stored`: would be there twice; both are left out. */
export const importRowSchema = z.strictObject({
  /** As the spreadsheet numbers it. */
  number: z.number(),
  status: z.enum(['ready', 'problem', 'stored']),
  /** What the row says, in short. */
  summary: z.string(),
  /** What is wrong, or looks odd, in words. */
  remarks: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importPreviewSchema = z.strictObject({
  /** The file's columns: their headings, and what the first row has there. */
  headings: z.array(z.strictObject({ name: z.string(), example: z.string() })),
  columns: importColumnsSchema,
  /** Fields that no column was found for, and that no trip can be without. Nothing else is checked then. */
  missing: z.array(z.string()),
  counts: z.strictObject({ ready: z.number(), problem: z.number(), stored: z.number() }),
  /** The rows that there is something to say about, the gravest first, and before them the first that are in order. */
  rows: z.array(importRowSchema),
  /** How many more there is something to say about. */
  rowsLeftOut: z.number(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const tripImportSchema = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  tripCount: z.number(),
  /** Who did it; null when that is not known. */
  importedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  undoneAt: z.nullable(z.iso.datetime()),
});
export type TripImport = z.infer<typeof tripImportSchema>;

/** GET /api/imports/template. */
export const importTemplateQuerySchema = z.object({
  format: z._default(z.enum(['excel', 'csv'], 'Format must be excel or csv'), 'excel'),
});
