import * as z from 'zod/mini';
import { changedText, daySchema, seenVersion } from './fields';
import { createHolderSchema, verifySchema } from './holders';
import { LENGTHS } from './limits';

const { holderName, companyName, contactEmail, contactPhone } = createHolderSchema.shape;

/** The fields of the profile that its holder may change (docs/product/profile.md#profile). */
export const updateProfileSchema = z.strictObject({
  holderName,
  companyName,
  tradingName: changedText(LENGTHS.tradingName),
  contactPerson: changedText(LENGTHS.contactPerson),
  contactEmail,
  contactPhone,
  authorisationExpires: z.optional(z.nullable(daySchema('Please enter the last day of the authorisation'))),
});
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

/** PUT /api/profile. */
export const changeProfileSchema = z.extend(updateProfileSchema, { version: seenVersion });
export type ChangeProfile = z.infer<typeof changeProfileSchema>;

/** POST /api/profile/contact-email/verify: a profile with another contact email, and the code that was sent to it. */
export const verifyContactEmailSchema = z.extend(verifySchema, { profile: changeProfileSchema });
export type VerifyContactEmail = z.infer<typeof verifyContactEmailSchema>;
