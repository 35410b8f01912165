import * as z from 'zod/mini';
import { daysShape, driverIdText, inDays } from './shifts';

/** GET /api/reports/hours (docs/product/hours.md#hours-of-a-driver). Without a driver all that have shifts in the days. */
export const hoursQuerySchema = z
  .object({
    ...daysShape,
    driverId: z.optional(driverIdText),
    format: z._default(
      z.enum(['json', 'csv', 'pdf', 'xlsx'], 'Format must be json, csv, pdf or xlsx'),
      'json',
    ),
  })
  .check(...inDays());
export type HoursQuery = z.infer<typeof hoursQuerySchema>;

/** GET /api/reports/driver (docs/product/hours.md#report-of-a-driver). The CSV file has the trips. */
export const driverReportQuerySchema = z
  .object({
    ...daysShape,
    driverId: driverIdText,
    format: z._default(z.enum(['json', 'csv', 'pdf'], 'Format must be json, csv or pdf'), 'json'),
  })
  .check(...inDays());
export type DriverReportQuery = z.infer<typeof driverReportQuerySchema>;

/** '8:20' for 500 minutes. */
export const formatHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
