import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import {
  type AddPasskey,
  type CreationOptions,
  MAX_PASSKEYS,
  type PasskeySignIn,
  type SignInWithPasskey,
} from '@shared/passkeys';
import type { Holder } from '@shared/tables/holders';
import type { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Logger } from 'pino';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, callFor, inTransaction, type PersonsCall } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError, NotFoundError, UnauthorisedError, ValidationError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { logEvent } from '../../lib/logger';
import { assertActive } from '../auth/auth.service';
import { enqueueNotice } from '../deliveries/notices.service';
import { browserName } from '../devices/browser-name';
import { findHolder } from '../holders/holders.repository';
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listCredentials,
  removeExpiredChallenges,
  removePasskey,
  removePasskeys,
  renamePasskey,
  takeChallenge,
  takeChallengeOfUser,
  updateUsedPasskey,
} from './passkeys.repository';

/** How long a browser may take to answer. */
const CHALLENGE_MS = 5 * 60 * 1000;

/** Ed25519, ES256 and RS256: every authenticator knows one of them, and every Node verifies all. */
const ALGORITHMS = [-8, -7, -257];

/** One message for all that can be wrong with an answer: whether a passkey is known is no one's business. */
const REFUSED = 'This passkey did not work. Sign in with your details instead.';
const NOT_ADDED = 'The passkey could not be added. Please try again.';

/** Loaded when first needed: it takes 30 MB, and most processes sign no one in. */
const webauthn = () => import('@simplewebauthn/server');

type Visit = { db: Db; now: Date };
type AtOrigin = { origin: string };
type Checked = AtOrigin & { log: Logger };

/**
 * The name that passkeys are bound to (the RP ID): the host of the page, which is localhost or the public address's.
 * @param origin the server's, as the page names it
 * @throws AppError where the host is a number, for which WebAuthn makes no passkeys
 */
function rpIdOf(origin: string): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname) || hostname.startsWith('['))
    throw new AppError(
      409,
      'no-passkeys-here',
      'Passkeys need an address with a name. On this machine, open localhost instead.',
    );
  return hostname;
}

const newChallenge = () => randomBytes(32).toString('base64url');
const expiryFrom = (now: Date) => new Date(now.getTime() + CHALLENGE_MS);

/** What a passkey keeps of the person: their id, which says nothing. */
const userHandleOf = (userId: string) => Buffer.from(userId).toString('base64url');

/**
 * The new passkey's verifier would fetch lists of revoked certificates from addresses that the sender's certificates name. No
 * certificates are asked for, so none are looked at.
 * @throws Error where there are any
 */
async function verifyWithoutCertificates(given: Parameters<typeof verifyRegistrationResponse>[0]) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    webauthn(),
    import('@simplewebauthn/server/helpers'),
  ]);
  const attestation = decodeAttestationObject(
    isoBase64URL.toBuffer(given.response.response.attestationObject),
  );
  const isSelfMade = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c');
  if (attestation.get('fmt') !== 'none' && !isSelfMade) throw new Error('It came with certificates');
  return verifyRegistrationResponse(given);
}

/** What a verifier answers; undefined where it refuses, which it does by throwing plain errors. The log has the reason. */
async function unlessRefused<T extends { verified: boolean }>(verifying: Promise<T>, log: Logger) {
  try {
    const answer = await verifying;
    if (answer.verified) return answer;
    log.info({ reason: 'wrong signature' }, 'a passkey was refused');
  } catch (error) {
    const reason = String(error).slice(0, 300);
    log.info({ reason }, 'a passkey was refused');
  }
  return undefined;
}

/**
 * The options of a new passkey, which replace those that the person was given before.
 * @throws AppError where the holder has as many as there can be, or the address can have none
 */
export async function startPasskey(
  { db, userId, now, holderId }: PersonsCall,
  { origin, holder }: AtOrigin & { holder: Pick<Holder, 'contactEmail' | 'holderName'> },
): Promise<CreationOptions> {
  const rpId = rpIdOf(origin);
  const known = await listCredentials(db, holderId);
  if (known.length >= MAX_PASSKEYS) {
    const message = `This account has ${MAX_PASSKEYS} passkeys, the most it can have. Remove those that no one uses.`;
    throw new AppError(409, 'limit-reached', message);
  }
  const challenge = newChallenge();
  await takeChallengeOfUser(db, userId, now);
  await insertChallenge(db, { challenge, userId, expiresAt: expiryFrom(now) });
  return {
    challenge,
    rp: { id: rpId, name: 'Trip Log' },
    user: { id: userHandleOf(userId), name: holder.contactEmail, displayName: holder.holderName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: known.map((credential) => ({ type: 'public-key', ...credential })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Stores the passkey that a browser made.
 * @throws ValidationError where the answer is not one to the options, from this address and with the person verified;
 * ConflictError where the passkey is stored already
 */
export async function addPasskey(
  call: PersonsCall,
  { response, name }: AddPasskey,
  { mailer }: Pick<AppDeps, 'mailer'>,
  { origin, browser, log }: Checked & { browser: Pick<Browser, 'userAgent' | 'address'> },
) {
  const challenge = await takeChallengeOfUser(call.db, call.userId, call.now);
  if (!challenge) throw new ValidationError(NOT_ADDED);
  const answer = await unlessRefused(
    verifyWithoutCertificates({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
    log,
  );
  const made = answer?.registrationInfo;
  if (!made) throw new ValidationError(NOT_ADDED);
  const device = browserName(browser.userAgent);
  return inTransaction(call, async (within) => {
    const added = await insertPasskey(within.db, {
      id: made.credential.id,
      beaHolderId: call.holderId,
      userId: call.userId,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: response.response.transports,
      isSynced: made.credentialDeviceType === 'multiDevice',
      isBackedUp: made.credentialBackedUp,
      name: name ?? device,
      createdAt: call.now,
    });
    await recordChange(within, 'passkey', undefined, audited(added));
    const holder = await findHolder(within.db, call.holderId);
    await enqueueNotice(within, mailer, {
      kind: 'new-passkey',
      about: createHash('sha256').update(added.id).digest('hex'),
      recipients: holder ? [holder.contactEmail] : [],
      facts: { at: call.now.toISOString(), device: { name: device, address: browser.address } },
    });
    return added;
  });
}

const audited = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** @throws NotFoundError where the holder has no such passkey */
export function changePasskeyName(call: Call, id: string, name: string) {
  return inTransaction(call, async (within) => {
    const renamed = await renamePasskey(within.db, call.holderId, id, name);
    if (!renamed) throw new NotFoundError();
    await recordChange(within, 'passkey', audited(renamed.before), audited(renamed.after));
    return renamed.after;
  });
}

/** @throws NotFoundError where the holder has no such passkey */
export function dropPasskey(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const removed = await removePasskey(within.db, call.holderId, id);
    if (!removed) throw new NotFoundError();
    await recordChange(within, 'passkey', audited(removed), undefined);
  });
}

/** Removes all passkeys of a holder whose account someone else may have had. */
export async function dropPasskeys(call: Call<Tx>): Promise<void> {
  const removed = await removePasskeys(call.db, call.holderId);
  await recordChanges(
    call,
    'passkey',
    removed.map((passkey) => ({ before: audited(passkey) })),
  );
}

/** The options of a sign-in by any passkey of this address. @throws AppError where the address can have none */
export async function startPasskeySignIn({ db, now }: Visit, { origin }: AtOrigin): Promise<PasskeySignIn> {
  const options = {
    challenge: newChallenge(),
    rpId: rpIdOf(origin),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  } as const;
  const { challenge } = options;
  return { id: await insertChallenge(db, { challenge, userId: null, expiresAt: expiryFrom(now) }), options };
}

/**
 * Finds out who signs in with a passkey. The challenge is good for one answer, right or wrong. A counter that does not grow is
 * that of a copy: it is refused and logged (docs/product.md#passkeys).
 * @throws UnauthorisedError for whatever is wrong with the answer; ForbiddenError for an inactive holder
 */
export async function verifyPasskey(
  { db, now }: Visit,
  { id, response }: Pick<SignInWithPasskey, 'id' | 'response'>,
  { origin, log }: Checked,
): Promise<{ holder: Holder; userId: string }> {
  const challenge = await takeChallenge(db, id, now);
  const passkey = await findPasskey(asService(db), response.id);
  if (!challenge || !passkey || response.response.userHandle !== userHandleOf(passkey.userId))
    throw new UnauthorisedError(REFUSED);
  const { verifyAuthenticationResponse } = await webauthn();
  const answer = await unlessRefused(
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      // the update below compares the counters, in the same statement
      credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    }),
    log,
  );
  const { beaHolderId: holderId, userId } = passkey;
  const call = callFor(db, { holderId, userId, now });
  const holder = answer && (await findHolder(call.db, holderId));
  if (!holder) throw new UnauthorisedError(REFUSED);
  assertActive(holder);
  const { newCounter: counter, credentialBackedUp: isBackedUp } = answer.authenticationInfo;
  const isUsed = await inTransaction(call, async (within) => {
    const state = { counter, isBackedUp, lastUsedAt: now };
    const used = await updateUsedPasskey(within.db, holder.id, passkey.id, state);
    if (used) await recordChanges(within, 'passkey', [{ after: audited(used) }], { action: 'used' });
    return used !== undefined;
  });
  if (isUsed) return { holder, userId };
  logEvent(log, 'passkey-counter', {
    holder: holder.id,
    user: userId,
    stored: passkey.counter,
    sent: counter,
  });
  throw new UnauthorisedError(REFUSED);
}

/** Removes challenges that no one answered in time. */
export const sweepChallenges = ({ db }: { db: Db }, now: Date): Promise<void> =>
  removeExpiredChallenges(db, now);
