import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { countOf } from '@shared/figures';
import { rateLimits } from '@shared/tables/sign-in';
import { lt } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database, Db } from './database/db';
import { TooManyRequestsError } from './errors';
import type { Keys } from './keys';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * At most `most` within `seconds` from the first; `what` is what people are told there were too many of. A budget by address has
 * `mostOfSite`, too: what the IPv6 networks of one /48 may spend together, because a customer can have all 65,536 of them.
 */
export type Budget = { most: number; mostOfSite?: number; seconds: number; what: string };

/**
 * How often something may happen (docs/operations.md#budgets). What anybody can count up for someone else is never asked for by a
 * trusted device or a passkey, and an address, behind which there may be many people, has room for all of them.
 */
export const BUDGETS = {
  /** Failed sign-ins without a code, by account and address: a person finds the right address in an old mail before that. */
  signInFailures: { most: 10, seconds: 15 * MINUTE, what: 'sign-ins' },
  /** Of all addresses together, by account; the account's own browsers are counted apart. */
  signInFailuresOfAccount: { most: 50, seconds: HOUR, what: 'sign-ins' },
  /** Failures only, by address: an office or a mobile network has many people behind one. */
  signInsOfAddress: { most: 300, mostOfSite: 900, seconds: HOUR, what: 'sign-ins' },
  /** By account. With 8 digits, 240 guesses a day find one account's code of the day with a chance of 1 in 400,000. */
  codeFailures: { most: 10, seconds: HOUR, what: 'wrong codes' },
  /** By account and address. */
  codeSends: { most: 3, seconds: 10 * MINUTE, what: 'codes' },
  /** By addressee: no one's mailbox is flooded, whatever the numbers and the addresses it is done with. */
  codeSendsOfMailbox: { most: 10, seconds: 10 * MINUTE, what: 'codes' },
  /** By address: no one sends mails to many mailboxes. A hundred people sign in again within an hour behind one address. */
  codeSendsOfAddress: { most: 200, mostOfSite: 600, seconds: HOUR, what: 'codes' },
  /** Everybody who is not known, next to MAIL_PER_HOUR, so that codes and reports never wait for each other. */
  codeMails: { most: 500, seconds: HOUR, what: 'codes' },
  /** By holder, to its contact: whatever strangers use up, each holder has its own. Ten new devices, with a second code for each. */
  codeMailsOfHolder: { most: 20, seconds: HOUR, what: 'codes' },
  /** By address: a challenge is a stored row. */
  passkeyTries: { most: 300, mostOfSite: 900, seconds: HOUR, what: 'sign-ins' },
  /** By holder, as all below. One every 6 seconds: no one reads so many, and making one takes about a second. */
  documents: { most: 600, seconds: HOUR, what: 'documents' },
  /** Anyone who tries every filter and format of the list needs 50. */
  exports: { most: 200, seconds: HOUR, what: 'exports' },
  /** Addresses to upload to, and pictures saved from them: a holder has two pictures. */
  uploads: { most: 200, seconds: HOUR, what: 'uploads' },
  /** Previews and imports together: a file for each month of ten years, with a second preview of each. */
  imports: { most: 400, seconds: HOUR, what: 'imports' },
  /** What has mails sent: new recipients, tests, repetitions. Each has a lower limit of its own, which counts what was stored. */
  mails: { most: 200, seconds: HOUR, what: 'mails' },
} as const satisfies Record<string, Budget>;
export type BudgetName = keyof typeof BUDGETS;

/** Counts in PostgreSQL, for all processes together, how often something happened under a key. */
export type Throttle = {
  /**
   * Counts one. It takes a connection of its own: never call it within a transaction.
   * @throws TooManyRequestsError beyond the budget
   */
  spend(budget: BudgetName, key: string): Promise<void>;
  /** Whether the budget is used up, without counting. @throws TooManyRequestsError */
  check(budget: BudgetName, key: string): Promise<void>;
  /** Takes one back that was spent: where only failures count, it is spent before a try, so that tries at once count too. */
  refund(budget: BudgetName, key: string): Promise<void>;
  /** Forgets what was counted. */
  clear(budget: BudgetName, key: string): Promise<void>;
};

/** A time to wait, rounded up, in words: "40 seconds", "4 minutes", "2 hours". */
function inWords(seconds: number): string {
  if (seconds <= MINUTE) return countOf(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= HOUR) return countOf(Math.ceil(seconds / MINUTE), 'minute');
  return countOf(Math.ceil(seconds / HOUR), 'hour');
}

const tooMany = ({ what }: Budget, msLeft: number) => {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000));
  return new TooManyRequestsError(`Too many ${what}. Please try again in ${inWords(seconds)}.`, seconds);
};

/**
 * The throttle of an installation. Where the database is away, its methods throw what every query does: nothing passes uncounted.
 * The windows are measured by the computer's clock, not the app's.
 * @param keys the keys are stored as hashes, because they are BEA numbers and network addresses
 * @param budgets those of the service if not given
 */
export function createThrottle(
  db: Database,
  keys: Pick<Keys, 'accounts'>,
  budgets: Record<BudgetName, Budget> = BUDGETS,
): Throttle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: db.$client,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // the service's role owns no table, and the nightly sweep removes what expired
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const limiters = Object.fromEntries(
    Object.entries(budgets).map(([name, { most, mostOfSite, seconds }]) => [
      name,
      { own: limiter(name, most, seconds), site: mostOfSite && limiter(`${name}-site`, mostOfSite, seconds) },
    ]),
  ) as Record<BudgetName, { own: RateLimiterPostgres; site: RateLimiterPostgres | undefined }>;
  const hashed = (key: string) => createHmac('sha256', keys.accounts).update(key).digest('base64url');
  /** What counts a key: of a network of IPv6 its /48, too. */
  function countersOf(budget: BudgetName, key: string): { by: RateLimiterPostgres; key: string }[] {
    const { own, site } = limiters[budget];
    const network = { by: own, key: hashed(key) };
    if (!site || !key.includes(':')) return [network];
    return [network, { by: site, key: hashed(key.split(':').slice(0, 3).join(':')) }];
  }
  return {
    async spend(budget, key) {
      for (const counter of countersOf(budget, key))
        await counter.by.consume(counter.key).catch((refusal) => {
          throw refusal instanceof RateLimiterRes ? tooMany(budgets[budget], refusal.msBeforeNext) : refusal;
        });
    },
    async check(budget, key) {
      for (const counter of countersOf(budget, key)) {
        const counted = await counter.by.get(counter.key);
        if (counted && counted.remainingPoints <= 0) throw tooMany(budgets[budget], counted.msBeforeNext);
      }
    },
    async refund(budget, key) {
      for (const counter of countersOf(budget, key)) await counter.by.reward(counter.key);
    },
    async clear(budget, key) {
      for (const counter of countersOf(budget, key)) await counter.by.delete(counter.key);
    },
  };
}

/** What an address is counted as: of IPv6 its /64, because anyone who has one address has all of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Google delivers to these whatever dots an address has (https://support.google.com/mail/answer/7436150). */
const DOTLESS = ['gmail.com', 'googlemail.com'];

/** What an email address is counted as: everything after a `+`, and at Google every dot, still leads to one person. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split(/@(?=[^@]*$)/);
  const plain = name.replace(/(?<=.)\+.*/, '');
  return DOTLESS.includes(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

/** For a process that requests are sent on to: the one that sent them has counted them. */
export const COUNTED_ALREADY: Throttle = {
  async spend() {},
  async check() {},
  async refund() {},
  async clear() {},
};

/** Removes what was counted in windows that are over. */
export async function sweepBudgets({ db }: { db: Db }): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
