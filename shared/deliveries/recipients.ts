import * as z from 'zod/mini';
import { emailAddress } from '../fields';
import { LENGTHS } from '../limits';

const INVALID_EMAIL = 'Invalid email address';

const flag = z.boolean('Must be true or false');

/** GET and PUT /api/report-preferences: the Report Delivery Preferences (docs/product/settings.md#preferences). */
export const reportPreferencesSchema = z.strictObject({
  sendQuarterly: flag,
  sendAnnual: flag,
  detailedBreakdown: flag,
});
export type ReportPreferences = z.infer<typeof reportPreferencesSchema>;

export const DEFAULT_REPORT_PREFERENCES: ReportPreferences = {
  sendQuarterly: true,
  sendAnnual: true,
  detailedBreakdown: false,
};

/** PUT /api/deliveries/expiry-reminders: how long before something expires the contact is reminded (docs/product/settings.md#preferences). */
export const expiryRemindersSchema = z.strictObject({
  remindSixWeeks: flag,
  remindFourWeeks: flag,
  remindOneWeek: flag,
});
export type ExpiryReminders = z.infer<typeof expiryRemindersSchema>;

export const DEFAULT_EXPIRY_REMINDERS: ExpiryReminders = {
  remindSixWeeks: true,
  remindFourWeeks: true,
  remindOneWeek: true,
};

export const REPORT_SWITCHES = { quarterly: 'sendQuarterly', annual: 'sendAnnual' } as const;

export const REPORT_BOXES = { quarterly: 'quarterlyReports', annual: 'annualReports' } as const;

/** POST /api/email-settings (docs/product/settings.md#recipients). */
export const createRecipientSchema = z.strictObject({
  email: emailAddress(INVALID_EMAIL, INVALID_EMAIL, LENGTHS.email),
  quarterlyReports: z._default(flag, true),
  annualReports: z._default(flag, true),
  detailedBreakdown: z._default(flag, false),
});
export type CreateRecipient = z.infer<typeof createRecipientSchema>;

/** PUT /api/email-settings/{id}: the settings that change; the address never does. */
export const updateRecipientSchema = z
  .strictObject({
    quarterlyReports: z.optional(flag),
    annualReports: z.optional(flag),
    detailedBreakdown: z.optional(flag),
    isActive: z.optional(flag),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'Name at least one setting to change'));
export type UpdateRecipient = z.infer<typeof updateRecipientSchema>;

export const recipientSchema = z.strictObject({
  id: z.string(),
  beaHolderId: z.string(),
  email: z.string(),
  quarterlyReports: z.boolean(),
  annualReports: z.boolean(),
  detailedBreakdown: z.boolean(),
  isActive: z.boolean(),
  /** How often in a row the mail server refused the address. */
  bounces: z.number(),
  createdAt: z.iso.datetime(),
});
export type Recipient = z.infer<typeof recipientSchema>;

export const BOUNCES_TO_MARK = 3;
