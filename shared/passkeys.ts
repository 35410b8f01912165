import * as z from 'zod/mini';
import { requiredText } from './fields';
import { LENGTHS } from './limits';

export const MAX_PASSKEYS = 50;

/** The message for a browser's data, which people never type. */
const UNREADABLE = 'The passkey could not be read';

/** Bytes in base64url. @param max of the text, in characters */
const base64url = (max: number) =>
  z
    .string(UNREADABLE)
    .check(z.maxLength(max, { error: UNREADABLE, abort: true }), z.regex(/^[\w-]+$/, UNREADABLE));

/** At most 1,023 bytes (WebAuthn Level 3, 4 "Credential ID"). */
const credentialId = base64url(1364);

export const passkeyParams = z.object({ id: credentialId });

const passkeyName = requiredText('Name is required', LENGTHS.deviceName);

const transport = z.string(UNREADABLE).check(z.regex(/^[a-z-]{1,32}$/, UNREADABLE));
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key', UNREADABLE) };
const clientDataJSON = base64url(8192);

/** POST /api/passkeys: the browser's answer to the options. Fields that the server does not need are allowed. */
export const addPasskeySchema = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(32_768),
      transports: z._default(z.array(transport).check(z.maxLength(10, UNREADABLE)), []),
    }),
  }),
  /** By default the name of the browser. */
  name: z.optional(passkeyName),
});
export type AddPasskey = z.infer<typeof addPasskeySchema>;

/** PUT /api/passkeys/{id}. */
export const renamePasskeySchema = z.strictObject({ name: passkeyName });

export const passkeySchema = z.strictObject({
  /** The credential's id, base64url. */
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Whether a password manager keeps a copy. */
  isBackedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** WebAuthn's PublicKeyCredentialDescriptorJSON. */
const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** The options for the browser's new passkey: WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const creationOptionsSchema = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** POST /api/auth/passkey/options: WebAuthn's PublicKeyCredentialRequestOptionsJSON, and the id that the answer names. */
export const passkeySignInSchema = z.strictObject({
  id: z.string(),
  options: z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: z.literal('required'),
  }),
});
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

/** POST /api/auth/passkey. */
export const signInWithPasskeySchema = z.strictObject({
  id: z.string(UNREADABLE).check(z.regex(/^[\w-]{1,64}$/, UNREADABLE)),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON,
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(128),
    }),
  }),
  rememberMe: z._default(z.boolean('Remember me is either true or false'), false),
});
export type SignInWithPasskey = z.infer<typeof signInWithPasskeySchema>;
