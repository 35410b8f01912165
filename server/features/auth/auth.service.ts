import { MINUTE_MS } from '@shared/durations';
import { ACCOUNT_INACTIVE, RECENT_SIGN_IN_NEEDED, WAITING_FOR_APPROVAL } from '@shared/errors';
import { beaNumberKey, type Login } from '@shared/holders';
import { RECENT_SIGN_IN_MINUTES } from '@shared/limits';
import type { Holder } from '@shared/tables/holders';
import type { Logger } from 'pino';
import { recordChange } from '../../lib/audit';
import { type AnonymousCall, callFor } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { asHolder, asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError, ForbiddenError, UnauthorisedError } from '../../lib/errors';
import { type Browser, browserOf } from '../../lib/http/cookies';
import { startSession } from '../../lib/http/session';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { type Budget, networkOf } from '../../lib/throttle';
import {
  type Asking,
  type CodeDeps,
  type CodeRecipient,
  redeemCode,
  requestCode,
  requestCodeAgain,
} from '../codes/codes.service';
import { signInBudgets } from '../codes/sign-in-budgets';
import { findPersonsDevice, isTrusted, recordDevice } from '../devices/devices.service';
import {
  findAccount,
  findHolder,
  insertHolder,
  isSameEmail,
  verifyContact,
} from '../holders/holders.repository';
import { findOrInsertContact } from '../holders/people.repository';
import { endPhoneOf } from '../phones/phones.service';
import { insertClaim } from './claims.repository';

export type SignedInUser = { holder: Holder; userId: string; isNew: boolean };

/** One answer for an unknown number, where registration is closed, and for a wrong email: it must not tell them apart. */
export const wrongDetails = () => new UnauthorisedError('The details do not match our records');

/** One answer for a free number and for one that another holder has. */
const waitingForApproval = () =>
  new ForbiddenError(
    'Your registration is waiting for approval by the operator of this service. If you were registered before, check the contact email.',
    WAITING_FOR_APPROVAL,
  );

/** @throws ForbiddenError for an inactive holder */
export function assertActive(holder: { isActive: boolean }): void {
  if (!holder.isActive) throw new ForbiddenError('This account is inactive', ACCOUNT_INACTIVE);
}

/** Refuses a change without a recent sign-in; a trusted device is not enough (docs/product/sign-in.md#recent-sign-in). */
export function assertRecentSignIn(provedAt: Date | undefined, now: Date): void {
  if (provedAt && now.getTime() - provedAt.getTime() < RECENT_SIGN_IN_MINUTES * MINUTE_MS) return;
  throw new AppError(403, RECENT_SIGN_IN_NEEDED, 'Please sign in again to do this.');
}

export const logRefusal = (log: Logger) => (error: unknown) => {
  if (error instanceof AppError) logEvent(log, 'warn', 'sign-in-refused', { code: error.code });
  throw error;
};

async function register({ db, now }: AnonymousCall<Tx>, login: Login, isProved: boolean) {
  const { rememberMe: _, tradingName = null, ...details } = login;
  const contactVerifiedAt = isProved ? now : null;
  const holder = await insertHolder(db, { ...details, tradingName, contactVerifiedAt }, now);
  if (!holder) return undefined;
  const user = await findOrInsertContact(db, holder, now);
  await recordChange({ db, holderId: holder.id, userId: user.id, now }, 'holder', undefined, holder);
  return { holder, userId: user.id, isNew: true };
}

/**
 * Finds the active holder of the typed details, and the person with the email, or registers a new number (docs/product/sign-in.md#registration).
 * @param isProved whether a code has shown that the typed address is theirs
 * @throws UnauthorisedError when number and email do not belong together; ForbiddenError for an inactive holder, and where the operator
 *   decides on registrations
 */
export async function findOrRegister(
  { db, now }: AnonymousCall,
  { config: { selfRegistration }, log }: Pick<AppDeps, 'config' | 'log'>,
  login: Login,
  isProved: boolean,
): Promise<SignedInUser> {
  const user = await asService(db).transaction(async (tx) => {
    const call = { db: tx, now };
    const find = () => findAccount(tx, login.beaNumber, login.contactEmail);
    const { isTaken, isDemo, account } = await find();
    if (isDemo) throw wrongDetails();
    const registered = !isTaken && selfRegistration === 'on' && (await register(call, login, isProved));
    if (registered) return registered;
    // a failed registration means that someone else registered meanwhile
    const known = isTaken ? account : (await find()).account;
    if (!known) return undefined;
    const { holder } = known;
    assertActive(holder);
    const userId = known.userId ?? (await findOrInsertContact(tx, holder, now)).id;
    const provesContact = isProved && isSameEmail(holder.contactEmail, login.contactEmail);
    return { holder: provesContact ? await verify(call, holder, userId) : holder, userId, isNew: false };
  });
  if (user) return user;
  // an address that was proved may dispute a number that is taken
  if (selfRegistration === 'approval' || (selfRegistration === 'on' && isProved))
    await storeClaim({ db, now }, login, log);
  throw selfRegistration === 'approval' ? waitingForApproval() : wrongDetails();
}

async function verify({ db, now }: AnonymousCall<Tx>, holder: Holder, userId: string): Promise<Holder> {
  if (holder.contactVerifiedAt) return holder;
  const verified = await verifyContact(db, holder, now);
  await recordChange({ db, holderId: holder.id, userId, now }, 'holder', holder, verified);
  return verified;
}

async function storeClaim({ db, now }: AnonymousCall, details: Login, log: Logger): Promise<void> {
  const { beaNumber, contactEmail } = details;
  const { id, isNew } = await insertClaim(db, { beaNumber, email: contactEmail.toLowerCase(), details }, now);
  if (isNew) logEvent(log, 'warn', 'claim', { claim: id });
}

export type SignInOptions = {
  way: 'details' | 'device' | 'code' | 'passkey' | 'demo';
  remember: boolean;
  /** No one asked for it: the device is trusted for no longer than it was. */
  silent?: boolean;
};

/** Ends every way of signing in: records the device, starts the session and logs it. @param req behind `sessions` and `readCookies` */
export async function completeSignIn(
  { db, now }: AnonymousCall,
  deps: Pick<AppDeps, 'config' | 'keys' | 'mailer' | 'log'>,
  req: Parameters<typeof startSession>[0],
  { holder, userId, isNew }: SignedInUser,
  { way, remember, silent = false }: SignInOptions,
): Promise<{ beaHolder: Holder }> {
  const call = callFor(db, { now, holderId: holder.id, userId });
  const browser = browserOf(req, deps);
  const device = await recordDevice(call, deps, browser, { remember, silent, isNew });
  await endPhoneOf({ db, now }, browser);
  const isProved = way !== 'device';
  await startSession(req, { holder, userId, deviceId: device.id }, { remember, isProved, now });
  logHolder(req, holder.id);
  logEvent(logOf(req, deps.log), 'info', isNew ? 'registration' : 'sign-in', { user: userId, way });
  return { beaHolder: holder };
}

/**
 * Counts sign-ins that fail, and refuses one where too many have failed (docs/product/sign-in.md#sign-in-limits). A browser that
 * signed in to the account before has a count that no one else can use up.
 * @param attempt is counted before it is made, because many can be made at once, and refunded when it succeeds
 */
export async function countFailedSignIns<T>(
  call: AnonymousCall,
  { throttle }: Pick<AppDeps, 'throttle'>,
  beaNumber: string,
  browser: Browser,
  attempt: () => Promise<T>,
): Promise<T> {
  const account = beaNumberKey(beaNumber);
  const network = networkOf(browser.address);
  const deviceId = await findDeviceOfAccount(call, account, browser);
  const counts: [Budget, string][] = deviceId
    ? [[signInBudgets.signInFailures, `${account} ${deviceId}`]]
    : [
        [signInBudgets.signInFailures, `${account} ${network}`],
        [signInBudgets.signInsOfAddress, network],
        [signInBudgets.signInFailuresOfAccount, account],
      ];
  for (const [budget, key] of counts) await throttle.spend(budget, key);
  const refund = () => Promise.all(counts.map(([budget, key]) => throttle.refund(budget, key)));
  try {
    const result = await attempt();
    await refund();
    return result;
  } catch (error) {
    const isRefusal = error instanceof UnauthorisedError || error instanceof ForbiddenError;
    // the refund fails too while the database is away, and the first error is the one to report
    if (!isRefusal) await refund().catch(() => {});
    throw error;
  }
}

/** Looks the device up by the browser's token alone, so that the time it takes does not reveal whether there is such a number. */
async function findDeviceOfAccount({ db }: AnonymousCall, account: string, browser: Browser) {
  const device = await findPersonsDevice({ db: asService(db) }, browser);
  const holder = device && (await findHolder(asHolder(db, device.beaHolderId), device.beaHolderId));
  return holder && beaNumberKey(holder.beaNumber) === account ? device?.id : undefined;
}

/** A number and the address typed with it: anyone who does not know both cannot use up the tries of someone who does. */
const accountOf = ({ beaNumber, contactEmail }: Login) =>
  `${beaNumberKey(beaNumber)} ${contactEmail.toLowerCase()}`;

/** Codes for sign-in belong to no holder. */
const asServiceCall = ({ db, now }: AnonymousCall): AnonymousCall => ({ db: asService(db), now });

function loginOf({ login }: { login: Login | null }): Login {
  if (!login) throw new Error('A code to sign in with was stored without what was typed');
  return login;
}

/** Whether the browser is trusted to sign in the person of the typed details: each person proves the own email. */
export async function isOnTrustedDevice(call: AnonymousCall, login: Login, browser: Browser) {
  const db = asService(call.db);
  const { account } = await findAccount(db, login.beaNumber, login.contactEmail);
  const person = { holderId: account?.holder.id ?? '', userId: account?.userId ?? '' };
  return isTrusted({ ...person, db, now: call.now }, browser);
}

/** The code is mailed to the typed address where people can register, otherwise only to that of someone who may sign in. */
async function recipientOf(
  { db }: AnonymousCall,
  { config }: CodeDeps,
  login: Login,
): Promise<CodeRecipient> {
  const { account, isDemo } = await findAccount(db, login.beaNumber, login.contactEmail);
  const isExpected = !isDemo && (account !== undefined || config.selfRegistration !== 'off');
  return { isExpected, knownAs: account && (account.userId ?? account.holder.id) };
}

/** Mails a code to the typed address. The answer does not depend on whether number and email are right or the holder is active. */
export function requestSignInCode(call: AnonymousCall, deps: CodeDeps, req: Asking, login: Login) {
  const service = asServiceCall(call);
  const stored = { purpose: 'sign-in', email: login.contactEmail, login, beaHolderId: null } as const;
  const request = { ...stored, account: accountOf(login) };
  return requestCode(service, deps, req, request, () => recipientOf(service, deps, login));
}

export function requestSignInCodeAgain(call: AnonymousCall, deps: CodeDeps, req: Asking, id: string) {
  const service = asServiceCall(call);
  return requestCodeAgain(service, deps, req, id, (stored) => recipientOf(service, deps, loginOf(stored)));
}

export const redeemSignInCode = async (
  call: AnonymousCall,
  deps: Parameters<typeof redeemCode>[1],
  req: Asking,
  typed: { id: string; code: string },
) => loginOf(await redeemCode(asServiceCall(call), deps, req, { ...typed, purpose: 'sign-in' }));
