import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { countOf } from '@shared/figures';
import { rateLimits } from '@shared/tables/holders';
import { lt } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database, Db } from './database/db';
import { TooManyRequestsError } from './errors';
import type { Keys } from './keys';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

/**
 * How often something may happen (docs/operations.md#budgets): at most `most` within `seconds` from the first; `what` names it in the
 * message. `mostOfSite` is for IPv6 networks of one /48 together, because a customer can have all 65,536 of them.
 */
export type Budget = { name: string; most: number; mostOfSite?: number; seconds: number; what: string };

/** Counts in PostgreSQL, for all processes together, how often something happened under a key. */
export type Throttle = ReturnType<typeof createThrottle>;

function waitInWords(seconds: number): string {
  if (seconds <= MINUTE) return countOf(seconds, 'second');
  if (seconds <= HOUR) return countOf(Math.ceil(seconds / MINUTE), 'minute');
  return countOf(Math.ceil(seconds / HOUR), 'hour');
}

function tooMany({ what }: Budget, msLeft: number) {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000));
  return new TooManyRequestsError(`Too many ${what}. Please try again in ${waitInWords(seconds)}.`, seconds);
}

/**
 * Counts by the computer's clock. Where the database is away, its methods throw: nothing passes uncounted. Keys are stored as hashes,
 * because they are BEA numbers and network addresses.
 */
export function createThrottle(db: Database, keys: Pick<Keys, 'accounts'>) {
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
  const limiters = new Map<Budget, { own: RateLimiterPostgres; site?: RateLimiterPostgres }>();
  function limitersOf(budget: Budget) {
    const { name, most, mostOfSite, seconds } = budget;
    const known = limiters.get(budget) ?? {
      own: limiter(name, most, seconds),
      ...(mostOfSite && { site: limiter(`${name}-site`, mostOfSite, seconds) }),
    };
    limiters.set(budget, known);
    return known;
  }
  const hashed = (key: string) => createHmac('sha256', keys.accounts).update(key).digest('base64url');
  function countersOf(budget: Budget, key: string): { by: RateLimiterPostgres; key: string }[] {
    const { own, site } = limitersOf(budget);
    const network = { by: own, key: hashed(key) };
    if (!site || !key.includes(':')) return [network];
    return [network, { by: site, key: hashed(key.split(':').slice(0, 3).join(':')) }];
  }
  return {
    /** Counts one, on another connection: never call it within a transaction. @throws TooManyRequestsError beyond the budget */
    async spend(budget: Budget, key: string): Promise<void> {
      for (const counter of countersOf(budget, key))
        await counter.by.consume(counter.key).catch((refusal) => {
          throw refusal instanceof RateLimiterRes ? tooMany(budget, refusal.msBeforeNext) : refusal;
        });
    },
    /** Checks whether the budget is used up, without counting. @throws TooManyRequestsError */
    async check(budget: Budget, key: string): Promise<void> {
      for (const counter of countersOf(budget, key)) {
        const counted = await counter.by.get(counter.key);
        if (counted && counted.remainingPoints <= 0) throw tooMany(budget, counted.msBeforeNext);
      }
    },
    /** Refunds one that was spent: where only failures count, it is spent before a try, so that tries at once count too. */
    async refund(budget: Budget, key: string): Promise<void> {
      for (const counter of countersOf(budget, key)) await counter.by.reward(counter.key);
    },
    async clear(budget: Budget, key: string): Promise<void> {
      for (const counter of countersOf(budget, key)) await counter.by.delete(counter.key);
    },
  };
}

/** The unit that an address is counted by: an IPv6 address counts as its /64, because one customer has all of it. */
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

/** The mailbox behind an email address: text after a `+`, and at Google every dot, changes nothing. */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split(/@(?=[^@]*$)/);
  const plain = name.replace(/(?<=.)\+.*/, '');
  return DOTLESS.includes(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

const nothing = async () => {};
/** The throttle of a process behind another one, which has counted the requests already. */
export const COUNTED_ALREADY: Throttle = { spend: nothing, check: nothing, refund: nothing, clear: nothing };

export async function sweepBudgets({ db }: { db: Db }): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
}
