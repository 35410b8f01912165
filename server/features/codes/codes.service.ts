import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Login, Verification } from '@shared/holders';
import type { Call } from '../../lib/call';
import type { Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { WrongCodeError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { mailboxOf, networkOf } from '../../lib/throttle';
import { hashCode, isCodeOf, newCode } from './code-hash';
import {
  type CodeOwner,
  type CodePurpose,
  type CodeRow,
  countTry,
  findCode,
  removeCode,
  removeExpiredCodes,
  storeCode,
} from './codes.repository';

type Deps = Pick<AppDeps, 'throttle' | 'keys'>;
type Visit = Pick<Call, 'db' | 'now'>;

/** How long a code is good. */
export const CODE_MINUTES = 10;
const MINUTE_MS = 60_000;
/** How often one code may be tried. */
const MAX_TRIES = 5;

/** What a code is asked for. */
export type Asked = {
  purpose: CodePurpose;
  /** Names the account for its budgets, and is stored as a keyed hash. */
  account: string;
  /** Where the code goes. */
  email: string;
  /** What was typed, if someone signs in. */
  login: Login | null;
  /** Who is signed in, if anybody is. */
  holderId: string | null;
};

const browserHashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const ownerOf = (purpose: CodePurpose, browser: Browser, holderId: string | null): CodeOwner => ({
  purpose,
  browserHash: browserHashOf(browser.askingToken ?? ''),
  holderId,
});

/**
 * Makes a code for a browser and stores its hash; the one that the browser had for the same account is no longer good. It does the
 * same for every caller, who then sends the code or does not. See docs/product.md#sign-in-codes.
 * @throws TooManyRequestsError when too many codes were asked for, or entered wrongly; BusyError
 */
export function issueCode(
  visit: Visit,
  deps: Deps,
  browser: Browser,
  { account, login, holderId, ...asked }: Asked,
): Promise<{ code: string; verification: Verification }> {
  const accountHash = createHmac('sha256', deps.keys.accounts).update(account).digest('base64url');
  return issue(visit, deps, browser, { ...asked, accountHash, login, beaHolderId: holderId });
}

/**
 * Makes a new code in place of one that the browser has, or had.
 * @throws WrongCodeError where it has none; what issueCode throws
 */
export async function reissueCode(
  visit: Visit,
  deps: Deps,
  browser: Browser,
  { id, purpose, holderId = null }: { id: string; purpose: CodePurpose; holderId?: string | null },
): Promise<{ code: string; verification: Verification; row: CodeRow }> {
  const row = await findCode(visit.db, ownerOf(purpose, browser, holderId), id);
  if (!row) throw new WrongCodeError();
  return { ...(await issue(visit, deps, browser, row)), row };
}

type Issued = Pick<CodeRow, 'purpose' | 'accountHash' | 'email' | 'login' | 'beaHolderId'>;

async function issue({ db, now }: Visit, { throttle }: Deps, browser: Browser, issued: Issued) {
  const { purpose, accountHash, email, login, beaHolderId } = issued;
  const network = networkOf(browser.address);
  await throttle.check('codeFailures', accountHash);
  await throttle.spend('codeSends', `${accountHash} ${network}`);
  await throttle.spend('codeSendsOfMailbox', mailboxOf(email));
  await throttle.spend('codeSendsOfAddress', network);
  const code = newCode();
  const token = browser.askingToken ?? randomBytes(32).toString('base64url');
  const { id } = await storeCode(db, {
    id: randomUUID(),
    purpose,
    accountHash,
    browserHash: browserHashOf(token),
    beaHolderId,
    login,
    email,
    codeHash: await hashCode(code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
  });
  browser.keepAskingToken(token);
  return { code, verification: { id, sentTo: email, expiresInSeconds: CODE_MINUTES * 60 } };
}

/**
 * Takes the code that a browser was asked for; it is good for this one time. The answer is the same for one that is wrong, expired,
 * used, tried too often, replaced by a newer one, or another browser's.
 * @returns what was stored with the code
 * @throws WrongCodeError; TooManyRequestsError when the account had too many wrong ones, whatever their codes; BusyError
 */
export async function redeemCode(
  { db, now }: Visit,
  { throttle }: Pick<Deps, 'throttle'>,
  browser: Browser,
  typed: { id: string; code: string; purpose: CodePurpose; holderId?: string | null },
): Promise<CodeRow> {
  const owner = ownerOf(typed.purpose, browser, typed.holderId ?? null);
  const row = await countTry(db, owner, typed.id, { now, most: MAX_TRIES });
  if (!row) throw new WrongCodeError();
  // counted before, so that tries at once count too
  await throttle.spend('codeFailures', row.accountHash);
  const network = networkOf(browser.address);
  await throttle.spend('signInsOfAddress', network);
  const isRight = (await isCodeOf(row.codeHash, typed.code)) && (await removeCode(db, row));
  if (!isRight) throw new WrongCodeError();
  await throttle.refund('codeFailures', row.accountHash);
  await throttle.refund('signInsOfAddress', network);
  return row;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Removes codes that expired so long ago that no one asks for a new one in their place. */
export const sweepCodes = ({ db }: { db: Db }, now: Date): Promise<void> =>
  removeExpiredCodes(asService(db), new Date(now.getTime() - DAY_MS));
