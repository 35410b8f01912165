import * as z from 'zod/mini';
import { optionalText, requiredText } from '../fields';
import { LENGTHS } from '../limits';

/** POST /api/imports/files: a file that is read by a remembered layout (docs/product/api.md#files). */
export const sentFileQuerySchema = z.object({
  /** The id or the name of the layout. */
  layout: requiredText('Layout is required', LENGTHS.layoutName),
  fileName: optionalText(LENGTHS.fileName),
});
export type SentFileQuery = z.infer<typeof sentFileQuerySchema>;

/** What became of the rows of a sent file: each counts once. */
export const sentFileAnswerSchema = z.strictObject({
  layout: z.strictObject({ id: z.string(), name: z.string() }),
  /** Trips that were stored now, and the import that has them; null where nothing was stored. */
  stored: z.number(),
  importId: z.nullable(z.string()),
  /** Rows that need an answer, wait in the Import screen, and why, a sentence each; null where nothing waits. */
  waiting: z.number(),
  waitingId: z.nullable(z.string()),
  reasons: z.array(z.string()),
  /** Rows whose trips were stored before. */
  alreadyStored: z.number(),
  /** Rows that repeat another row of the file. */
  repeated: z.number(),
  /** Rows that are no trips, as the layout remembers. */
  notTrips: z.number(),
  /** Rows whose trips someone deleted, while they can be restored: they are not stored again. */
  deleted: z.number(),
});
export type SentFileAnswer = z.infer<typeof sentFileAnswerSchema>;

/** GET /api/imports/waiting: a file that another program sent, and that waits for answers. */
export const waitingFileSchema = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  layout: z.string(),
  rows: z.number(),
  reasons: z.array(z.string()),
  /** The name of the token that sent it. */
  token: z.string(),
  createdAt: z.iso.datetime(),
});
export type WaitingFile = z.infer<typeof waitingFileSchema>;
