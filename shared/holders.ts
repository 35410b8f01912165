import * as z from 'zod/mini';
import { atMost, changedText, emailAddress, optionalText, requiredText } from './fields';
import { LENGTHS } from './limits';

const contactEmail = emailAddress('Contact Email is required', 'Valid email is required', LENGTHS.email);

/** Uploading needs a session, so a new holder cannot have a picture yet. */
const newLogo = changedText(LENGTHS.url).check(
  z.refine((url) => !url || URL.canParse(url), { error: 'Logo must be a URL', abort: true }),
  z.refine(
    (url) => !url,
    'Only a picture that was uploaded here can be saved. Sign in first, then upload the logo in Settings.',
  ),
);

const SEPARATORS = /[!-/:-@[-`{-~]/g;

/** A BEA number in plain characters, without case and spaces. */
export const beaNumberSpelling = (beaNumber: string): string =>
  beaNumber.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/**
 * What all spellings of one BEA number have in common (docs/product/sign-in.md#login): "BEA 70601", "BEA-70601" and "70601" are 70601.
 * A number with other letters is its spelling. The column `bea_holders.account_key` computes the same.
 */
export function beaNumberKey(beaNumber: string): string {
  const spelling = beaNumberSpelling(beaNumber);
  const [, digits] = /^(?:bea)?(?:no|number)?([0-9]+)$/.exec(spelling.replace(SEPARATORS, '')) ?? [];
  return digits ?? spelling;
}

/** The details that register a holder (docs/product/sign-in.md#login). The number is stored in plain characters, so that no two look alike. */
export const createHolderSchema = z.strictObject({
  beaNumber: requiredText('BEA Number is required', LENGTHS.beaNumber).check(
    z.normalize('NFKC'),
    z.trim(),
    atMost(LENGTHS.beaNumber),
    z.regex(
      /^[ -~]*$/,
      'BEA Number can have only the letters A to Z, digits, spaces and signs such as - and /',
    ),
  ),
  holderName: requiredText('Full Name is required', LENGTHS.holderName),
  companyName: requiredText('Company Name is required', LENGTHS.companyName),
  tradingName: optionalText(LENGTHS.tradingName),
  contactEmail,
  contactPhone: requiredText('Contact Phone is required', LENGTHS.contactPhone),
  logoUrl: newLogo,
});
export type CreateHolder = z.infer<typeof createHolderSchema>;

/** POST /api/auth/login. */
export const loginSchema = z.extend(createHolderSchema, {
  tradingName: changedText(LENGTHS.tradingName),
  rememberMe: z._default(z.boolean('Remember me is either true or false'), false),
  /** Signs in without a person: on a trusted device or not at all, and without a mail. */
  silent: z._default(z.boolean('Silent is either true or false'), false),
});
export type Login = Omit<z.infer<typeof loginSchema>, 'silent'>;

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
  contactVerifiedAt: z.nullable(z.iso.datetime()),
  /** The last day of the booking entity authorisation, where someone entered it. */
  authorisationExpires: z.nullable(z.string()),
  /** When this holder of someone who tries Trip Log is removed; null for every other, and for one that a device keeps from before. */
  demoUntil: z._default(z.nullable(z.iso.datetime()), null),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
});
export type BeaHolder = z.infer<typeof beaHolderSchema>;

/** What a driver's own phone knows of its holder, as GET /api/auth/me answers it there. The contact's details are not for drivers. */
export const phoneSessionSchema = z.strictObject({
  id: z.string(),
  companyName: z.string(),
  tradingName: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  driver: z.strictObject({ id: z.string(), name: z.string() }),
});
export type PhoneSession = z.infer<typeof phoneSessionSchema>;

/** What a phone is told of its holder and driver, and nothing else of them. */
export const phoneSessionOf = (
  { id, companyName, tradingName, logoUrl }: Omit<PhoneSession, 'driver'>,
  driver: PhoneSession['driver'],
): PhoneSession => ({ id, companyName, tradingName, logoUrl, driver });

/** The page that a driver's code opens; the code stands in the fragment, which no server and no preview of a link is sent. */
export const PHONE_PATH = '/phone';

export const loginAnswerSchema = z.strictObject({ beaHolder: beaHolderSchema });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** The 202 that asks for the code of an email. */
export const verificationSchema = z.strictObject({
  verification: z.strictObject({ id: z.string(), sentTo: z.string(), expiresInSeconds: z.number() }),
});
export type Verification = z.infer<typeof verificationSchema>['verification'];

/** A code, typed or pasted with spaces, hyphens, or the words around it. */
export const typedCode = (required: string) =>
  z.string(required).check(
    z.maxLength(200, { error: 'Enter the 8 digits of the code', abort: true }),
    z.overwrite((text) => text.replace(/\D/g, '')),
    z.regex(/^\d{8}$/, 'Enter the 8 digits of the code'),
  );

const verificationId = z.string('Sign in again').check(z.regex(/^[\w-]{1,64}$/, 'Sign in again'));

/** POST /api/auth/verify. */
export const verifySchema = z.strictObject({
  id: verificationId,
  code: typedCode('Enter the code from the email'),
});
/** POST /api/auth/verify/resend. */
export const resendSchema = z.strictObject({ id: verificationId });

/** The person who signed in (docs/product/rules.md#holders). */
export const userSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;
