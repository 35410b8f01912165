import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { MINUTE_MS } from '@shared/durations';
import {
  type AddPasskey,
  type CreationOptions,
  MAX_PASSKEYS,
  type PasskeySignIn,
  type SignInWithPasskey,
} from '@shared/passkeys';
import type { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Logger } from 'pino';
import { recordChange, recordChanges } from '../../lib/audit';
import { type AnonymousCall, type Call, callFor, inTransaction, type PersonsCall } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError, NotFoundError, UnauthorisedError, ValidationError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { logEvent } from '../../lib/logger';
import { assertActive, type SignedInUser } from '../auth/auth.service';
import { enqueueNotice } from '../deliveries/notices.service';
import { browserName } from '../devices/browser-name';
import { findHolder, readHolder } from '../holders/holders.repository';
import { findUser } from '../holders/people.repository';
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  lockPasskey,
  removePasskeys,
  takeChallenge,
  updatePasskeyName,
  updateUsedPasskey,
} from './passkeys.repository';

const CHALLENGE_MS = 5 * MINUTE_MS;

/** Ed25519, ES256 and RS256: every authenticator knows one of them, and every Node verifies all. */
const ALGORITHMS = [-8, -7, -257];

const SELECTION = {
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const;

/** One message for all that can be wrong with an answer, which must not reveal whether a passkey is known. */
const REFUSED = 'This passkey did not work. Sign in with your details instead.';
const NOT_ADDED = 'The passkey could not be added. Please try again.';

/** Loads the module on demand: it takes 30 MB, and most processes never need it. */
const webauthn = () => import('@simplewebauthn/server');

/** The server's origin as the page names it, and the log of refusals. */
type Checked = { origin: string; log: Logger };

/** The host of the page, which passkeys are bound to. @throws AppError for a number, for which WebAuthn makes no passkeys */
function rpIdOf(origin: string): string {
  const { hostname } = new URL(origin);
  const message = 'Passkeys need an address with a name. On this machine, open localhost instead.';
  if (isIP(hostname) || hostname.startsWith('[')) throw new AppError(409, 'no-passkeys-here', message);
  return hostname;
}

function issueChallenge({ db, now }: AnonymousCall, userId: string | null) {
  const challenge = randomBytes(32).toString('base64url');
  return insertChallenge(db, { challenge, userId, expiresAt: new Date(now.getTime() + CHALLENGE_MS) });
}

const userHandleOf = (userId: string) => Buffer.from(userId).toString('base64url');

const expectedOf = (challenge: string, origin: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpIdOf(origin),
  requireUserVerification: true,
});

/** @throws Error where it has certificates: the verifier would fetch lists from addresses in them */
async function verifyWithoutCertificates(given: Parameters<typeof verifyRegistrationResponse>[0]) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    webauthn(),
    import('@simplewebauthn/server/helpers'),
  ]);
  const { attestationObject } = given.response.response;
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isSelfMade = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c');
  if (attestation.get('fmt') !== 'none' && !isSelfMade) throw new Error('It came with certificates');
  return verifyRegistrationResponse(given);
}

/** The verifier's result; undefined where it refuses, which it does by throwing plain errors. The log has the reason. */
async function verifyOrUndefined<T extends { verified: boolean }>(verifying: Promise<T>, log: Logger) {
  try {
    const result = await verifying;
    if (result.verified) return result;
    log.info({ reason: 'wrong signature' }, 'a passkey was refused');
  } catch (error) {
    log.info({ reason: String(error).slice(0, 300) }, 'a passkey was refused');
  }
  return undefined;
}

/** The options of a new passkey, in place of earlier ones. @throws AppError at the most passkeys, or if the address allows no passkeys */
export async function startPasskey(call: PersonsCall, origin: string): Promise<CreationOptions> {
  const { db, userId, now, holderId } = call;
  const rpId = rpIdOf(origin);
  const known = await listCredentials(db, holderId);
  if (known.length >= MAX_PASSKEYS) {
    const message = `This account has ${MAX_PASSKEYS} passkeys, the most it can have. Remove those that no one uses.`;
    throw new AppError(409, 'limit-reached', message);
  }
  const person = await findUser(db, holderId, userId);
  if (!person) throw new UnauthorisedError();
  const { email, firstName, lastName } = person;
  await takeChallenge(db, { userId }, now);
  const { challenge } = await issueChallenge(call, userId);
  return {
    challenge,
    rp: { id: rpId, name: 'Trip Log' },
    user: {
      id: userHandleOf(userId),
      name: email,
      displayName: [firstName, lastName].filter(Boolean).join(' ') || email,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: known.map((credential) => ({ type: 'public-key', ...credential })),
    authenticatorSelection: SELECTION,
  };
}

/**
 * Stores the passkey that a browser made.
 * @throws ValidationError where the answer is not a verified one to the options; ConflictError where the passkey is stored already
 */
export async function addPasskey(
  call: PersonsCall,
  { response, name }: AddPasskey,
  { mailer }: Pick<AppDeps, 'mailer'>,
  { origin, log }: Checked,
  browser: Pick<Browser, 'userAgent' | 'address'>,
) {
  const { db, userId, now, holderId } = call;
  const challenge = await takeChallenge(db, { userId }, now);
  if (!challenge) throw new ValidationError(NOT_ADDED);
  const verifying = verifyWithoutCertificates({
    response: { ...response, clientExtensionResults: {} },
    ...expectedOf(challenge, origin),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const made = (await verifyOrUndefined(verifying, log))?.registrationInfo;
  if (!made) throw new ValidationError(NOT_ADDED);
  const device = browserName(browser.userAgent);
  return inTransaction(call, async (within) => {
    const added = await insertPasskey(within.db, {
      id: made.credential.id,
      beaHolderId: holderId,
      userId,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: response.response.transports,
      isSynced: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
      name: name ?? device,
      createdAt: now,
    });
    await recordChange(within, 'passkey', undefined, audited(added));
    const { contactEmail } = await readHolder(within.db, holderId);
    await enqueueNotice(within, mailer, {
      kind: 'new-passkey',
      about: createHash('sha256').update(added.id).digest('hex'),
      recipients: [contactEmail],
      facts: { at: now.toISOString(), device: { name: device, address: browser.address } },
    });
    return added;
  });
}

const audited = ({ id, name }: { id: string; name: string }) => ({ id, name });

export const renamePasskey = (call: Call, id: string, name: string) =>
  inTransaction(call, async (within) => {
    const before = await lockPasskey(within.db, call.holderId, id);
    if (!before) throw new NotFoundError();
    const after = await updatePasskeyName(within.db, call.holderId, id, name);
    await recordChange(within, 'passkey', audited(before), audited(after));
    return after;
  });

export const deletePasskey = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    if ((await removeOwnPasskeys(within, { id })) === 0) throw new NotFoundError();
  });

/** Removes passkeys as `removePasskeys` does, and records it. @returns how many */
export async function removeOwnPasskeys(
  call: Call<Tx>,
  which: Parameters<typeof removePasskeys>[2],
): Promise<number> {
  const removed = await removePasskeys(call.db, call.holderId, which);
  const rows = removed.map((passkey) => ({ before: audited(passkey) }));
  await recordChanges(call, 'passkey', rows);
  return removed.length;
}

/** The options of a sign-in by any passkey of this address. @throws AppError if the address allows no passkeys */
export async function startPasskeySignIn(call: AnonymousCall, origin: string): Promise<PasskeySignIn> {
  const rpId = rpIdOf(origin);
  const { id, challenge } = await issueChallenge(call, null);
  return { id, options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' } };
}

/**
 * Finds the user who signs in with a passkey. The challenge accepts one answer. A counter that does not grow is that of a copy
 * (docs/product/sign-in.md#passkeys).
 * @throws UnauthorisedError for whatever is wrong with the answer; ForbiddenError for an inactive holder
 */
export async function verifyPasskey(
  { db, now }: AnonymousCall,
  { id, response }: Pick<SignInWithPasskey, 'id' | 'response'>,
  { origin, log }: Checked,
): Promise<SignedInUser> {
  const challenge = await takeChallenge(db, { id }, now);
  const passkey = await findPasskey(asService(db), response.id);
  if (!challenge || !passkey || response.response.userHandle !== userHandleOf(passkey.userId))
    throw new UnauthorisedError(REFUSED);
  const { verifyAuthenticationResponse } = await webauthn();
  const verifying = verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    ...expectedOf(challenge, origin),
    // the update below compares the counters, in the same statement
    credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
  });
  const result = await verifyOrUndefined(verifying, log);
  const { beaHolderId: holderId, userId } = passkey;
  const call = callFor(db, { holderId, userId, now });
  const holder = result && (await findHolder(call.db, holderId));
  if (!holder) throw new UnauthorisedError(REFUSED);
  assertActive(holder);
  const { newCounter: counter, credentialBackedUp: isBackedUp } = result.authenticationInfo;
  const isUsed = await inTransaction(call, async (within) => {
    const state = { counter, isBackedUp, lastUsedAt: now };
    const used = await updateUsedPasskey(within.db, holderId, passkey.id, state);
    if (used) await recordChanges(within, 'passkey', [{ after: audited(used) }], { action: 'used' });
    return used !== undefined;
  });
  if (isUsed) return { holder, userId, isNew: false };
  const counters = { stored: passkey.counter, sent: counter };
  logEvent(log, 'warn', 'passkey-counter', { holder: holderId, user: userId, ...counters });
  throw new UnauthorisedError(REFUSED);
}
