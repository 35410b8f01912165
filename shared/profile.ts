import * as z from 'zod/mini';
import { changedText } from './fields';
import { createHolderSchema, verifySchema } from './holders';
import { LENGTHS } from './limits';

const { holderName, companyName, contactEmail, contactPhone } = createHolderSchema.shape;

/** PUT /api/profile: what a holder may change of their own profile (docs/product.md#profile). */
export const updateProfileSchema = z.strictObject({
  holderName,
  companyName,
  tradingName: changedText(LENGTHS.tradingName),
  contactPerson: changedText(LENGTHS.contactPerson),
  contactEmail,
  contactPhone,
});
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

/**
 * POST /api/profile/contact-email/verify: a profile with another contact e-mail, and the code that was sent to it
 * (docs/product.md#contact-e-mail).
 */
export const verifyContactEmailSchema = z.extend(verifySchema, { profile: updateProfileSchema });
export type VerifyContactEmail = z.infer<typeof verifyContactEmailSchema>;
