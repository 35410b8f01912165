import * as z from 'zod/mini';
import { emailAddress, optionalText, requiredText } from './fields';
import { LENGTHS } from './limits';

const contactEmail = emailAddress('Contact Email is required', 'Valid email is required', LENGTHS.email);

/** What registers a holder (docs/product.md#login). */
export const createHolderSchema = z.strictObject({
  beaNumber: requiredText('BEA Number is required', LENGTHS.beaNumber),
  holderName: requiredText('Full Name is required', LENGTHS.holderName),
  companyName: requiredText('Company Name is required', LENGTHS.companyName),
  tradingName: optionalText(LENGTHS.tradingName),
  contactEmail,
  contactPhone: requiredText('Contact Phone is required', LENGTHS.contactPhone),
});
export type CreateHolder = z.infer<typeof createHolderSchema>;

/** POST /api/auth/login. */
export const loginSchema = z.extend(z.omit(createHolderSchema, { tradingName: true }), {
  rememberMe: z._default(z.boolean('Remember me is either true or false'), false),
});
export type Login = z.infer<typeof loginSchema>;

/** The signed-in holder, as every answer shows it. */
export const beaHolderSchema = z.strictObject({
  id: z.string(),
  beaNumber: z.string(),
  holderName: z.string(),
  companyName: z.string(),
  tradingName: z.nullable(z.string()),
  contactPerson: z.nullable(z.string()),
  contactEmail: z.string(),
  contactPhone: z.string(),
  logoUrl: z.nullable(z.string()),
  profilePictureUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type BeaHolder = z.infer<typeof beaHolderSchema>;

export const loginAnswerSchema = z.strictObject({ beaHolder: beaHolderSchema });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** The person who signed in (docs/product.md#holders). */
export const userSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;
