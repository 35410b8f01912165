import {
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  randomUUID,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { MINUTE_MS } from '@shared/durations';
import type { Verification } from '@shared/holders';
import type { AnonymousCall } from '../../lib/call';
import type { AppDeps } from '../../lib/deps';
import { AppError, WrongCodeError } from '../../lib/errors';
import { afterAnswer } from '../../lib/http/after-answer';
import { type Browser, browserOf } from '../../lib/http/cookies';
import type { StatusChoice } from '../../lib/http/declaration';
import { logEvent, logOf } from '../../lib/logger';
import { MailError } from '../../lib/mail/mailer';
import { renderMail } from '../../lib/mail/render-mail';
import { mailboxOf, networkOf } from '../../lib/throttle';
import { createTurns } from '../../lib/work/turns';
import { buildCodeMail, type CodeMailFacts } from './code-mail.view-model';
import {
  type CodeOwner,
  type CodePurpose,
  type CodeRow,
  countTry,
  findCode,
  removeCode,
  storeCode,
} from './codes.repository';
import { signInBudgets } from './sign-in-budgets';

const CODE_MINUTES = 10;

export type CodeDeps = Pick<
  AppDeps,
  'codeCost' | 'config' | 'keys' | 'lifecycle' | 'log' | 'mailer' | 'throttle'
>;

/** The request that asks for a code, behind `readCookies`: the mail is sent when it is answered. */
export type Asking = Parameters<typeof browserOf>[0];

export type CodeRecipient = {
  /** Whether the addressee gets the mail; if not, it is made and thrown away, so that it takes no less time. */
  isExpected: boolean;
  /** The person that the addressee is, whose codes other addresses cannot use up. */
  knownAs?: string | undefined;
};

/** `account` names the account for its budgets, and is stored as a keyed hash. */
type CodeRequest = Pick<CodeRow, 'purpose' | 'email' | 'login' | 'beaHolderId'> & { account: string };

/** The status of an answer that either asks for a code or shows the result. */
export const statusOfCodeRequest: StatusChoice = {
  of: [200, 202],
  choose: (answer) => ('verification' in Object(answer) ? 202 : 200),
};

const browserHashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const ownerOf = (purpose: CodePurpose, browser: Browser, holderId: string | null): CodeOwner => ({
  purpose,
  browserHash: browserHashOf(browser.askingToken ?? ''),
  holderId,
});

/**
 * Mails a code in place of the browser's earlier one for the account, alike for every caller (docs/product/sign-in.md#sign-in-codes).
 * @param findRecipient is called after the answer
 * @throws TooManyRequestsError when too many codes were asked for, or entered wrongly; BusyError
 */
export function requestCode(
  call: AnonymousCall,
  deps: CodeDeps,
  req: Asking,
  { account, ...request }: CodeRequest,
  findRecipient: () => Promise<CodeRecipient>,
) {
  const accountHash = createHmac('sha256', deps.keys.accounts).update(account).digest('base64url');
  return issueCode(call, deps, req, { ...request, accountHash }, findRecipient);
}

/** Mails a new code in place of one that the browser asked for before sign-in. @throws WrongCodeError without such a code */
export async function requestCodeAgain(
  call: AnonymousCall,
  deps: CodeDeps,
  req: Asking,
  id: string,
  findRecipient: (stored: CodeRow) => Promise<CodeRecipient>,
) {
  const row = await findCode(call.db, ownerOf('sign-in', browserOf(req, deps), null), id);
  if (!row) throw new WrongCodeError();
  return issueCode(call, deps, req, row, () => findRecipient(row));
}

async function issueCode(
  { db, now }: AnonymousCall,
  deps: CodeDeps,
  req: Asking,
  { purpose, accountHash, email, login, beaHolderId }: Omit<CodeRequest, 'account'> & { accountHash: string },
  findRecipient: () => Promise<CodeRecipient>,
): Promise<{ verification: Verification }> {
  const { throttle, config } = deps;
  const browser = browserOf(req, deps);
  const network = networkOf(browser.address);
  await throttle.check(signInBudgets.codeFailures, accountHash);
  await throttle.spend(signInBudgets.codeSends, `${accountHash} ${network}`);
  await throttle.spend(signInBudgets.codeSendsOfMailbox, mailboxOf(email));
  await throttle.spend(signInBudgets.codeSendsOfAddress, network);
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
    codeHash: await hashCode(code, deps.codeCost),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
  });
  browser.keepAskingToken(token);
  const facts = { purpose, code, email, browser, minutes: CODE_MINUTES, publicUrl: config.publicUrl };
  const logged = { ...deps, log: logOf(req, deps.log) };
  afterAnswer(logged, req, 'a code', async () => mailCode(logged, facts, now, await findRecipient()));
  return { verification: { id, sentTo: email, expiresInSeconds: CODE_MINUTES * 60 } };
}

async function mailCode(
  { log, mailer, throttle }: CodeDeps,
  facts: CodeMailFacts,
  now: Date,
  { isExpected, knownAs }: CodeRecipient,
): Promise<void> {
  const { purpose, email } = facts;
  const messageId = mailer.messageId(randomUUID());
  const mail = renderMail(buildCodeMail(facts), { to: email, messageId, date: now });
  if (!isExpected) return logEvent(log, 'info', 'code-withheld', { purpose });
  try {
    if (knownAs) await throttle.spend(signInBudgets.codeMailsOfPerson, knownAs);
    else await throttle.spend(signInBudgets.codeMails, 'everybody');
    await mailer.send(mail);
    logEvent(log, 'info', 'code-sent', { purpose });
  } catch (error) {
    // a mail server's answer names addresses, which the log must not hold
    const fault =
      error instanceof MailError ? error.kind : error instanceof AppError ? error.code : undefined;
    logEvent(log, 'warn', 'code-failed', { purpose, ...(fault ? { fault } : { err: error }) });
  }
}

/**
 * Accepts the code that a browser was asked for, once, and returns what was stored with it.
 * @throws WrongCodeError, whatever is wrong with the code; TooManyRequestsError when the account had too many wrong ones; BusyError
 */
export async function redeemCode(
  call: AnonymousCall,
  deps: Pick<AppDeps, 'throttle' | 'config' | 'keys' | 'codeCost'>,
  req: Asking,
  typed: { id: string; code: string; purpose: CodePurpose; holderId?: string },
): Promise<CodeRow> {
  const { throttle, codeCost } = deps;
  const browser = browserOf(req, deps);
  const owner = ownerOf(typed.purpose, browser, typed.holderId ?? null);
  const row = await countTry(call, owner, typed.id);
  if (!row) throw new WrongCodeError();
  // counted before, so that tries at once count too
  await throttle.spend(signInBudgets.codeFailures, row.accountHash);
  const network = networkOf(browser.address);
  await throttle.spend(signInBudgets.signInsOfAddress, network);
  const isRight = (await isCodeOf(row.codeHash, typed.code, codeCost)) && (await removeCode(call.db, row));
  if (!isRight) throw new WrongCodeError();
  await throttle.refund(signInBudgets.codeFailures, row.accountHash);
  await throttle.refund(signInBudgets.signInsOfAddress, network);
  return row;
}

/** About 50 ms of a processor, and 16 MB; docs/decisions/0011-sign-in-codes.md says why. */
const COST = 2 ** 14;
const HASH_BYTES = 32;

/** Hashing takes threads that reading files and looking up names need too: Node has four. */
const turns = createTurns({ atOnce: 2, waiting: 200, patienceMs: 10_000 });

async function slowHash(code: string, salt: Buffer, N: number): Promise<Buffer> {
  const end = await turns.take('everybody', 'any');
  try {
    return await new Promise((resolve, reject) => {
      scrypt(code, salt, HASH_BYTES, { N, r: 8, p: 1 }, (error, hash) =>
        error ? reject(error) : resolve(hash),
      );
    });
  } finally {
    end();
  }
}

/** An unpredictable code of 8 digits. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** A slow, salted hash of a code. @throws BusyError when too many codes are being hashed */
export async function hashCode(code: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await slowHash(code, salt, cost)).toString('base64url')}`;
}

/** Whether a code is the one that was hashed. @throws BusyError when too many codes are being hashed */
export async function isCodeOf(stored: string, code: string, cost = COST): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const known = Buffer.from(hash, 'base64url');
  if (!salt || known.length !== HASH_BYTES) return false;
  return timingSafeEqual(known, await slowHash(code, Buffer.from(salt, 'base64url'), cost));
}
