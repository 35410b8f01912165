import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimits } from '@shared/tables/holders';
import { expect, test } from 'vitest';
import { createTestApp, TEST_DEPS } from '../test/http/create-test-app';
import { TooManyRequestsError } from './errors';
import { type Budget, createThrottle, mailboxOf, networkOf, sweepBudgets } from './throttle';

const it = createTestApp();

/** A throttle, two budgets with these limits, and a key. */
const throttled = (limits: Pick<Budget, 'most' | 'mostOfSite' | 'seconds'>) => ({
  throttle: createThrottle(it.deps.db, TEST_DEPS.keys),
  exports: { name: 'exports', what: 'exports', ...limits },
  mails: { name: 'mails', what: 'mails', ...limits },
  key: crypto.randomUUID(),
});

const refusalOf = (promise: Promise<void>) =>
  promise.then(
    () => expect.fail('it passed'),
    (error) => {
      if (!(error instanceof TooManyRequestsError)) throw error;
      return error;
    },
  );

test('what is beyond the budget is refused, and told how long to wait', async () => {
  const { throttle, exports, key } = throttled({ most: 2, seconds: 240 });
  await throttle.spend(exports, key);
  await throttle.spend(exports, key);
  const refusal = await refusalOf(throttle.spend(exports, key));
  expect(refusal.message).toBe('Too many exports. Please try again in 4 minutes.');
  expect(refusal.retryAfterSeconds).toBeGreaterThan(230);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(240);
});

test.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [7200, '2 hours'],
])('a window of %i seconds is written as %s', async (seconds, words) => {
  const { throttle, mails, key } = throttled({ most: 1, seconds });
  await throttle.spend(mails, key);
  const { message } = await refusalOf(throttle.spend(mails, key));
  expect(message).toBe(`Too many mails. Please try again in ${words}.`);
});

test('keys and budgets are counted apart', async () => {
  const { throttle, exports, mails, key } = throttled({ most: 1, seconds: 60 });
  await throttle.spend(exports, key);
  await throttle.spend(exports, `${key} of another`);
  await throttle.spend(mails, key);
  await refusalOf(throttle.spend(exports, key));
});

test('a look counts nothing, and refuses as soon as nothing is left', async () => {
  const { throttle, mails, key } = throttled({ most: 1, seconds: 60 });
  await throttle.check(mails, key);
  await throttle.check(mails, key);
  await throttle.spend(mails, key);
  const { message } = await refusalOf(throttle.check(mails, key));
  expect(message).toMatch(/^Too many mails\. Please try again in \d+ seconds\.$/);
});

test('what is refunded or cleared can be spent again', async () => {
  const { throttle, exports, key } = throttled({ most: 2, seconds: 60 });
  await throttle.spend(exports, key);
  await throttle.spend(exports, key);
  await throttle.refund(exports, key);
  await throttle.spend(exports, key);
  await refusalOf(throttle.spend(exports, key));
  await throttle.clear(exports, key);
  await throttle.spend(exports, key);
});

test('networks of one /48 spend together what a site has, and no other address does', async () => {
  const { throttle, mails } = throttled({ most: 2, mostOfSite: 3, seconds: 60 });
  const spendAs = (address: string) => throttle.spend(mails, networkOf(address));
  await spendAs('2001:db8:5:1::1');
  await spendAs('2001:db8:5:1::2');
  await refusalOf(spendAs('2001:db8:5:1::3'));
  await spendAs('2001:db8:5:2::1');
  await throttle.refund(mails, networkOf('2001:db8:5:2::1'));
  await spendAs('2001:db8:5:3::1');
  await refusalOf(spendAs('2001:db8:5:4::1'));
  await refusalOf(throttle.check(mails, networkOf('2001:db8:5:5::1')));
  await spendAs('2001:db8:6:1::1');
  await spendAs('203.0.113.5');
});

test('of many at once no more pass than the budget has', async () => {
  const { throttle, mails, key } = throttled({ most: 5, seconds: 60 });
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => throttle.spend(mails, key)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('another process counts together with this one', async () => {
  const { throttle, mails, key } = throttled({ most: 1, seconds: 60 });
  await throttle.spend(mails, key);
  const { throttle: other } = throttled({ most: 1, seconds: 60 });
  await refusalOf(other.spend(mails, key));
});

test('a new window begins when the first is over, however much was refused meanwhile', async () => {
  const { throttle, exports, key } = throttled({ most: 1, seconds: 1 });
  await throttle.spend(exports, key);
  await refusalOf(throttle.spend(exports, key));
  await sleep(500);
  await refusalOf(throttle.spend(exports, key));
  await sleep(600);
  await throttle.spend(exports, key);
});

test('no key is stored in the clear', async () => {
  await it.deps.throttle.spend(
    { name: 'codes', most: 1, seconds: 60, what: 'codes' },
    'BEA-77 from 203.0.113.5',
  );
  const rows = await it.db.select().from(rateLimits);
  expect(rows.filter(({ key }) => key.startsWith('codes:'))).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/BEA-77|203\.0\.113\.5/);
});

test('the sweep removes windows that are over, and no other', async () => {
  await it.endWindows();
  const { throttle, mails, key } = throttled({ most: 1, seconds: 60 });
  await throttle.spend(mails, key);
  await sweepBudgets(it);
  const rows = await it.db.select().from(rateLimits);
  expect(rows).toEqual([expect.objectContaining({ points: 1 })]);
  await refusalOf(throttle.spend(mails, key));
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('the address %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['Mary@Example.com', 'mary@example.com'],
  ['mary+trips@example.com', 'mary@example.com'],
  ['mary+a+b@example.com', 'mary@example.com'],
  ['m.a.r.y@example.com', 'm.a.r.y@example.com'],
  ['M.a.ry+x@Gmail.com', 'mary@gmail.com'],
  ['mary@googlemail.com', 'mary@gmail.com'],
  ['+@example.com', '+@example.com'],
])('the mailbox of %s is counted as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
