import * as z from 'zod/mini';
import { changedOn, dayOrInstant, daySchema, optionalText, requiredText, seenVersion } from './fields';
import { LENGTHS } from './limits';
import { registrationText } from './vehicles/registration';

const LICENCE_MISSING = 'Booked Hire Service License is required';
const REGISTRATION_MISSING = 'Vehicle Registration Number is required';
const badEndDate = 'End Date must be a date';

/** POST /api/drivers. Dates are Brisbane days, or instants. See docs/product/drivers.md#drivers. */
export const driverInputSchema = z
  .strictObject({
    driverAuthorityLicense: requiredText('Driver Authority License is required', LENGTHS.licence),
    bookedHireServiceLicense: requiredText(LICENCE_MISSING, LENGTHS.licence),
    vehicleRegistrationNumber: registrationText(REGISTRATION_MISSING),
    firstName: optionalText(LENGTHS.driverName),
    lastName: optionalText(LENGTHS.driverName),
    startDate: dayOrInstant('Start Date is required', 'Start Date is not a valid date'),
    endDate: z._default(z.nullable(dayOrInstant(badEndDate, badEndDate)), null),
    isActive: z._default(z.boolean('Active is either true or false'), true),
    /** Absent keeps what is stored, also below. */
    isSubcontracted: z.optional(z.boolean('Subcontracted is either true or false')),
    authorisationExpires: z.optional(z.nullable(daySchema('Please enter the last day of the authorisation'))),
  })
  .check(
    z.refine(({ startDate, endDate }) => !endDate || Date.parse(endDate) >= Date.parse(startDate), {
      path: ['endDate'],
      error: 'End Date must not be before Start Date',
    }),
  );
export type DriverInput = z.infer<typeof driverInputSchema>;

/** Text by a schema, or none; what is wrong with it is said in the schema's words. */
const orEmpty = <S extends z.ZodMiniType>(schema: S) =>
  z.union([z.literal(''), schema], {
    error: ({ errors }) => {
      const [first] = (errors as { message: string }[][] | undefined)?.at(-1) ?? [];
      return first?.message ?? 'Must be text';
    },
  });
const { bookedHireServiceLicense, vehicleRegistrationNumber } = driverInputSchema.shape;

/** A driver whose usual vehicle, or its licence, nobody has said yet, as one of an imported file. */
export const openDriverSchema = z.safeExtend(driverInputSchema, {
  bookedHireServiceLicense: orEmpty(bookedHireServiceLicense),
  vehicleRegistrationNumber: orEmpty(vehicleRegistrationNumber),
});

type VehicleTexts = Pick<DriverInput, 'vehicleRegistrationNumber' | 'bookedHireServiceLicense'>;
/** Finds what a changed driver lacks: what was not known of the vehicle may stay so, and nothing else. */
export function vehicleFault(before: VehicleTexts, after: VehicleTexts) {
  const isOther = before.vehicleRegistrationNumber !== after.vehicleRegistrationNumber;
  if (!after.bookedHireServiceLicense && (isOther || before.bookedHireServiceLicense))
    return { path: 'bookedHireServiceLicense' as const, message: LICENCE_MISSING };
  return !after.vehicleRegistrationNumber && (isOther || after.bookedHireServiceLicense)
    ? { path: 'vehicleRegistrationNumber' as const, message: REGISTRATION_MISSING }
    : undefined;
}

/** What a driver's form says of the vehicle besides its texts (docs/product/vehicles.md#usual-vehicles). */
const namedVehicleSchema = z.strictObject({
  /** The vehicle that someone chose: two vehicles may have had one registration, one after the other. */
  vehicleId: z.optional(requiredText('Vehicle is required', LENGTHS.id)),
  /** The first days of a vehicle that the form makes, and of its licence. Null assumes today, absent the driver's or the change's first day. */
  vehicleAvailableFrom: z.optional(z.nullable(daySchema('Please enter the first day'))),
  licenceFrom: z.optional(z.nullable(daySchema('Please enter the first day of the licence'))),
  /** Which licence a known vehicle has if the form says another: its own, or the form's. */
  licenceAnswer: z.optional(z.enum(['keep', 'correct'], 'The answer about the licence is keep or correct')),
});
export const namedVehicleFields = namedVehicleSchema.shape;
export type NamedVehicle = z.infer<typeof namedVehicleSchema>;

/** POST /api/drivers. */
export const createDriverSchema = z.safeExtend(driverInputSchema, {
  ...namedVehicleFields,
  /** Asks first where a driver with this number was removed, or says that it is someone else; absent takes one of the same name back. */
  ifRemoved: z.optional(z.enum(['ask', 'other-person'], 'If removed is ask or other-person')),
});
export type CreateDriver = z.infer<typeof createDriverSchema>;

const changedFact = z.optional(z.nullable(daySchema('Please enter the day of the change')));

/** PUT /api/drivers/{id}. Texts of the vehicle are empty only where it is not known (`vehicleFault`). */
export const changeDriverSchema = z.safeExtend(openDriverSchema, {
  ...namedVehicleFields,
  version: seenVersion,
  changedOn,
  /** The first day of each changed fact, null for a correction; a fact that is absent follows `changedOn`. */
  changes: z.optional(z.strictObject({ name: changedFact, number: changedFact, vehicle: changedFact })),
  /** Moves the driver's trips and shifts too, which are in the vehicle that was wrong, or is the former one. */
  moves: z.optional(z.boolean('Moves is either true or false')),
  /** The last day of the former vehicle, if no one uses it any more. */
  formerEndsOn: z.optional(daySchema('Please enter the last day')),
});
export type ChangeDriver = z.infer<typeof changeDriverSchema>;

/** POST /api/drivers/{id}/restore. */
export const restoreDriverSchema = z.optional(
  z.strictObject({
    /** The day on which the driver came back: after the day of the removal it begins a second time of affiliation. */
    from: z.optional(daySchema('Please enter the first day')),
  }),
);
