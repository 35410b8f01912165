import * as z from 'zod/mini';
import { changedText } from './fields';
import { createHolderSchema } from './holders';
import { LENGTHS } from './limits';

const { holderName, companyName, contactEmail, contactPhone } = createHolderSchema.shape;

/** PUT /api/profile: what the holder may change about themselves (spec §5, Profile form; decisions §9). */
export const updateProfileSchema = z.strictObject({
  holderName,
  companyName,
  tradingName: changedText(LENGTHS.tradingName),
  contactPerson: changedText(LENGTHS.contactPerson),
  contactEmail,
  contactPhone,
});
export type UpdateProfile = z.infer<typeof updateProfileSchema>;
