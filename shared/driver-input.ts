import * as z from 'zod/mini';
import { atMost, dayOrInstant, optionalText, requiredText, seenVersion } from './fields';
import { LENGTHS } from './limits';

/** Registrations are stored in upper case without separators: "123-abc" becomes "123ABC" (docs/product/drivers.md#drivers). */
const normaliseRegistration = (registration: string) =>
  registration.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

const registrationRequired = 'Vehicle Registration Number is required';
const badEndDate = 'End Date must be a date';

/** POST /api/drivers. Dates are Brisbane days, or instants. See docs/product/drivers.md#drivers. */
export const driverInputSchema = z
  .strictObject({
    driverAuthorityLicense: requiredText('Driver Authority License is required', LENGTHS.licence),
    bookedHireServiceLicense: requiredText('Booked Hire Service License is required', LENGTHS.licence),
    vehicleRegistrationNumber: z.pipe(
      requiredText(registrationRequired, LENGTHS.vehicleRegistration),
      z.pipe(
        z.transform(normaliseRegistration),
        z.string().check(z.minLength(1, registrationRequired), atMost(LENGTHS.vehicleRegistration)),
      ),
    ),
    firstName: optionalText(LENGTHS.driverName),
    lastName: optionalText(LENGTHS.driverName),
    startDate: dayOrInstant('Start Date is required', 'Start Date is not a valid date'),
    endDate: z._default(z.nullable(dayOrInstant(badEndDate, badEndDate)), null),
    isActive: z._default(z.boolean('Active is either true or false'), true),
  })
  .check(
    z.refine(({ startDate, endDate }) => !endDate || Date.parse(endDate) >= Date.parse(startDate), {
      path: ['endDate'],
      error: 'End Date must not be before Start Date',
    }),
  );
export type DriverInput = z.infer<typeof driverInputSchema>;

/** PUT /api/drivers/{id}. */
export const changeDriverSchema = z.safeExtend(driverInputSchema, { version: seenVersion });
export type ChangeDriver = z.infer<typeof changeDriverSchema>;
