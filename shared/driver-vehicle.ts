import * as z from 'zod/mini';
import { namedVehicleFields } from './driver-input';
import { driverSchema } from './drivers';
import { daySchema, requiredText, seenVersion } from './fields';
import { LENGTHS } from './limits';
import { touchedReportSchema } from './reports/lodged-changes';
import { registrationText } from './vehicles/registration';

const from = daySchema('Please enter the first day');
const registration = z.optional(registrationText('Registration is required'));

/**
 * POST /api/drivers/{id}/vehicle: the driver drives another vehicle from a day on, until the next change that is stored
 * (docs/product/vehicles.md#changing-cars). The vehicle is one of the holder's, or has a registration, and is made where no vehicle has that.
 */
export const changeCarSchema = z
  .strictObject({
    vehicleId: namedVehicleFields.vehicleId,
    registration,
    /** The number of a vehicle that is made, or 'substitute taxi'. */
    licence: z.optional(requiredText('Booked Hire Service License is required', LENGTHS.licence)),
    vehicleAvailableFrom: namedVehicleFields.vehicleAvailableFrom,
    licenceFrom: namedVehicleFields.licenceFrom,
    from,
    /** Moves the driver's trips and shifts since then that are in the former vehicle. */
    moves: z._default(z.boolean('Moves is either true or false'), false),
    formerEndsOn: z.optional(daySchema('Please enter the last day')),
    version: seenVersion,
  })
  .check(
    z.refine(({ vehicleId, registration }) => (vehicleId === undefined) !== (registration === undefined), {
      path: ['vehicleId'],
      error: 'Please choose a vehicle',
    }),
  );
export type ChangeCar = z.infer<typeof changeCarSchema>;

/** The answer: the driver, and what was moved. */
export const carChangedSchema = z.strictObject({
  driver: driverSchema,
  trips: z.number(),
  shifts: z.number(),
});
export type CarChanged = z.infer<typeof carChangedSchema>;

/** GET /api/drivers/{id}/vehicle: what another vehicle from a day on means; without a day a correction, of the registration. */
export const carChangeQuerySchema = z.strictObject({ registration, from: z.optional(from) });
export type CarChangeQuery = z.infer<typeof carChangeQuerySchema>;

export const carChangeSchema = z.strictObject({
  /** The vehicle that the driver has on that day; null without one. */
  former: z.nullable(z.strictObject({ vehicleId: z.string(), registration: z.string() })),
  /** The last day until which the change holds; null where it lasts. */
  until: z.nullable(z.string()),
  /** The driver's trips and shifts of that time in the former vehicle. */
  trips: z.number(),
  shifts: z.number(),
  /** The lodged reports that these trips are in. */
  touched: z.array(touchedReportSchema),
  /** A correction that corrects the vehicle itself: nothing is to be moved. */
  isRenamed: z.boolean(),
});
export type CarChange = z.infer<typeof carChangeSchema>;

/** POST /api/drivers/{id}/undo: takes back the change that made this version. */
export const undoDriverSchema = z.strictObject({
  version: z.int('Version must be a number').check(z.gte(1, 'Version must be a number')),
});
