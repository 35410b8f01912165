import * as z from 'zod/mini';

/** GET /api/statistics; `avgWaitTime` is in minutes with one decimal (docs/product.md#statistics). */
export const statisticsSchema = z.strictObject({
  totalTrips: z.number(),
  avgWaitTime: z.number(),
  uniquePostcodes: z.number(),
  activeDrivers: z.number(),
});
export type Statistics = z.infer<typeof statisticsSchema>;

/** GET /api/top-locations, most trips first. */
export const topLocationSchema = z.strictObject({
  suburb: z.string(),
  postcode: z.string(),
  tripCount: z.number(),
});
export type TopLocation = z.infer<typeof topLocationSchema>;

/** GET /api/statistics/months: the months since this one a year ago that have trips; `avgWaitTime` as above. */
export const monthOfTripsSchema = z.strictObject({
  month: z.string(),
  tripCount: z.number(),
  avgWaitTime: z.number(),
});
export type MonthOfTrips = z.infer<typeof monthOfTripsSchema>;
