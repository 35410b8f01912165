import * as z from 'zod/mini';
import { changedOn, dayOrInstant, daySchema, optionalText, requiredText, seenVersion } from './fields';
import { LENGTHS } from './limits';
import { registrationText } from './vehicles/registration';

const badEndDate = 'End Date must be a date';

/** POST /api/drivers. Dates are Brisbane days, or instants. See docs/product/drivers.md#drivers. */
export const driverInputSchema = z
  .strictObject({
    driverAuthorityLicense: requiredText('Driver Authority License is required', LENGTHS.licence),
    bookedHireServiceLicense: requiredText('Booked Hire Service License is required', LENGTHS.licence),
    vehicleRegistrationNumber: registrationText('Vehicle Registration Number is required'),
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

/** PUT /api/drivers/{id}. */
export const changeDriverSchema = z.safeExtend(driverInputSchema, { version: seenVersion, changedOn });
export type ChangeDriver = z.infer<typeof changeDriverSchema>;
