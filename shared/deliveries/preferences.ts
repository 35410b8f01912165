import * as z from 'zod/mini';

const flag = z.boolean('Must be true or false');

/** GET and PUT /api/report-preferences: the Report Delivery Preferences (docs/product.md#preferences). */
export const reportPreferencesSchema = z.strictObject({
  sendQuarterly: flag,
  sendAnnual: flag,
  detailedBreakdown: flag,
});
export type ReportPreferences = z.infer<typeof reportPreferencesSchema>;

/** The preferences of a holder who never saved any. */
export const DEFAULT_REPORT_PREFERENCES: ReportPreferences = {
  sendQuarterly: true,
  sendAnnual: true,
  detailedBreakdown: false,
};

/** The holder's switch for each report. */
export const REPORT_SWITCHES = { quarterly: 'sendQuarterly', annual: 'sendAnnual' } as const;
