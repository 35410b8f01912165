import * as z from 'zod/mini';
import { DAY_MS } from './durations';

export const driverSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  driverAuthorityLicense: z.string(),
  bookedHireServiceLicense: z.string(),
  vehicleRegistrationNumber: z.string(),
  /** The usual vehicle, which the driver's form names. */
  vehicleId: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  startDate: z.iso.datetime(),
  endDate: z.nullable(z.iso.datetime()),
  isActive: z.boolean(),
  isSubcontracted: z.boolean(),
  /** The last day of the driver's authorisation, where someone entered it. */
  authorisationExpires: z.nullable(z.string()),
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
  return driver.isActive && (driver.endDate === null || now.getTime() < Date.parse(driver.endDate) + DAY_MS);
}
