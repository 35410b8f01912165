import * as z from 'zod/mini';
import { changedText, idList, instantSchema, optionalText, requiredText, seenVersion } from '../fields';
import { LENGTHS, MAX_BULK_TRIPS } from '../limits';
import { plainShape, TRIP_FIELDS } from './trip-fields';

/** POST /api/trips and PUT /api/trips/{id} (docs/product/log-trip.md#trips). Minutes are whole; `datetime` is an ISO instant. */
export const createTripSchema = z.strictObject({
  driverId: requiredText('Driver is required', LENGTHS.id),
  driverAuthorityLicense: requiredText('Driver Authority License is required', LENGTHS.licence),
  datetime: instantSchema('Date is required'),
  ...plainShape('schema'),
  /** Absent means the driver's usual vehicle of that day. */
  vehicleId: optionalText(LENGTHS.id),
});
export type CreateTrip = z.infer<typeof createTripSchema>;

/** A trip of a file, whose wait may be unknown (null). */
export const importedTripSchema = z.extend(createTripSchema, {
  waitingTime: z.nullable(TRIP_FIELDS.waitingTime.schema),
});
export type ImportedTrip = z.infer<typeof importedTripSchema>;

/** PUT /api/trips/{id}. Without a booking reference, a kind or a vehicle the stored one stays. An unknown wait of an imported trip may stay or come back. */
export const changeTripSchema = z.extend(importedTripSchema, {
  bookingReference: changedText(LENGTHS.bookingReference),
  kind: z.optional(TRIP_FIELDS.kind.answer),
  vehicleId: changedText(LENGTHS.id),
  version: seenVersion,
});
export type ChangeTrip = z.infer<typeof changeTripSchema>;

export const tripSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  driverId: z.string(),
  driverName: z.string(),
  driverAuthorityLicense: z.string(),
  datetime: z.iso.datetime(),
  ...plainShape('answer'),
  vehicleId: z.nullable(z.string()),
  vehicleRegistration: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type Trip = z.infer<typeof tripSchema>;

/** The trips of POST /api/trips/restore. */
export const tripIdsSchema = z.strictObject({
  ids: idList('Trip', MAX_BULK_TRIPS, `At most ${MAX_BULK_TRIPS} trips`),
});

export const tripsRestoredSchema = z.strictObject({ restored: z.number() });

export const deletedTripSchema = z.extend(tripSchema, { deletedAt: z.iso.datetime() });
export type DeletedTrip = z.infer<typeof deletedTripSchema>;

export const recentSuburbSchema = z.strictObject({ suburb: z.string(), postcode: z.string() });
export type RecentSuburb = z.infer<typeof recentSuburbSchema>;

/** GET /api/trips/duplicates: the stored trips that the given one probably repeats. */
export const duplicatesQuerySchema = z.object({
  driverId: requiredText('Driver is required', LENGTHS.id),
  suburb: TRIP_FIELDS.suburb.schema,
  datetime: instantSchema('Date is required'),
  exceptId: z.optional(requiredText('Trip is required', LENGTHS.id)),
});

/** The `Idempotency-Key` header of POST /api/trips (docs/product/log-trip.md#idempotency). */
export const idempotencyKeySchema = z.optional(z.uuid('Idempotency-Key must be a UUID'));
