import * as z from 'zod/mini';
import { daysBetween, type FinancialYear, formatDay, isDay, isFinancialYear } from '../periods';

const message = 'Please select quarter and year';

/** POST /api/reports/quarterly. `year` is the calendar year of the quarter's months (docs/product/rules.md#periods). */
export const quarterlyReportSchema = z.strictObject({
  quarter: z.enum(['Q1', 'Q2', 'Q3', 'Q4'], message),
  year: z.coerce.number(message).check(z.int(message), z.gte(2000, message), z.lte(2099, message)),
  detailedBreakdown: z._default(z.boolean(message), false),
});

const financialYear = z
  .string('Please select financial year')
  .check(z.refine((text) => isFinancialYear(text) && text.startsWith('20'), 'Please select financial year'));

/** POST /api/reports/annual and /tmr-filled-form, GET /api/reports/tmr-annual: "2025-2026". */
export const annualReportSchema = z.strictObject({
  financialYear: z.pipe(
    financialYear,
    z.transform((text) => text as FinancialYear),
  ),
});

/** POST /api/reports/annual-data; with `"trips": false` the trips themselves are left out (docs/product/reports.md#annual-report). */
export const annualDataInputSchema = z.extend(annualReportSchema, {
  trips: z._default(z.boolean('Trips is either true or false'), true),
});

const tripCount = z.number();

/** POST /api/reports/annual-data: the answer, next to the trips where they were asked for. */
export const annualDataSchema = z.object({
  financialYear: z.string(),
  /** "1 July 2025 to 30 June 2026". */
  period: z.string(),
  /** Alphabetical, capitalised; places of one name are one suburb. */
  suburbBreakdown: z.array(z.strictObject({ suburb: z.string(), tripCount })),
  postcodeBreakdown: z.array(z.strictObject({ postcode: z.string(), tripCount })),
  /** By postcode, then suburb. */
  placeBreakdown: z.array(z.strictObject({ suburb: z.string(), postcode: z.string(), tripCount })),
  totalTrips: z.number(),
});
export type AnnualData = z.infer<typeof annualDataSchema>;

export const PORTAL_PARTS = ['postcodes', 'drivers', 'vehicles', 'areas'] as const;

/** A table that the regulator's portal asks for; a 'day' is YYYY-MM-DD or null. See docs/product/reports.md#portal-data. */
export const portalPartSchema = z.strictObject({
  id: z.enum(PORTAL_PARTS),
  title: z.string(),
  columns: z.array(z.strictObject({ label: z.string(), kind: z.enum(['text', 'number', 'day']) })),
  rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  /** What the rows leave out, or what is unclear of them. */
  note: z.optional(z.string()),
  /** What its averages are, and of how many trips. */
  averageNote: z.optional(z.string()),
  /** What an empty cell means where it can mean several things: it is shown, and never copied. */
  remarks: z.optional(z.array(z.strictObject({ row: z.number(), column: z.number(), text: z.string() }))),
});
export type PortalPart = z.infer<typeof portalPartSchema>;

/** GET /api/reports/portal-data, in the regulator's order. */
export const portalDataSchema = z.strictObject({ parts: z.array(portalPartSchema) });
export type PortalData = z.infer<typeof portalDataSchema>;

/** A part's cells as they are pasted: days as the regulator writes them, empty for an open end. */
export const portalCells = ({ columns, rows }: PortalPart): string[][] =>
  rows.map((row) =>
    row.map((cell, index) =>
      columns[index]?.kind === 'day' && typeof cell === 'string' ? formatDay(cell) : String(cell ?? ''),
    ),
  );

/** A part as tab-separated text, which portals and spreadsheets split into cells when pasted. */
export function portalText(part: PortalPart): string {
  const lines = [part.columns.map(({ label }) => label), ...portalCells(part)];
  return lines.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}

const MOST_YEARS = 10;
export const LONG_RANGE = `At most ${MOST_YEARS} years at once`;

/** Whether the records of so many days can be asked for at once. */
export const isShortRange = (firstDay: string, lastDay: string): boolean =>
  daysBetween(firstDay, lastDay) < MOST_YEARS * 366;

const recordsDay = (message: string) =>
  z
    .string(message)
    .check(
      z.refine(isDay, { error: message, abort: true }),
      z.regex(/^20/, { error: 'Date must lie between 2000 and 2099', abort: true }),
    );

/** GET /api/records: the records of a range of Brisbane days, both included. */
export const recordsQuerySchema = z
  .object({
    startDate: recordsDay('Please enter the first day'),
    endDate: recordsDay('Please enter the last day'),
  })
  .check(
    z.refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'The last day must not be before the first',
    }),
    z.refine(({ startDate, endDate }) => isShortRange(startDate, endDate), {
      path: ['endDate'],
      error: LONG_RANGE,
    }),
  );
export type RecordsQuery = z.infer<typeof recordsQuerySchema>;
