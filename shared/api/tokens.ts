import * as z from 'zod/mini';
import { daySchema, requiredText } from '../fields';
import { LENGTHS } from '../limits';

/** What a token may do (docs/product/api.md#scopes): read, or read and log trips. */
export const TOKEN_SCOPES = ['read', 'log-trips'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Read trips',
  'log-trips': 'Read and log trips',
};

/** What tokens give access to, as the app and the page at /api say it. */
export const SCOPES_TEXT =
  `“${SCOPE_LABELS.read}” gives access to trips, figures, shifts, vehicles, and drivers with their names and licences. ` +
  `“${SCOPE_LABELS['log-trips']}” also logs and corrects trips, and imports files. ` +
  'No token gives access to people who sign in, other tokens, phones, the contact email, lodgements or the removal of records.';

/** `tlp_`, 32 random bytes and the CRC-32 of all before it, in hex: a wrongly copied token is told from a revoked one. */
export const TOKEN_PATTERN = /^tlp_[0-9a-f]{64}[0-9a-f]{8}$/;

/** POST /api/tokens. Without `expiresOn`, its last day, a token lasts a year. */
export const createTokenSchema = z.strictObject({
  name: requiredText('Name is required', LENGTHS.tokenName),
  scope: z.enum(TOKEN_SCOPES, 'Choose what the token may do'),
  expiresOn: z.optional(daySchema('Last day is required')),
});
export type CreateToken = z.infer<typeof createTokenSchema>;

/** A token of a holder. The token itself is never shown again. */
export const tokenSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The last day on which it works. */
  expiresOn: z.iso.date(),
  isExpired: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The person who made it, and whether they were removed since. */
  madeBy: z.nullable(z.string()),
  isMakerRemoved: z.boolean(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Token = z.infer<typeof tokenSchema>;

/** The answer of POST /api/tokens, the only one with the token. */
export const createdTokenSchema = z.extend(tokenSchema, { token: z.string() });
export type CreatedToken = z.infer<typeof createdTokenSchema>;
