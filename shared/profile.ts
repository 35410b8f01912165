import * as z from 'zod/mini';
import { changedText } from './fields';
import { createHolderSchema } from './holders';
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
