import * as z from 'zod/mini';
import { instantSchema, optionalText, requiredText } from '../fields';
import { LENGTHS } from '../limits';
import { plainShape } from './trip-fields';
import { tripSchema } from './trips';

/** The path of PUT /api/trips/by-reference/{reference}. In it `/` is sent as `%2F`. */
export const referenceParams = z.object({
  reference: z.string().register(z.globalRegistry, { minLength: 1, maxLength: LENGTHS.bookingReference }),
});
/** What such a path must name. It is checked apart from the path, because a reference that cannot be stored is no unknown address. */
export const referenceSchema = z.object({
  reference: requiredText('Booking reference is required', LENGTHS.bookingReference),
});

const { bookingReference: _, ...plain } = plainShape('schema');

/**
 * PUT /api/trips/by-reference/{reference}: a trip as another program knows it (docs/product/api.md#trips-by-reference). The driver is named by the number of their
 * driver authorisation, the vehicle by its registration; without one it is the driver's usual vehicle of that day.
 */
export const pushedTripSchema = z.strictObject({
  driverAuthorityLicense: requiredText('Driver Authority License is required', LENGTHS.licence),
  datetime: instantSchema('Date is required', 'datetime must be ISO 8601 with its offset'),
  ...plain,
  vehicleRegistration: optionalText(LENGTHS.vehicleRegistration),
  /** When the sender changed it last. What comes with an earlier time than was stored is ignored. */
  changedAt: z.optional(instantSchema('changedAt must be a time')),
});
export type PushedTrip = z.infer<typeof pushedTripSchema>;

/** `unchanged`: it was stored so already; `older`: what is stored was sent with a later `changedAt`. */
const PUSH_OUTCOMES = ['stored', 'corrected', 'unchanged', 'older'] as const;

/** 201 for `stored`, else 200. */
export const pushedTripAnswerSchema = z.strictObject({
  outcome: z.enum(PUSH_OUTCOMES),
  trip: tripSchema,
  /** What looks odd in what was sent, in the words of an import. */
  warnings: z.array(z.string()),
});
export type PushedTripAnswer = z.infer<typeof pushedTripAnswerSchema>;
