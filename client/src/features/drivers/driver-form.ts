import { driverInputSchema } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import * as z from 'zod/mini';

/** The schema of the driver form; its output is the body of POST and PUT /api/drivers. */
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

export type DriverFormFields = z.input<typeof driverFormSchema>;

export const driverForm = (driver: Driver | null, now: Date): DriverFormFields => ({
  driverAuthorityLicense: driver?.driverAuthorityLicense ?? '',
  bookedHireServiceLicense: driver?.bookedHireServiceLicense ?? '',
  vehicleRegistrationNumber: driver?.vehicleRegistrationNumber ?? '',
  firstName: driver?.firstName ?? '',
  lastName: driver?.lastName ?? '',
  startDate: brisbaneDay(driver ? new Date(driver.startDate) : now),
  endDate: driver?.endDate ? brisbaneDay(new Date(driver.endDate)) : '',
  isActive: driver?.isActive ?? true,
});
