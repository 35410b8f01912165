import * as z from 'zod/mini';
import { day, instant, optionalText, seenVersion } from '../fields';
import { LENGTHS } from '../limits';

const endsAfterStart = z.refine<{ start: string; end: string | null }>(
  ({ start, end }) => end === null || Date.parse(end) > Date.parse(start),
  { path: ['end'], error: 'The end must be after the start' },
);

const shiftFields = z.strictObject({
  driverId: z.string('Please select a driver').check(z.minLength(1, 'Please select a driver')),
  /** Absent means the driver's usual vehicle of the day on which the shift starts, null none. */
  vehicleId: z.optional(z.nullable(z.string())),
  start: instant('Please enter the start'),
  /** Without an end the shift is open. */
  end: z._default(z.nullable(instant('Please enter the end')), null),
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

/** The longest range of days that hours are listed for. */
export const MAX_HOURS_DAYS = 800;

/** GET /api/shifts: those that lie at least partly in the days, earliest first. Without a driver all drivers'. */
export const listShiftsQuerySchema = z.object({
  driverId: z.optional(z.string()),
  from: day('Please select the first day'),
  to: day('Please select the last day'),
});
export type ListShiftsQuery = z.infer<typeof listShiftsQuerySchema>;

/** The most shifts that are stored at once. */
export const MAX_SHIFTS_AT_ONCE = 500;

/** POST /api/shifts/typed: shifts from a grid, a pasted sheet or a file, stored all or none, with an `Idempotency-Key`. */
export const typedShiftsSchema = z.strictObject({
  shifts: z
    .array(createShiftSchema)
    .check(z.minLength(1, 'There is no shift'), z.maxLength(MAX_SHIFTS_AT_ONCE, 'Too many shifts at once')),
});
export type TypedShifts = z.infer<typeof typedShiftsSchema>;

/** POST /api/shifts/delete: shifts removed together, such as those of an import. */
export const shiftIdsSchema = z.strictObject({
  ids: z
    .array(z.string().check(z.regex(/^[\w-]{1,64}$/)))
    .check(
      z.minLength(1, 'Select at least one shift'),
      z.maxLength(MAX_SHIFTS_AT_ONCE, 'Too many shifts at once'),
    ),
});

/**
 * GET /api/shifts/proposed: hours from the trips of a driver's day that lies in no shift, from the first trip to the end of the last with a
 * margin. They are a guess until someone confirms them.
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
