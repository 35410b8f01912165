import * as z from 'zod/mini';
import { daySchema, instantSchema, requiredText, seenVersion } from '../fields';
import { formatCount } from '../figures';
import { LENGTHS, MAX_BULK_TRIPS, MAX_MATCHING_TRIPS } from '../limits';
import { TRIP_FIELDS } from './trip-fields';
import { tripFiltersSchema } from './trip-list';
import { tripIdsSchema } from './trips';

const NONE = 'Select at least one trip';

const countMessage = 'Number of trips is required';
const tripCount = z.number(countMessage).check(z.int(countMessage), z.gte(1, NONE));

/** Every trip that filters match, and how many the person saw. */
const matching = z.optional(
  z.strictObject({
    // a filter that is ignored would let the change reach every trip
    filters: z.strictObject(tripFiltersSchema.shape),
    count: tripCount.check(
      z.lte(MAX_MATCHING_TRIPS, {
        error: () => `At most ${formatCount(MAX_MATCHING_TRIPS)} trips at once. Narrow the filters`,
      }),
    ),
  }),
);
export type MatchingTrips = NonNullable<z.infer<typeof matching>>;

const isOneOf = (one: unknown, other: unknown) => (one === undefined) !== (other === undefined);

/** POST /api/trips/delete: the trips with these ids, or every one that matches (docs/product/trip-history.md#bulk-changes). */
export const deleteTripsSchema = z
  .strictObject({ ids: z.optional(tripIdsSchema.shape.ids), matching })
  .check(z.refine((body) => isOneOf(body.ids, body.matching), NONE));
export type DeleteTrips = z.infer<typeof deleteTripsSchema>;

/**
 * POST /api/trips/change: gives trips to a driver or another vehicle, moves them to a day, where their time of day stays, or makes them of another kind. The trips are named with the
 * versions that someone saw, or match (docs/product/trip-history.md#bulk-changes).
 */
export const changeTripsSchema = z
  .strictObject({
    trips: z.optional(
      z
        .array(z.strictObject({ id: requiredText('Trip is required', LENGTHS.id), version: seenVersion }))
        .check(z.minLength(1, NONE), z.maxLength(MAX_BULK_TRIPS, `At most ${MAX_BULK_TRIPS} trips`)),
    ),
    matching,
    driverId: z.optional(requiredText('Driver is required', LENGTHS.id)),
    vehicleId: z.optional(requiredText('Vehicle is required', LENGTHS.id)),
    date: z.optional(daySchema('Date is required')),
    kind: z.optional(TRIP_FIELDS.kind.answer),
  })
  .check(
    z.refine((body) => isOneOf(body.trips, body.matching), NONE),
    z.refine(
      ({ driverId, vehicleId, date, kind }) =>
        [driverId, vehicleId, date, kind].filter((one) => one !== undefined).length === 1,
      'Choose a driver, a vehicle, a date or a kind',
    ),
  );
export type ChangeTrips = z.infer<typeof changeTripsSchema>;

/** GET /api/trips/lodged: the lodged reports that have trips which match, of those that count them; a change of kind is one of every report. */
export const lodgedAmongQuerySchema = z.extend(tripFiltersSchema, {
  changes: z.optional(z.literal('kind', 'Changes must be kind')),
});
export type LodgedAmongQuery = z.infer<typeof lodgedAmongQuerySchema>;

/** The time and size of a bulk change, by which POST /api/trips/undo finds its trips. */
export const bulkChangeSchema = z.strictObject({
  at: instantSchema('Date is required'),
  trips: tripCount,
});
export type BulkChange = z.infer<typeof bulkChangeSchema>;

/** The answers: how many trips were deleted, changed and put back. `undo` is null if nothing can be undone. */
const undo = z.nullable(bulkChangeSchema);
export const tripsDeletedSchema = z.strictObject({ deleted: z.number(), undo });
export const tripsChangedSchema = z.strictObject({ changed: z.number(), undo });
export type TripsChanged = z.infer<typeof tripsChangedSchema>;
export const tripsUndoneSchema = z.strictObject({ undone: z.number() });
