import { loginAnswerSchema } from '@shared/holders';
import { auditEvents, beaHolders, claims, devices, sessions, signInCodes } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import { buildLogin } from '../../test/builders';
import {
  type Agent,
  ask,
  askAgain,
  insertKnown,
  mailsTo,
  settled,
  verify,
  wrong,
} from '../../test/http/asked-codes';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { sweepCodes } from '../codes/codes.repository';
import { signInBudgets } from '../codes/sign-in-budgets';

const it = createTestApp({ signInCodes: true, trustProxy: 1 });
const browser = (): Agent => supertest.agent(it.server);
const minutes = (count: number) => new Date(TEST_NOW.getTime() + count * 60_000);
const days = (count: number) => minutes(count * 24 * 60);
const from = (address: string) => ({ 'X-Forwarded-For': address });
const holderOf = async (id: string) =>
  onlyRow(await it.db.select().from(beaHolders).where(eq(beaHolders.id, id)));

const WRONG = {
  message: 'This code is wrong or has expired. Check it, or ask for a new one.',
  code: 'wrong-code',
};

beforeEach(async () => {
  it.setNow(TEST_NOW);
  await it.endWindows();
});

describe('a code from the mail', () => {
  test('signs a holder in, and proves the contact email the first time', async () => {
    const { holderId, details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    expect(asked).toMatchObject({ sentTo: details.contactEmail, expiresInSeconds: 600 });
    await agent.get('/api/auth/me').expect(401);
    expect((await holderOf(holderId)).contactVerifiedAt).toBeNull();

    it.setNow(minutes(3));
    const { body } = await verify(agent, asked).expect(200);
    expect(loginAnswerSchema.parse(body).beaHolder.id).toBe(holderId);
    await agent.get('/api/auth/me').expect(200);
    expect((await holderOf(holderId)).contactVerifiedAt).toEqual(minutes(3));
    it.setNow(minutes(9));
    await verify(agent, await ask(it, agent, details)).expect(200);
    expect((await holderOf(holderId)).contactVerifiedAt).toEqual(minutes(3));
    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.beaHolderId, holderId));
    expect(events.map(({ changes }) => Object.keys(changes))).toEqual([['contactVerifiedAt']]);
  });

  test('is good for one sign-in', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    await verify(agent, asked).expect(200);
    await verify(agent, asked).expect(401, WRONG);
  });

  test('signs in once when it is sent many times at once', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(agent, asked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('is good for 10 minutes', async () => {
    const { details } = await insertKnown(it);
    const [early, late] = [browser(), browser()];
    const [first, second] = [await ask(it, early, details), await ask(it, late, details)];
    it.setNow(new Date(minutes(10).getTime() - 1));
    await verify(early, first).expect(200);
    it.setNow(minutes(10));
    await verify(late, second).expect(401, WRONG);
  });

  test.each(['asked for again', 'sent again'])('is replaced by one that is %s', async (how) => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const first = await ask(it, agent, details);
    const second = how === 'sent again' ? await askAgain(it, agent, first) : await ask(it, agent, details);
    expect(second.code).not.toBe(first.code);
    await verify(agent, { ...first, id: second.id }).expect(401, WRONG);
    await verify(agent, first).expect(401, WRONG);
    await verify(agent, second).expect(200);
    expect(await it.db.$count(signInCodes, eq(signInCodes.email, details.contactEmail))).toBe(0);
  });

  test('is good in the browser only that asked for it', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    const other = browser();
    await ask(it, other, details);
    for (const stranger of [other, browser()]) {
      await verify(stranger, asked).expect(401, WRONG);
      await stranger.post('/api/auth/verify/resend').send({ id: asked.id }).expect(401, WRONG);
    }
    await verify(agent, asked).expect(200);
  });

  test('may be typed with spaces, hyphens and words around it, and the details in any case and with spaces', async () => {
    const { holderId, details } = await insertKnown(it);
    const typed = {
      ...details,
      beaNumber: `  ${details.beaNumber.toLowerCase().replace('-', '- ')} `,
      contactEmail: details.contactEmail.toUpperCase(),
    };
    for (const around of [
      (code: string) => `  ${code.slice(0, 4)} ${code.slice(4)}\n`,
      (code: string) => `Your code: ${code.slice(0, 2)}-${code.slice(2)}.`,
    ]) {
      const agent = browser();
      const { id, code } = await ask(it, agent, typed);
      const { body } = await verify(agent, { id, code: around(code) }).expect(200);
      expect(body.beaHolder.id).toBe(holderId);
    }
    const agent = browser();
    const { id } = await ask(it, agent, typed);
    const { body } = await verify(agent, { id, code: '1234567' }).expect(400);
    expect(body.message).toBe('Enter the 8 digits of the code');
  });

  test('renews the id of the session, and ends the one that the browser had', async () => {
    const [one, two] = [await insertKnown(it), await insertKnown(it)];
    const agent = browser();
    const first = await verify(agent, await ask(it, agent, one.details)).expect(200);
    const planted = cookieHeader(first.headers['set-cookie']);
    const second = await verify(agent, await ask(it, agent, two.details)).expect(200);
    const sid = (cookies: string) => /triplog\.sid=([^;]+)/.exec(cookies)?.[1];
    expect(sid(cookieHeader(second.headers['set-cookie']))).not.toBe(sid(planted));
    await supertest(it.server).get('/api/auth/me').set('Cookie', planted).expect(401);
  });

  test('is removed a day after it expired', async () => {
    const { details } = await insertKnown(it);
    await ask(it, browser(), details);
    const stored = () => it.db.$count(signInCodes, eq(signInCodes.email, details.contactEmail));
    await sweepCodes(it, days(1));
    expect(await stored()).toBe(1);
    await sweepCodes(it, new Date(days(1).getTime() + 11 * 60_000));
    expect(await stored()).toBe(0);
  });
});

describe('limits', () => {
  test('a code may be tried 5 times', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    for (let n = 1; n <= 5; n += 1) await verify(agent, wrong(asked, n)).expect(401, WRONG);
    await verify(agent, asked).expect(401, WRONG);
    await verify(agent, await askAgain(it, agent, asked)).expect(200);
  });

  test('five tries are five when they are made at once', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const asked = await ask(it, agent, details);
    await Promise.all(Array.from({ length: 12 }, (_, n) => verify(agent, wrong(asked, n + 1))));
    const [row] = await it.db.select().from(signInCodes).where(eq(signInCodes.id, asked.id));
    expect(row?.tries).toBe(5);
  });

  test('an account may fail 10 times an hour, which a new code does not change; a trusted device goes on', async () => {
    const { details } = await insertKnown(it, { rememberMe: true });
    const trusted = browser();
    await verify(trusted, await ask(it, trusted, details)).expect(200);
    const waiting = browser();
    const right = await ask(it, waiting, details, from('203.0.113.9'));
    const agent = browser();
    let asked = await ask(it, agent, details, from('203.0.113.1'));
    for (let n = 1; n <= 5; n += 1) await verify(agent, wrong(asked, n)).expect(401);
    asked = await askAgain(it, agent, asked);
    for (let n = 1; n <= 5; n += 1) await verify(agent, wrong(asked, n)).expect(401);

    // from anywhere, with the right code too
    const { body, headers } = await verify(waiting, right).set(from('203.0.113.9')).expect(429);
    expect(body).toEqual({
      message: 'Too many wrong codes. Please try again in 60 minutes.',
      code: 'too-many',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    await browser().post('/api/auth/login').set(from('203.0.113.7')).send(details).expect(429);
    await it.db.delete(sessions);
    await trusted.post('/api/auth/login').send(details).expect(200);
    await trusted
      .post('/api/auth/login')
      .send({ ...details, silent: true })
      .expect(200);
    // who does not know the address cannot use up the tries of who does
    await browser()
      .post('/api/auth/login')
      .send({ ...details, contactEmail: 'x@example.com' })
      .expect(202);

    await it.endWindows();
    await verify(waiting, right).expect(200);
  });

  test('right codes are no failures', async () => {
    const { details } = await insertKnown(it);
    for (let n = 0; n < 12; n += 1) {
      const agent = browser();
      await verify(agent, await ask(it, agent, details, from(`203.0.113.${n}`))).expect(200);
      if (n % 8 === 7) await it.db.execute(`delete from rate_limits where key like 'codeSends%'`);
    }
  });

  test('3 codes are sent in 10 minutes for an account and an address, and 10 to a mailbox', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    const first = await ask(it, agent, details);
    const second = await askAgain(it, agent, first);
    await ask(it, browser(), details);
    for (const refused of [
      await agent.post('/api/auth/verify/resend').send({ id: second.id }),
      await browser().post('/api/auth/login').send(details),
    ]) {
      expect(refused.status).toBe(429);
      expect(refused.body.message).toBe('Too many codes. Please try again in 10 minutes.');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    }
    // the last that was sent is still good
    await verify(agent, second).expect(200);
    const askFrom = (n: number) =>
      browser()
        .post('/api/auth/login')
        .set(from(`198.51.100.${n}`))
        .send(buildLogin({ contactEmail: details.contactEmail }));
    for (let n = 4; n <= 10; n += 1) await askFrom(n).expect(202);
    await askFrom(11).expect(429);
    expect(await mailsTo(it, details.contactEmail)).toHaveLength(10);
  });

  test('no more codes are mailed than the installation may send, and the answer is the same', async () => {
    const { most } = signInBudgets.codeMails;
    await it.deps.throttle.spend(signInBudgets.codeMails, 'everybody');
    await it.db.execute(`update rate_limits set points = ${most} where key like 'codeMails%'`);
    const { details } = await insertKnown(it);
    const stranger = buildLogin();
    expect(await ask(it, browser(), stranger)).toMatchObject({ sentTo: stranger.contactEmail, code: '' });
    // who knows the number alone is a stranger
    const guess = { ...details, contactEmail: buildLogin().contactEmail };
    expect(await ask(it, browser(), guess)).toMatchObject({ code: '' });
    expect((await ask(it, browser(), details)).code).toMatch(/^\d{8}$/);
  });

  test('who asks for the codes of a person uses up those of no one else', async () => {
    const [{ holderId, details }, { details: others }] = [await insertKnown(it), await insertKnown(it)];
    for (let n = 0; n < signInBudgets.codeMailsOfPerson.most; n += 1)
      await it.deps.throttle.spend(signInBudgets.codeMailsOfPerson, holderId);
    expect(await ask(it, browser(), details)).toMatchObject({ sentTo: details.contactEmail, code: '' });
    expect((await ask(it, browser(), others)).code).toMatch(/^\d{8}$/);
  });

  test.each([
    ['mary@example.com', (n: number) => `Mary+${n}@Example.com`],
    ['mary.smith@gmail.com', (n: number) => `${n % 2 ? 'm.arysmith' : 'marys.mith'}+${n}@googlemail.com`],
  ])('no more codes go to %s than to one mailbox, however it is written', async (email, written) => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const asking = browser()
        .post('/api/auth/login')
        .set(from(`198.51.100.${n}`));
      statuses.push((await asking.send(buildLogin({ contactEmail: n ? written(n) : email }))).status);
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
  });
});

describe('a trusted device', () => {
  async function trust() {
    const { holderId, details } = await insertKnown(it, { rememberMe: true });
    const agent = browser();
    await verify(agent, await ask(it, agent, details)).expect(200);
    const login = (more: object = {}) => agent.post('/api/auth/login').send({ ...details, ...more });
    const trustedUntil = async () =>
      onlyRow(await it.db.select().from(devices).where(eq(devices.beaHolderId, holderId))).trustedUntil;
    return { holderId, details, agent, login, trustedUntil };
  }
  const silent = { silent: true };

  test('signs in without a code, for 30 days from the last time that someone asked for it', async () => {
    const { login, trustedUntil } = await trust();
    it.setNow(days(10));
    await login(silent).expect(200);
    expect(await trustedUntil()).toEqual(days(30));
    await it.db.delete(sessions);
    await login().expect(200);
    expect(await trustedUntil()).toEqual(days(40));
    it.setNow(days(40));
    await login(silent).expect(401);
    await login().expect(202);
  });

  test('asks who is signed in, and signs in again, for a code', async () => {
    const { login } = await trust();
    await login().expect(202);
    await login(silent).expect(200);
  });

  test('is trusted for its holder only, and with the right email', async () => {
    const { login, agent } = await trust();
    const { details: others } = await insertKnown(it);
    await login({ contactEmail: 'other@example.com' }).expect(202);
    await agent.post('/api/auth/login').send(others).expect(202);
    await agent
      .post('/api/auth/login')
      .send({ ...others, ...silent })
      .expect(401);
  });

  test('that was signed out does not come back by itself, and has no mail sent', async () => {
    const { login, holderId, details } = await trust();
    await it.db.delete(devices).where(eq(devices.beaHolderId, holderId));
    const before = (await mailsTo(it, details.contactEmail)).length;
    const { body } = await login(silent).expect(401);
    expect(body).toEqual({ message: 'The details do not match our records', code: 'unauthorised' });
    await settled(it);
    expect(await mailsTo(it, details.contactEmail)).toHaveLength(before);
    await login().expect(202);
  });

  test('is one only where "Remember me" was ticked', async () => {
    const { details } = await insertKnown(it);
    const agent = browser();
    await verify(agent, await ask(it, agent, details)).expect(200);
    await agent
      .post('/api/auth/login')
      .send({ ...details, ...silent })
      .expect(401);
    await agent.post('/api/auth/login').send(details).expect(202);
  });

  test('of an inactive holder gets the reason', async () => {
    const { login, holderId } = await trust();
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holderId));
    const { body } = await login(silent).expect(403);
    expect(body.message).toBe('This account is inactive');
  });
});

describe('registration', () => {
  test('comes about by the right code only', async () => {
    const details = buildLogin();
    const stored = () => it.db.select().from(beaHolders).where(eq(beaHolders.beaNumber, details.beaNumber));
    const agent = browser();
    const asked = await ask(it, agent, details);
    await verify(agent, wrong(asked)).expect(401, WRONG);
    expect(await stored()).toEqual([]);
    const { body } = await verify(agent, asked).expect(200);
    expect(await stored()).toMatchObject([{ id: body.beaHolder.id, contactVerifiedAt: TEST_NOW }]);
  });

  test('of a number that someone has is refused after the code, and the operator can decide', async () => {
    const { holderId, details } = await insertKnown(it);
    const mine = { ...details, contactEmail: `not.${details.contactEmail}` };
    const agent = browser();
    const asked = await ask(it, agent, mine);
    const of = eq(claims.beaNumber, details.beaNumber);
    expect(await it.db.$count(claims, of)).toBe(0);
    const { body } = await verify(agent, asked).expect(401);
    expect(body).toEqual({ message: 'The details do not match our records', code: 'unauthorised' });
    expect(await it.db.select().from(claims).where(of)).toMatchObject([{ email: mine.contactEmail }]);
    expect(await holderOf(holderId)).toMatchObject({
      contactEmail: details.contactEmail,
      contactVerifiedAt: null,
    });
  });

  test('an inactive holder gets the reason after the code', async () => {
    const { holderId, details } = await insertKnown(it);
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holderId));
    const agent = browser();
    const { body } = await verify(agent, await ask(it, agent, details)).expect(403);
    expect(body.message).toBe('This account is inactive');
  });
});
