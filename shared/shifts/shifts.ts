import * as z from 'zod/mini';
import {
  daySchema,
  idList,
  idText,
  instantSchema,
  optionalText,
  requiredText,
  seenVersion,
  wholeNumber,
} from '../fields';
import { LENGTHS } from '../limits';
import { daysBetween } from '../periods';
import { MAX_ROWS_ABOVE_HEADINGS } from '../reading/headings';

export const driverIdText = requiredText('Please select a driver', LENGTHS.id);

const endsAfterStart = z.refine<{ start: string; end: string | null }>(
  ({ start, end }) => end === null || Date.parse(end) > Date.parse(start),
  { path: ['end'], error: 'The end must be after the start' },
);

const shiftFields = z.strictObject({
  driverId: driverIdText,
  /** Absent means the driver's usual vehicle of the day on which the shift starts, null no vehicle. */
  vehicleId: z.optional(z.nullable(requiredText('No such vehicle', LENGTHS.id))),
  start: instantSchema('Please enter the start'),
  /** An open shift has no end. */
  end: z._default(z.nullable(instantSchema('Please enter the end')), null),
  note: optionalText(LENGTHS.shiftNote),
});

/** POST /api/shifts (docs/product/hours.md#shifts), with an `Idempotency-Key` as a trip. */
export const createShiftSchema = shiftFields.check(endsAfterStart);
export type CreateShift = z.infer<typeof createShiftSchema>;

/** PUT /api/shifts/{id}. */
export const changeShiftSchema = z.extend(shiftFields, { version: seenVersion }).check(endsAfterStart);
export type ChangeShift = z.infer<typeof changeShiftSchema>;

export const shiftSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  driverId: z.string(),
  driverName: z.string(),
  vehicleId: z.nullable(z.string()),
  vehicleRegistration: z.nullable(z.string()),
  start: z.iso.datetime(),
  end: z.nullable(z.iso.datetime()),
  note: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type Shift = z.infer<typeof shiftSchema>;

/** The longest range of days that hours are listed for, that hours are proposed for, and the most shifts or proposals in one list. */
export const MAX_HOURS_DAYS = 800;
export const MAX_PROPOSED_DAYS = 100;
export const MAX_LISTED_SHIFTS = 5000;

type Days = { from: string; to: string };
/** Brisbane days, both included. */
export const daysShape = {
  from: daySchema('Please select the first day'),
  to: daySchema('Please select the last day'),
};
/** The rules of a query for days. */
export const inDays = (most = MAX_HOURS_DAYS) =>
  [
    z.refine<Days>(({ from, to }) => from <= to, {
      path: ['to'],
      error: 'The last day must not be before the first',
    }),
    z.refine<Days>(({ from, to }) => daysBetween(from, to) < most, {
      path: ['to'],
      error: `At most ${most} days at once`,
    }),
  ] as const;

const ofDriver = z.object({ driverId: z.optional(driverIdText), ...daysShape });

/** GET /api/shifts: those that lie at least partly in the days, earliest first. Without a driver all drivers', without a vehicle in all. */
export const listShiftsQuerySchema = z
  .extend(ofDriver, { vehicleId: z.optional(idText('No such vehicle')) })
  .check(...inDays());
export type ListShiftsQuery = z.infer<typeof listShiftsQuerySchema>;

export const proposedShiftsQuerySchema = ofDriver.check(...inDays(MAX_PROPOSED_DAYS));

/** The most shifts that are stored at once. */
export const MAX_SHIFTS_AT_ONCE = 500;

/** Identifies a shift among others: no driver has two with the same start and end. */
export const shiftKey = ({ driverId, start, end }: Pick<CreateShift, 'driverId' | 'start' | 'end'>): string =>
  [driverId, Date.parse(start), end === null ? '' : Date.parse(end)].join(' ');

/**
 * POST /api/shifts/typed: shifts from a grid, a pasted sheet or a file, stored all or nothing, with an `Idempotency-Key`. One that is there
 * already, with the same driver, start and end, is not stored again.
 */
export const typedShiftsSchema = z.strictObject({
  shifts: z
    .array(createShiftSchema)
    .check(z.minLength(1, 'There is no shift'), z.maxLength(MAX_SHIFTS_AT_ONCE, 'Too many shifts at once')),
});
export type TypedShifts = z.infer<typeof typedShiftsSchema>;
/** The body of all these shifts, each with a note of the greatest length. */
export const MAX_TYPED_SHIFTS_BYTES = 2 * 1024 * 1024;
export const typedShiftsStoredSchema = z.strictObject({
  ids: z.array(z.string()),
  /** How many were stored before, or are the same as another of the request. */
  alreadyThere: z.number(),
});
export type TypedShiftsStored = z.infer<typeof typedShiftsStoredSchema>;

/** POST /api/shifts/delete and /restore: shifts removed together, such as those of a sheet, and restored within 30 days. */
export const shiftIdsSchema = z.strictObject({
  ids: idList('Shift', MAX_SHIFTS_AT_ONCE, 'Too many shifts at once'),
});

export const shiftsDeletedSchema = z.strictObject({ deleted: z.number() });
export const shiftsRestoredSchema = z.strictObject({ restored: z.number() });

/** Minutes before the first and after the last trip of proposed hours. */
export const PROPOSAL_MARGIN_MINUTES = 15;

/**
 * GET /api/shifts/proposed: hours from a driver's trips of a day that lie in no shift, from the first to the end of the last with a margin
 * (docs/product/hours.md#proposed-hours). They are a guess until someone confirms them.
 */
export const proposedShiftSchema = z.strictObject({
  driverId: z.string(),
  driverName: z.string(),
  vehicleId: z.nullable(z.string()),
  vehicleRegistration: z.nullable(z.string()),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  trips: z.number(),
});
export type ProposedShift = z.infer<typeof proposedShiftSchema>;

/** POST /api/shifts/read?sheet=, with a CSV file or a workbook as its body: its rows as text, for the grid to show. Nothing is stored. */
export const readShiftsQuerySchema = z.object({
  sheet: z.optional(wholeNumber(0, 99, 'No such sheet')),
});

export const shiftSheetSchema = z.strictObject({
  /** The visible sheets of a workbook, and the number of the read one; empty for a CSV file. */
  sheets: z.array(z.string()),
  sheet: z.number(),
  /** Why the sheet cannot be read, where another can be chosen. Then there are no rows. */
  refusal: z.nullable(z.string()),
  notes: z.array(z.string()),
  /** Whether a workbook counts its days from 1904. */
  countsFrom1904: z.boolean(),
  /** The rows without empty ones, numbered as the spreadsheet does; headings are among them. */
  rows: z.array(z.strictObject({ number: z.number(), cells: z.array(z.string()) })),
});
export type ShiftSheet = z.infer<typeof shiftSheetSchema>;
/** A title and the headings may precede the shifts. */
export const MAX_SHEET_ROWS = MAX_SHIFTS_AT_ONCE + MAX_ROWS_ABOVE_HEADINGS + 1;
