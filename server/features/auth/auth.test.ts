import { errorAnswerSchema } from '@shared/errors';
import { loginAnswerSchema, userSchema } from '@shared/holders';
import { auditEvents, beaHolders, sessions, users } from '@shared/tables/holders';
import { eq, sql } from 'drizzle-orm';
import type { Express } from 'express';
import supertest from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../app';
import { onlyRow } from '../../lib/database/db';
import { deriveKeys } from '../../lib/keys';
import { buildLogin } from '../../test/builders';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { splitName } from '../holders/people.repository';

/** What is said of a logo that cannot be the new holder's own. */
const NO_UPLOAD =
  'Only a picture that was uploaded here can be saved. Sign in first, then upload the logo in Settings.';

const it = createTestApp();
const login = (body: object) => supertest(it.server).post('/api/auth/login').send(body);
const sessionCookie = (headers: Record<string, unknown>) =>
  String([headers['set-cookie']].flat().find((line) => String(line).startsWith('triplog.sid=')));

describe('POST /api/auth/login', () => {
  test('an unknown BEA number registers the holder and the person who signed in', async () => {
    const details = buildLogin({ contactEmail: 'First.Person@Example.com' });
    const { body } = await login(details).expect(200);

    const { beaHolder } = loginAnswerSchema.parse(body);
    expect(beaHolder).toMatchObject({
      beaNumber: details.beaNumber,
      holderName: details.holderName,
      companyName: details.companyName,
      contactEmail: details.contactEmail,
      contactPhone: details.contactPhone,
      isActive: true,
    });
    const [user] = await it.db.select().from(users).where(eq(users.email, 'first.person@example.com'));
    expect(user).toMatchObject({ firstName: 'Mary', lastName: 'Jane Smith' });
    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.beaHolderId, beaHolder.id));
    expect(events).toMatchObject([{ entity: 'holder', action: 'created', userId: user?.id }]);
  });

  test('anyone who registers with the email of another holder learns nothing of the person behind it', async () => {
    const { login: details, agent } = await it.signIn();
    const stranger = await it.signIn({ contactEmail: details.contactEmail, holderName: 'Some Stranger' });
    const [theirs, own] = await Promise.all([stranger.agent, agent].map((who) => who.get('/api/auth/user')));
    expect(theirs?.body).toMatchObject({ firstName: 'Some', lastName: 'Stranger' });
    expect(own?.body).toMatchObject({ firstName: 'Mary', lastName: 'Jane Smith' });
    expect(theirs?.body.id).not.toBe(own?.body.id);
  });

  test('a known number with its email in other letters signs in and keeps the stored profile', async () => {
    const { login: details, holderId } = await it.signIn();
    const { body } = await login({
      ...details,
      contactEmail: details.contactEmail.toUpperCase(),
      companyName: 'Another Name',
      contactPhone: '1',
    }).expect(200);

    expect(body.beaHolder).toMatchObject({
      id: holderId,
      companyName: details.companyName,
      contactPhone: details.contactPhone,
    });
  });

  test('a known number with another email is refused without saying which part was wrong', async () => {
    const { login: details } = await it.signIn();
    const { body } = await login({ ...details, contactEmail: 'mallory@example.com' }).expect(401);
    expect(body).toEqual({ message: 'The details do not match our records', code: 'unauthorised' });
  });

  test('an inactive holder is refused, at sign-in and in a session that was open', async () => {
    const { agent, login: details, holderId } = await it.signIn();
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holderId));
    for (const refusal of [await login(details), await agent.get('/api/drivers')]) {
      expect(refusal.status).toBe(403);
      expect(refusal.body.message).toBe('This account is inactive');
    }
  });

  test.each([
    ['beaNumber', 'BEA Number is required'],
    ['holderName', 'Full Name is required'],
    ['companyName', 'Company Name is required'],
    ['contactEmail', 'Contact Email is required'],
    ['contactPhone', 'Contact Phone is required'],
  ])('a blank %s is answered by "%s"', async (field, message) => {
    const { body } = await login({ ...buildLogin(), [field]: '  ' }).expect(400);
    expect(body).toMatchObject({ message, code: 'validation' });
    expect(body.details).toContainEqual({ path: field, message });
  });

  test('a malformed email is answered with its own message', async () => {
    const { body } = await login(buildLogin({ contactEmail: 'mary@' })).expect(400);
    expect(body.message).toBe('Valid email is required');
  });

  test.each([
    ['NUL bytes', { holderName: 'a\0b' }],
    ['10,000 characters', { companyName: 'x'.repeat(10_000) }],
    ['a number for text', { beaNumber: 7 }],
    ['a lone surrogate', { contactPhone: '\ud800' }],
    ['an unknown field', { isActive: true }],
  ])('%s are refused and nothing is stored', async (_, bad) => {
    const details = { ...buildLogin(), ...bad };
    await login(details).expect(400);
    expect(await it.db.$count(beaHolders, eq(beaHolders.contactEmail, details.contactEmail))).toBe(0);
  });

  test.each([undefined, null, '', '  '])('a new holder has no logo with the logoUrl %j', async (logoUrl) => {
    const { body } = await login({ ...buildLogin(), logoUrl }).expect(200);
    expect(body.beaHolder.logoUrl).toBeNull();
  });

  test.each([
    ['that is no URL', 'logo.png', 'Logo must be a URL'],
    ['that is a number', 7, 'Must be text'],
    ['of 520 characters', `https://example.com/${'x'.repeat(500)}`, 'Must be 500 characters or fewer'],
    ['of another site', 'https://example.com/logo.png', NO_UPLOAD],
    ['of another holder', 'http://trips.example.org/files/logos/h1/x-document.png', NO_UPLOAD],
  ])('a logoUrl %s is refused, and nothing is stored', async (_, logoUrl, message) => {
    const details = { ...buildLogin(), logoUrl };
    const { body } = await login(details).expect(400);
    expect(body).toEqual({ message, code: 'validation', details: [{ path: 'logoUrl', message }] });
    expect(await it.db.$count(beaHolders, eq(beaHolders.contactEmail, details.contactEmail))).toBe(0);
  });

  test("an upload of another holder is no new holder's logo", async () => {
    const { agent } = await it.signIn();
    const { body: upload } = await agent.post('/api/objects/upload').send({}).expect(200);
    const { body } = await login({ ...buildLogin(), logoUrl: upload.uploadURL.split('?')[0] }).expect(400);
    expect(body.message).toBe(NO_UPLOAD);
  });

  test('a trading name is stored with a new holder, and does not change that of a known one', async () => {
    const details = { ...buildLogin(), tradingName: ' Sunshine Cars ' };
    for (const tradingName of [details.tradingName, 'Another', undefined]) {
      const { body } = await login({ ...details, tradingName }).expect(200);
      expect(body.beaHolder.tradingName).toBe('Sunshine Cars');
    }
    const { body } = await login({ ...buildLogin(), tradingName: '' }).expect(200);
    expect(body.beaHolder.tradingName).toBeNull();
  });

  test('two first sign-ins at once make one holder', async () => {
    const details = buildLogin();
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(details)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.beaHolder.id)).size).toBe(1);
  });
});

describe('the session', () => {
  test('its cookie is HttpOnly and SameSite=Lax, and ends with the browser unless remembered', async () => {
    const brief = await login(buildLogin());
    expect(sessionCookie(brief.headers)).toMatch(/HttpOnly; SameSite=Lax/);
    expect(sessionCookie(brief.headers)).not.toMatch(/Expires|Max-Age/);

    const remembered = await login(buildLogin({ rememberMe: true }));
    const expires = /Expires=([^;]+)/.exec(sessionCookie(remembered.headers))?.[1] ?? '';
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  test('that cannot be stored is an error, and no one is signed in', async () => {
    const details = buildLogin();
    await it.asOwner(`
      create function lose() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$;
      create trigger lose before insert on session execute function lose()`);
    const printed = vi.spyOn(console, 'error');
    const refused = await login(details);
    await it.asOwner('drop function lose cascade');
    expect(refused.status).toBe(503);
    expect(errorAnswerSchema.parse(refused.body).code).toBe('unavailable');
    expect((await login(details)).status).toBe(200);
    expect(printed).not.toHaveBeenCalled();
  });

  test('its id is renewed at sign-in', async () => {
    const { agent, login: details } = await it.signIn();
    const id = (headers: Record<string, unknown>) => /triplog\.sid=([^;]+)/.exec(sessionCookie(headers))?.[1];
    const first = await agent.post('/api/auth/login').send(details);
    const second = await agent.post('/api/auth/login').send(details);
    expect(id(first.headers)).toBeTruthy();
    expect(id(second.headers)).not.toBe(id(first.headers));
  });

  test('is unknown before sign-in, and after 12 idle hours or sign-out', async () => {
    await supertest(it.server)
      .get('/api/auth/me')
      .expect(401, { message: 'Not authenticated', code: 'unauthorised' });
    await supertest(it.server).get('/api/auth/me?handling=lenient').expect(204);
    await supertest(it.server).get('/api/auth/user?handling=lenient').expect(401);

    const leaving = await it.signIn();
    await leaving.agent.post('/api/auth/logout').expect(204);
    await leaving.agent.get('/api/auth/me').expect(401);

    const idle = await it.signIn();
    await it.db.update(sessions).set({ expire: new Date(Date.now() - 1000) });
    await idle.agent.get('/api/auth/me').expect(401);
  });

  test('names the holder and the person', async () => {
    const { agent, holderId, login: details } = await it.signIn();
    const me = await agent.get('/api/auth/me').expect(200);
    expect(loginAnswerSchema.parse({ beaHolder: me.body }).beaHolder.id).toBe(holderId);
    const user = await agent.get('/api/auth/user').expect(200);
    expect(userSchema.parse(user.body).email).toBe(details.contactEmail);
  });

  test('is extended by use, at most every ten minutes, unless it is remembered', async () => {
    const endAfter = async (remembered: boolean, idleMinutes: number) => {
      const { agent, holderId } = await it.signIn({ rememberMe: remembered });
      const own = sql`sess::json ->> 'holderId' = ${holderId}`;
      await it.db
        .update(sessions)
        .set({ expire: sql`now() + interval '12 hours' - ${`${idleMinutes} min`}::interval` })
        .where(own);
      await agent.get('/api/drivers').expect(200);
      const [row] = await it.db.select({ expire: sessions.expire }).from(sessions).where(own);
      return Math.round((Number(row?.expire) - Date.now()) / 60_000);
    };
    expect(await endAfter(false, 5)).toBe(715);
    expect(await endAfter(false, 11)).toBe(720);
    expect(await endAfter(true, 11)).toBe(709);
  });
});

describe('every session', () => {
  const own = (holderId: string) => sql`sess::json ->> 'holderId' = ${holderId}`;
  const sessionsOf = (holderId: string) => it.db.select().from(sessions).where(own(holderId));

  test('ends 90 days after the sign-in, however much it is used', async ({ onTestFinished }) => {
    onTestFinished(() => it.setNow(TEST_NOW));
    const { agent } = await it.signIn();
    const days = (count: number) => new Date(TEST_NOW.getTime() + count * 24 * 60 * 60 * 1000 - 1);
    for (const used of [30, 60, 90]) {
      it.setNow(days(used));
      await agent.get('/api/drivers').expect(200);
    }
    it.setNow(new Date(days(90).getTime() + 1));
    await agent.get('/api/drivers').expect(401);
  });

  test.each(['in the profile', 'by SQL'])(
    'but the one that did it ends when the contact email changes %s',
    async (how) => {
      const { agent, login: details, holderId } = await it.signIn();
      const first = onlyRow(await sessionsOf(holderId));
      const other = supertest.agent(it.server);
      await other.post('/api/auth/login').send(details).expect(200);
      const bystander = await it.signIn();
      const ofOther = onlyRow((await sessionsOf(holderId)).filter(({ sid }) => sid !== first.sid));
      const { beaNumber: _, rememberMe: __, ...profile } = details;
      const contactEmail = `new.${details.contactEmail}`;
      if (how === 'by SQL')
        await it.db.update(beaHolders).set({ contactEmail }).where(eq(beaHolders.id, holderId));
      else
        await agent
          .put('/api/profile')
          .send({ ...profile, contactEmail })
          .expect(200);

      await other.get('/api/auth/me').expect(401);
      await agent.get('/api/auth/me').expect(how === 'by SQL' ? 401 : 200);
      expect(await sessionsOf(holderId)).toHaveLength(how === 'by SQL' ? 0 : 1);
      await bystander.agent.get('/api/auth/me').expect(200);
      // a sign-in that was under way stores its session after the change
      await it.db.insert(sessions).values(ofOther);
      await other.get('/api/auth/me').expect(401);
    },
  );

  test('ends when the holder is made inactive, and does not revive with it', async () => {
    const { agent, login: details, holderId } = await it.signIn();
    const setActive = (isActive: boolean) =>
      it.db.update(beaHolders).set({ isActive }).where(eq(beaHolders.id, holderId));
    await setActive(false);
    await agent.get('/api/auth/me').expect(403);
    await setActive(true);
    expect(await sessionsOf(holderId)).toEqual([]);
    await agent.get('/api/auth/me').expect(401);
    await login(details).expect(200);
  });
});

test('a session outlives a change of the secret for as long as the old one is named', async () => {
  const [old, fresh] = [
    'the secret of last year, '.repeat(2),
    'the secret of this year, '.repeat(2),
  ] as const;
  const appWith = (...secrets: [string, ...string[]]) => createApp({ ...it.deps, keys: deriveKeys(secrets) });
  const { headers } = await supertest(appWith(old)).post('/api/auth/login').send(buildLogin()).expect(200);
  const me = (app: Express) =>
    supertest(app).get('/api/auth/me').set('Cookie', cookieHeader(headers['set-cookie']));
  await me(appWith(fresh, old)).expect(200);
  await me(appWith(fresh)).expect(401);
});

test('a name splits into first and last', () => {
  expect(splitName(' Mary  Jane Smith ')).toEqual({ firstName: 'Mary', lastName: 'Jane Smith' });
  expect(splitName('Madonna')).toEqual({ firstName: 'Madonna', lastName: null });
});
