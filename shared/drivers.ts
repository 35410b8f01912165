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

export const driverSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  driverAuthorityLicense: z.string(),
  bookedHireServiceLicense: z.string(),
  vehicleRegistrationNumber: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  startDate: z.iso.datetime(),
  endDate: z.nullable(z.iso.datetime()),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type Driver = z.infer<typeof driverSchema>;

/** A driver's first and last name, or else the authorisation number. `driverNameSql` computes the same. */
export const driverName = (
  driver: Pick<Driver, 'firstName' | 'lastName' | 'driverAuthorityLicense'>,
): string => [driver.firstName, driver.lastName].filter(Boolean).join(' ') || driver.driverAuthorityLicense;

/** Whether a driver is switched on and its end date, the last day of driving, is not over (docs/product/drivers.md#drivers). */
export function isActiveDriver(driver: Pick<Driver, 'isActive' | 'endDate'>, now: Date): boolean {
  const dayMs = 24 * 60 * 60 * 1000;
  return driver.isActive && (driver.endDate === null || now.getTime() < Date.parse(driver.endDate) + dayMs);
}
