import * as z from 'zod/mini';
import { idParams, requiredText, wholeNumber } from '../fields';
import { LENGTHS } from '../limits';
import { touchedReportSchema } from '../reports/lodged-changes';
import { WORD_FIELDS, WORD_MEANINGS } from '../trips/reading/column-words';
import { plainFieldNames, tripFieldNames } from '../trips/trip-fields';
import { SHEET_KINDS, usedLayoutSchema } from './layouts';
import { newcomerAnswersSchema, newcomersSchema } from './newcomers';

/** How many trips a file may hold. */
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 100;
export const MAX_PREVIEW_ROWS = 1000;
/** A column of states or kinds has at most so many different words. */
export const MAX_COLUMN_WORDS = 40;

/** The file's column of each field, from 0; a field without a column is absent. */
const importColumnsSchema = z.partialRecord(
  z.enum(tripFieldNames),
  z.number().check(z.int(), z.gte(0), z.lt(MAX_IMPORT_COLUMNS)),
);
export type ImportColumns = z.infer<typeof importColumnsSchema>;

const kindMeanings = z.enum(WORD_MEANINGS.kind);
const statusMeanings = z.enum(WORD_MEANINGS.status);
const readOrLeaveOut = z.enum(['read', 'leave-out']);
const minuteUnit = z.enum(['milliseconds', 'seconds', 'minutes', 'hours', 'days', 'mm:ss', 'h:mm']);

/** A person's answers about a file that can be read in several ways (docs/product/import-export.md#import). */
export const importAnswersSchema = z.strictObject({
  /** `swapped` is month first, where a spreadsheet has taken some of the dates for day first. */
  dateOrder: z.optional(z.enum(['day-first', 'month-first', 'year-first', 'swapped'])),
  /** The century of years with two digits that would otherwise lie in the future. */
  century: z.optional(z.enum(['1900', '2000'])),
  /** The year that a spreadsheet's days are counted from. */
  daysFrom: z.optional(z.enum(['1900', '1904'])),
  /** What words of a column of states or kinds mean, by the words as the preview has them. */
  words: z.optional(
    z.strictObject({
      status: z.optional(z.record(z.string(), statusMeanings)),
      kind: z.optional(z.record(z.string(), kindMeanings)),
    }),
  ),
  /** What the times of a column count, where its heading and cells do not say so. */
  waitingUnit: z.optional(minuteUnit),
  durationUnit: z.optional(minuteUnit),
  /** What a row without a waiting time means; 'unknown' leaves it open. */
  blankWaits: z.optional(z.enum(['0', 'unknown'])),
  /** Rows and columns that the workbook does not show, trips above the headings, and rows below a line such as "Cancelled trips". */
  hiddenRows: z.optional(readOrLeaveOut),
  hiddenColumns: z.optional(readOrLeaveOut),
  rowsAbove: z.optional(readOrLeaveOut),
  rowsNotTrips: z.optional(readOrLeaveOut),
});
export type ImportAnswers = z.infer<typeof importAnswersSchema>;

const json = z.pipe(
  z.string(),
  z.transform((text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }),
);
/** A query parameter that is JSON. */
export const jsonParameter = <S extends z.ZodMiniType>(schema: S) => z.pipe(json, schema);
const columnsParameter = jsonParameter(importColumnsSchema);

/** What suburbs are corrected to, by how the file writes them: "Towong" is "Toowong 4066". */
const correctedSuburbsSchema = z.record(
  z.string().check(z.maxLength(LENGTHS.suburb)),
  z.string().check(z.maxLength(LENGTHS.suburb)),
);

/**
 * POST /api/imports/preview. Its body is the file, or JSON with the file and what does not fit into an address. Without `columns` and `answers` they are those that
 * are remembered for the headings, else known by the headings.
 */
export const previewImportQuerySchema = z.object({
  columns: z.optional(columnsParameter),
  /** Whether a remembered layout is used; 'ignore' reads the file as if it were the first of its headings. */
  layout: z._default(z.enum(['use', 'ignore'], 'Layout is use or ignore'), 'use'),
  /** The number of a workbook's visible sheet, from 0. */
  sheet: z.optional(wholeNumber(0, 99, 'No such sheet')),
  answers: z.optional(jsonParameter(importAnswersSchema)),
  suburbs: z.optional(jsonParameter(correctedSuburbsSchema)),
});
export type PreviewImportQuery = z.infer<typeof previewImportQuerySchema>;

/** The JSON body of a file with answers about its new drivers and vehicles. */
export const fileWithNewcomersSchema = z.strictObject({
  /** The file in Base64. */
  file: z.string(),
  newcomers: newcomerAnswersSchema,
});

/**
 * POST /api/imports, with a body as the preview's. It stores the trips that the preview called ready, and what the file corrects, or nothing:
 * `tripCount` and `changeCount` are their numbers. Without corrections, `changeCount` 0, the stored trips stay as they are.
 */
export const confirmImportQuerySchema = z.extend(previewImportQuerySchema, {
  fileName: requiredText('File name is required', LENGTHS.fileName),
  columns: columnsParameter,
  tripCount: wholeNumber(0, 99_999, 'Number of trips is required'),
  changeCount: z._default(wholeNumber(0, 99_999, 'Number of changes must be a number'), 0),
  /** The id of the waiting file that it is, which no longer waits then (docs/product/api.md#files). */
  waiting: z.optional(idParams.shape.id),
});
export type ConfirmImportQuery = z.infer<typeof confirmImportQuerySchema>;

export const typedFieldNames = ['date', 'time', 'licence', ...plainFieldNames, 'vehicle'] as const;
export const MAX_TYPED_ROWS = 200;
/** The body of all these rows, each with notes of the greatest length. */
export const MAX_TYPED_BYTES = 2 * 1024 * 1024;

/** A file's rows keep their numbers, and no sheet has more. */
const LAST_ROW = 1_048_576;

const typedRowsSchema = z
  .array(
    z.strictObject({
      /** The number that people see before the row; remarks name it. */
      number: z.number().check(z.int(), z.gte(1), z.lte(LAST_ROW)),
      /** The driver who was chosen: another may have had this one's licence on that day. Without it the licence decides. */
      driverId: z.optional(z.string()),
      cells: z.partialRecord(z.enum(typedFieldNames), z.string().check(z.maxLength(4 * LENGTHS.notes))),
    }),
  )
  .check(
    z.minLength(1, 'Type at least one trip'),
    z.maxLength(MAX_TYPED_ROWS, `At most ${MAX_TYPED_ROWS} trips`),
    z.refine(
      (rows) => new Set(rows.map(({ number }) => number)).size === rows.length,
      'Each row needs its own number',
    ),
  );

/** POST /api/imports/typed/preview: rows that were typed or pasted, checked by the rules of a file. */
export const previewTypedSchema = z.strictObject({ rows: typedRowsSchema });
export type PreviewTyped = z.infer<typeof previewTypedSchema>;

/** POST /api/imports/typed: stores these rows as an import of this name, all or nothing. */
export const storeTypedSchema = z.extend(previewTypedSchema, {
  fileName: requiredText('File name is required', LENGTHS.fileName),
  tripCount: z.number('Number of trips is required').check(z.int('Number of trips is required')),
});
export type StoreTyped = z.infer<typeof storeTypedSchema>;

/** The `Idempotency-Key` header of POST /api/imports: the same key again answers the first import, and becomes its id. */
export const importKeySchema = z.uuid('Idempotency-Key must be a UUID');

/** `problem`: why a row is left out; `check`: what looks odd; `note`: how something was read or filled in. */
const importRemarkSchema = z.strictObject({ kind: z.enum(['problem', 'check', 'note']), text: z.string() });
export type ImportRemark = z.infer<typeof importRemarkSchema>;

/** `differs`: a stored trip that the file has with other details. */
export const IMPORT_STATUSES = ['problem', 'differs', 'ready', 'repeated', 'stored'] as const;

/** "Waiting time: 5 → 9". */
export const fieldChangeSchema = z.strictObject({ label: z.string(), from: z.string(), to: z.string() });
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** A stored trip of earlier files of this layout that a later file of the same days does not have. */
const goneTripSchema = z.strictObject({ id: z.string(), datetime: z.iso.datetime(), summary: z.string() });

const importRowSchema = z.strictObject({
  /** The spreadsheet's own number. */
  number: z.number(),
  /** `repeated`: the same trip as another row of the file; `stored`: would be there twice. All but `ready` and `differs` are left out. */
  status: z.enum(IMPORT_STATUSES),
  summary: z.string(),
  remarks: z.array(importRemarkSchema),
  /** What differs from the stored trip, field by field, in words. */
  changes: z.optional(z.array(fieldChangeSchema)),
  /** The cells of a row with a problem, as far as they were read, to be fixed; only the first rows have them. */
  cells: z.optional(z.partialRecord(z.enum(tripFieldNames), z.string())),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importQuestionSchema = z.strictObject({
  name: z.keyof(z.omit(importAnswersSchema, { words: true })),
  /** The question, with an example of the file: "Which day is 7/1/2026?" */
  text: z.string(),
  reason: z.string(),
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  /** The choice that a person probably means; it is no answer. */
  likely: z.optional(z.string()),
});
export type ImportQuestion = z.infer<typeof importQuestionSchema>;

const columnWordSchema = z.strictObject({
  field: z.enum(WORD_FIELDS),
  /** As the file first has it; empty for a blank. */
  word: z.string(),
  rows: z.number(),
  /** Null until it has an answer. */
  becomes: z.nullable(z.union([statusMeanings, kindMeanings])),
  /** Whether it means something without an answer. */
  isKnown: z.boolean(),
});
export type ColumnWord = z.infer<typeof columnWordSchema>;

export const importPreviewSchema = z.strictObject({
  /** The visible sheets of a workbook, and the number of the read one; empty for a CSV file. */
  sheets: z.array(z.string()),
  sheet: z.number(),
  /** Why the sheet cannot be read, where another can be chosen. Then there is nothing else. */
  refusal: z.nullable(z.string()),
  notes: z.array(z.string()),
  /** The file's columns: their headings, and what the first row has there. */
  headings: z.array(z.strictObject({ name: z.string(), example: z.string() })),
  columns: importColumnsSchema,
  /** The columns with something in them that no field takes. */
  unread: z.array(z.number()),
  /** What some of these may be, by what is in them; nothing is read from them. */
  guesses: z.optional(importColumnsSchema),
  /** The different words of the columns of states and kinds, most frequent first. Until each means something nothing else is checked. */
  words: z.array(columnWordSchema),
  /** Columns with so many words that they are neither states nor kinds. Nothing else is checked until they are left out. */
  tooManyWords: z.array(z.enum(WORD_FIELDS)),
  /** How many rows are left out as no trips. */
  notTrips: z.number(),
  /** Required fields without a column. Nothing else is checked then. */
  missing: z.array(z.string()),
  /** Until each has an answer nothing else is checked, and nothing is imported; only `blankWaits` of a column is then unknown. */
  questions: z.array(importQuestionSchema),
  /** The answers by which the rows were read; among them those that need not be given. */
  answers: importAnswersSchema,
  counts: z.record(z.enum(IMPORT_STATUSES), z.number()),
  /** Columns that trips can do without, and that are why nearly no row is ready, with an example. */
  columnFaults: z.array(
    z.strictObject({ field: z.enum(tripFieldNames), rows: z.number(), of: z.number(), example: z.string() }),
  ),
  /** What rows with problems need, most rows first: an answer about a driver or vehicle of the file, else a field put right. */
  needs: z.optional(
    z.array(
      z.strictObject({
        of: z.enum(['answer', 'suburb', 'other']),
        label: z.string(),
        rows: z.number(),
      }),
    ),
  ),
  /** The drivers and vehicles of the file that the holder does not have. Rows are read as if those without an answer were added as they are shown. */
  newcomers: newcomersSchema,
  layout: usedLayoutSchema,
  /** Suburbs that nobody knows, with those that they may be, and what others were corrected to. */
  suburbs: z.optional(
    z.strictObject({
      misspelt: z.array(
        z.strictObject({ typed: z.string(), rows: z.number(), offered: z.array(z.string()) }),
      ),
      corrected: correctedSuburbsSchema,
    }),
  ),
  /** Trips of earlier files that this one should have and does not: counted, and the first of them; nothing happens to them. */
  gone: z.strictObject({
    count: z.number(),
    from: z.string(),
    to: z.string(),
    trips: z.array(goneTripSchema),
  }),
  lodged: z.array(touchedReportSchema),
  /** The rows that there is something to say about, the gravest first, and before them the first that are in order. */
  rows: z.array(importRowSchema),
  rowsLeftOut: z.number(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const tripImportSchema = z.strictObject({
  id: z.string(),
  of: z.enum(SHEET_KINDS),
  fileName: z.string(),
  tripCount: z.number(),
  /** How many stored trips it corrected, and how many drivers and vehicles it added. */
  changeCount: z.number(),
  driverCount: z.number(),
  vehicleCount: z.number(),
  /** The person who imported it, or the name of the token by which a program did; null if unknown. */
  importedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  undoneAt: z.nullable(z.iso.datetime()),
});
export type TripImport = z.infer<typeof tripImportSchema>;

/** POST /api/imports/{id}/undo. */
export const undoneImportSchema = z.extend(tripImportSchema, {
  /** What stays as it is, and why, a sentence each. */
  kept: z.array(z.string()),
});
export type UndoneImport = z.infer<typeof undoneImportSchema>;

/** GET /api/imports/{id}/lodged: the lodged reports that undoing an import changes. */
export const lodgedByImportSchema = z.array(touchedReportSchema);

/** GET /api/imports/template. */
export const importTemplateQuerySchema = z.object({
  format: z._default(z.enum(['excel', 'csv'], 'Format must be excel or csv'), 'excel'),
});
