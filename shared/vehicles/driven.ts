import * as z from 'zod/mini';
import { idParams } from '../fields';
import { daysShape, driverIdText, inDays } from '../shifts/shifts';

/** GET /api/drivers/driven: of one driver or vehicle, or of all. */
export const drivenQuerySchema = z
  .object({
    driverId: z.optional(driverIdText),
    vehicleId: z.optional(idParams.shape.id),
    ...daysShape,
  })
  .check(...inDays());
export type DrivenQuery = z.infer<typeof drivenQuerySchema>;

/** A driver's trips and shifts in a vehicle within some days. */
export const drivenSchema = z.strictObject({
  driverId: z.string(),
  driverName: z.string(),
  vehicleId: z.string(),
  vehicleRegistration: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** On how many days it was driven. */
  days: z.number(),
  trips: z.number(),
  shifts: z.number(),
});
export type DrivenVehicle = z.infer<typeof drivenSchema>;
