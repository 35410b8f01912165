import { type Driver, driverInputSchema } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import * as z from 'zod/mini';

/** The driver form: what stands in its fields, read as POST and PUT /api/drivers take it. */
export const driverFormSchema = z.safeExtend(driverInputSchema, {
  endDate: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): string | null | undefined => text || null),
    ),
    driverInputSchema.shape.endDate,
  ),
  isActive: z.boolean(),
});

/** The text in the fields. */
export type DriverFormFields = z.input<typeof driverFormSchema>;

/** The form for a new driver who starts today in Brisbane, or for one who is registered. */
export function driverForm(driver: Driver | null, now: Date): DriverFormFields {
  return {
    driverAuthorityLicense: driver?.driverAuthorityLicense ?? '',
    bookedHireServiceLicense: driver?.bookedHireServiceLicense ?? '',
    vehicleRegistrationNumber: driver?.vehicleRegistrationNumber ?? '',
    firstName: driver?.firstName ?? '',
    lastName: driver?.lastName ?? '',
    startDate: brisbaneDay(driver ? new Date(driver.startDate) : now),
    endDate: driver?.endDate ? brisbaneDay(new Date(driver.endDate)) : '',
    isActive: driver?.isActive ?? true,
  };
}
