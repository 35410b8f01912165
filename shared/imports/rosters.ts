import * as z from 'zod/mini';
import { daySchema, requiredText, wholeNumber } from '../fields';
import { LENGTHS } from '../limits';
import { touchedReportSchema } from '../reports/lodged-changes';
import {
  fieldChangeSchema,
  importAnswersSchema,
  importQuestionSchema,
  jsonParameter,
  MAX_IMPORT_COLUMNS,
  previewImportQuerySchema,
} from './imports';
import { usedLayoutSchema } from './layouts';
import { ROSTERS, rosterFieldNames } from './roster-fields';

/** How many drivers or vehicles a sheet may have. */
export const MAX_ROSTER_ROWS = 1000;

const rosterColumnsSchema = z.partialRecord(
  z.enum(rosterFieldNames),
  z.number().check(z.int(), z.gte(0), z.lt(MAX_IMPORT_COLUMNS)),
);

/** A person's answers about a sheet of drivers or of vehicles (docs/product/drivers.md#from-a-spreadsheet). */
export const rosterAnswersSchema = z.extend(
  z.pick(importAnswersSchema, { dateOrder: true, century: true, daysFrom: true }),
  {
    /** The first day of what the sheet has otherwise; null corrects what is stored. */
    changedOn: z.optional(z.nullable(daySchema('Please enter the day of the change'))),
    /** The Start Date of new drivers for whom the sheet has none; today unless it is said. */
    startDate: z.optional(daySchema('Please enter the first day')),
    /** Whether a row's driver is the one of the same name who has another number, by the row's number. */
    same: z.optional(
      z
        .record(z.string().check(z.regex(/^\d{1,7}$/)), z.boolean())
        .check(z.refine((answers) => Object.keys(answers).length <= MAX_ROSTER_ROWS, 'Too many answers')),
    ),
  },
);
export type RosterAnswers = z.infer<typeof rosterAnswersSchema>;

/** POST /api/drivers/sheet/preview. Without `of` and `columns` the headings say them. */
export const previewRosterQuerySchema = z.object({
  of: z.optional(z.enum(ROSTERS, 'Say whether these are drivers or vehicles')),
  columns: z.optional(jsonParameter(rosterColumnsSchema)),
  /** The number of a workbook's visible sheet, from 0. */
  sheet: z.optional(wholeNumber(0, 99, 'No such sheet')),
  answers: z.optional(jsonParameter(rosterAnswersSchema)),
  layout: previewImportQuerySchema.shape.layout,
});
export type PreviewRosterQuery = z.infer<typeof previewRosterQuerySchema>;

/** The JSON body of a file whose answers do not fit into an address. */
export const rosterFileSchema = z.strictObject({
  /** The file in Base64. */
  file: z.string(),
  answers: rosterAnswersSchema,
});

/** POST /api/drivers/sheet: stores what the preview said, or nothing; `newCount` and `changeCount` are its numbers. */
export const confirmRosterQuerySchema = z.extend(previewRosterQuerySchema, {
  fileName: requiredText('File name is required', LENGTHS.fileName),
  of: z.enum(ROSTERS, 'Say whether these are drivers or vehicles'),
  newCount: wholeNumber(0, 99_999, 'Number of new ones is required'),
  changeCount: wholeNumber(0, 99_999, 'Number of changes is required'),
});
export type ConfirmRosterQuery = z.infer<typeof confirmRosterQuerySchema>;

/** `same`: as it is stored. */
export const ROSTER_STATUSES = ['problem', 'new', 'differs', 'same'] as const;
export type RosterStatus = (typeof ROSTER_STATUSES)[number];

const rosterRowSchema = z.strictObject({
  /** The spreadsheet's own number; of a vehicle with several rows the first. */
  number: z.number(),
  status: z.enum(ROSTER_STATUSES),
  name: z.string(),
  /** What differs from what is stored, field by field; of a new one all that is stored, from nothing. */
  changes: z.array(fieldChangeSchema),
  /** Why it cannot be stored, and how something was read. */
  remarks: z.array(z.string()),
  /** The driver of the same name who has another number; `answer` is null until someone says whether it is the same person. */
  same: z.optional(
    z.strictObject({
      name: z.string(),
      driverAuthorityLicense: z.string(),
      answer: z.nullable(z.boolean()),
    }),
  ),
});
export type RosterRow = z.infer<typeof rosterRowSchema>;

export const rosterPreviewSchema = z.strictObject({
  /** Null where the headings do not say it: then there is nothing else until it is chosen. */
  of: z.nullable(z.enum(ROSTERS)),
  /** The visible sheets of a workbook, and the number of the read one. */
  sheets: z.array(z.string()),
  sheet: z.number(),
  /** Why the sheet cannot be read, where another can be chosen. */
  refusal: z.nullable(z.string()),
  notes: z.array(z.string()),
  headings: z.array(z.strictObject({ name: z.string(), example: z.string() })),
  columns: rosterColumnsSchema,
  /** The columns with something in them that no field takes. */
  unread: z.array(z.number()),
  /** Required fields without a column. Nothing else is checked then. */
  missing: z.array(z.string()),
  /** About the order of dates. Until each has an answer nothing else is checked. */
  questions: z.array(importQuestionSchema),
  answers: rosterAnswersSchema,
  layout: usedLayoutSchema,
  counts: z.record(z.enum(ROSTER_STATUSES), z.number()),
  /** How many rows differ in what may hold from a day: "correction or change?" is then to be answered. */
  toDate: z.number(),
  /** How many new drivers have no Start Date in the sheet. */
  withoutStart: z.number(),
  /** Those that are stored and not in the sheet: counted, and the first of them; nothing happens to them. */
  gone: z.strictObject({ count: z.number(), names: z.array(z.string()) }),
  lodged: z.array(touchedReportSchema),
  /** The gravest first. */
  rows: z.array(rosterRowSchema),
});
export type RosterPreview = z.infer<typeof rosterPreviewSchema>;

/** GET /api/drivers/sheet/template. */
export const rosterTemplateQuerySchema = z.object({
  of: z.enum(ROSTERS, 'Say whether these are drivers or vehicles'),
  format: z._default(z.enum(['excel', 'csv'], 'Format must be excel or csv'), 'excel'),
});
