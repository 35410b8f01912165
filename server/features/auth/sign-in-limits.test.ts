import type { Login } from '@shared/holders';
import { beaHolders } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeEach, expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { signInBudgets } from '../codes/sign-in-budgets';

const it = createTestApp({ trustProxy: 1 });
beforeEach(() => it.endWindows());

type Agent = ReturnType<typeof supertest.agent>;

const loginFrom = (address: string, body: object, agent: Agent = supertest.agent(it.server)) =>
  agent.post('/api/auth/login').set('X-Forwarded-For', address).send(body);
const guess = (login: Login) => ({ ...login, contactEmail: 'guess@example.com' });

/** Guesses one after the other. @returns the statuses, each once */
async function guesses(times: number, addressOf: (n: number) => string, login: Login): Promise<number[]> {
  const statuses = new Set<number>();
  for (let n = 0; n < times; n += 1) statuses.add((await loginFrom(addressOf(n), guess(login))).status);
  return [...statuses];
}

test('after ten failures from an address the account is refused there, with the time left, even with the right email', async () => {
  const { login } = await it.signIn();
  expect(await guesses(signInBudgets.signInFailures.most, () => '203.0.113.1', login)).toEqual([401]);
  const { body, headers } = await loginFrom('203.0.113.1', login).expect(429);
  expect(body).toEqual({ message: 'Too many sign-ins. Please try again in 15 minutes.', code: 'too-many' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(880);
  await loginFrom('203.0.113.2', login).expect(200);
});

test('many guesses at once get no further than one after the other', async () => {
  const { login } = await it.signIn();
  const answers = await Promise.all(Array.from({ length: 30 }, () => loginFrom('203.0.113.3', guess(login))));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(signInBudgets.signInFailures.most);
});

test('one person behind an address shuts it neither for another account nor for those who sign in', async () => {
  const office = '203.0.113.4';
  const [{ login: guessed }, { login: colleague }] = [await it.signIn(), await it.signIn()];
  expect(await guesses(40, () => office, guessed)).toEqual([401, 429]);
  for (let n = 0; n < 30; n += 1) await loginFrom(office, colleague).expect(200);
});

test('sign-ins that succeed are not counted, however many there are', async () => {
  const { login } = await it.signIn();
  for (let n = 0; n < 2 * signInBudgets.signInFailures.most; n += 1)
    await loginFrom('203.0.113.5', login).expect(200);
});

test('an address whose tries at many accounts failed is refused, but not its devices that signed in before', async () => {
  const address = '203.0.113.6';
  const { agent, login } = await it.signIn();
  const failed = Array.from({ length: signInBudgets.signInsOfAddress.most - 1 }, () =>
    it.deps.throttle.spend(signInBudgets.signInsOfAddress, address),
  );
  await Promise.all(failed);
  await loginFrom(address, guess(login)).expect(401);
  await loginFrom(address, buildLogin()).expect(429);
  await loginFrom('203.0.113.7', buildLogin()).expect(200);
  await loginFrom(address, login, agent).expect(200);
});

test('no one locks another out of a device that signed in before, from wherever they guess', async () => {
  const { agent, login } = await it.signIn();
  const addresses = (n: number) => `198.51.100.${n}`;
  expect(await guesses(signInBudgets.signInFailuresOfAccount.most, addresses, login)).toEqual([401]);
  // a browser that was never signed in cannot tell the owner from a guesser
  await loginFrom('198.51.100.200', login).expect(429);
  await agent.post('/api/auth/logout').expect(204);
  await loginFrom('198.51.100.1', login, agent).expect(200);
});

test("a device of one account is no way round another account's limit", async () => {
  const { agent } = await it.signIn();
  const { login } = await it.signIn();
  for (let n = 0; n < signInBudgets.signInFailures.most; n += 1)
    await loginFrom('203.0.113.8', guess(login), agent).expect(401);
  await loginFrom('203.0.113.8', guess(login), agent).expect(429);
});

test('a device of the account guesses no more than others', async () => {
  const { agent, login } = await it.signIn();
  for (let n = 0; n < signInBudgets.signInFailures.most; n += 1)
    await loginFrom(`198.51.100.${n}`, guess(login), agent).expect(401);
  await loginFrom('198.51.100.100', login, agent).expect(429);
});

test('a number in other letters or with spaces is the same account', async () => {
  const { login } = await it.signIn();
  for (let n = 0; n < signInBudgets.signInFailures.most; n += 1) {
    const beaNumber = n % 2 ? login.beaNumber.toLowerCase() : login.beaNumber.replace('-', ' - ');
    await loginFrom('203.0.113.11', { ...guess(login), beaNumber }).expect(401);
  }
  await loginFrom('203.0.113.11', login).expect(429);
});

test('neighbours of an IPv6 network are counted as one', async () => {
  const { login } = await it.signIn();
  const addresses = (n: number) => `2001:db8:1:2::${n + 1}`;
  expect(await guesses(signInBudgets.signInFailures.most, addresses, login)).toEqual([401]);
  await loginFrom('2001:db8:1:2:ffff::1', login).expect(429);
  await loginFrom('2001:db8:1:3::1', login).expect(200);
});

test('a failure on our side is not counted', async () => {
  const { login } = await it.signIn();
  const rename = (from: string, to: string) => it.asOwner(`alter table ${from} rename to ${to}`);
  await rename('users', 'users_away');
  for (let n = 0; n < signInBudgets.signInFailures.most + 1; n += 1)
    await loginFrom('203.0.113.9', login).expect(500);
  await rename('users_away', 'users');
  await loginFrom('203.0.113.9', login).expect(200);
});

test('an inactive holder gets the reason until the tries are used up', async () => {
  const { login, holderId } = await it.signIn();
  await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holderId));
  for (let n = 0; n < signInBudgets.signInFailures.most; n += 1)
    await loginFrom('203.0.113.10', login).expect(403);
  await loginFrom('203.0.113.10', login).expect(429);
});

test('an address asks for no more passkeys than its budget has, and its IPv6 neighbours with it', async () => {
  const network = '2001:db8:7:7';
  const asked = Array.from({ length: signInBudgets.passkeyTries.most - 1 }, () =>
    it.deps.throttle.spend(signInBudgets.passkeyTries, network),
  );
  await Promise.all(asked);
  const askFrom = (address: string) =>
    supertest(it.server)
      .post('/api/auth/passkey/options')
      .set('Host', 'trips.example.org')
      .set('X-Forwarded-For', address)
      .send({});
  await askFrom(`${network}::1`).expect(200);
  const { body } = await askFrom(`${network}::2`).expect(429);
  expect(body.message).toBe('Too many sign-ins. Please try again in 60 minutes.');
  await askFrom('2001:db8:7:8::1').expect(200);
});
