import { errorAnswerSchema } from '@shared/errors';
import { loginAnswerSchema } from '@shared/holders';
import { MAX_PASSKEYS } from '@shared/passkeys';
import { auditEvents, beaHolders, devices, passkeyChallenges, passkeys, users } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { buildLogin } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import {
  createAuthenticator,
  FLAGS,
  type Said,
  type SoftwareAuthenticator,
} from '../../test/http/software-authenticator';
import { sweepChallenges } from './passkeys.repository';

const it = createTestApp();
const HOST = 'localhost:3000';
const origin = `http://${HOST}`;
const later = (minutes: number) => it.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000));
afterEach(() => it.setNow(TEST_NOW));

type Agent = Pick<SignedIn, 'agent'>['agent'];

const ask = (agent: Agent, method: 'get' | 'post' | 'put' | 'delete', path = '') =>
  agent[method](`/api/passkeys${path}`).set('Host', HOST);

async function addPasskey(agent: Agent, said: Partial<Said> = {}, name?: string) {
  const key = createAuthenticator();
  const { body: options } = await ask(agent, 'post', '/options').expect(200);
  const added = await ask(agent, 'post').send({ response: key.make(options, { origin, ...said }), name });
  return { key, options, added };
}

const userOf = async (holderId: string) => {
  const [user] = await it.db.select().from(users).where(eq(users.beaHolderId, holderId));
  return user?.id ?? '';
};

/** A holder with a passkey, and its authenticator. */
async function holderWithPasskey(said: Partial<Said> = {}) {
  const holder = await it.signIn();
  const { key, added } = await addPasskey(holder.agent, said);
  expect(added.status, added.text).toBe(201);
  return { ...holder, key, userId: await userOf(holder.holderId) };
}

const startSignIn = async (app = it.app) =>
  (await supertest(app).post('/api/auth/passkey/options').set('Host', HOST).expect(200)).body;

const answerSignIn = (
  id: string,
  response: object,
  { app = it.app, ...more }: { app?: typeof it.app; rememberMe?: boolean } = {},
) =>
  supertest
    .agent(app)
    .post('/api/auth/passkey')
    .set('Host', HOST)
    .send({ id, response, ...more });

async function signIn(
  { key, userId }: { key: SoftwareAuthenticator; userId: string },
  said: Partial<Said> = {},
  app = it.app,
) {
  const { id, options } = await startSignIn(app);
  return answerSignIn(id, key.sign(options, userId, { origin, ...said }), { app });
}

const storedPasskey = async (id: string) =>
  (await it.db.select().from(passkeys).where(eq(passkeys.id, id)))[0];

function logInMemory() {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  return { log: createLogger('info', { write }), text: () => text };
}

describe('adding a passkey', () => {
  test('asks for one that the device finds and unlocks by itself, and says nothing personal in its user id', async () => {
    const { agent, login, holderId } = await it.signIn();
    const { body } = await ask(agent, 'post', '/options').expect(200);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Trip Log' },
      user: { name: login.contactEmail, displayName: login.holderName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(Buffer.from(body.user.id, 'base64url').toString()).toBe(await userOf(holderId));
    expect(Buffer.from(body.challenge, 'base64url')).toHaveLength(32);
  });

  test('stores it, names it after the browser, writes the audit trail, and excludes it next time', async () => {
    const { agent, holderId, login } = await it.signIn();
    const phone =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
    agent.set('User-Agent', phone);
    const { key, added } = await addPasskey(agent, {
      flags: FLAGS.present | FLAGS.verified | FLAGS.mayBeBackedUp | FLAGS.backedUp,
    });
    expect(added.status, added.text).toBe(201);
    const shown = {
      id: key.id,
      name: 'Chrome on Android',
      createdAt: TEST_NOW.toISOString(),
      lastUsedAt: null,
      isBackedUp: true,
    };
    expect(added.body).toEqual(shown);
    expect((await ask(agent, 'get').expect(200)).body).toEqual([shown]);
    expect(await storedPasskey(key.id)).toMatchObject({
      beaHolderId: holderId,
      userId: await userOf(holderId),
      publicKey: key.publicKey,
      counter: 0,
      transports: ['internal'],
      isSynced: true,
    });
    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, key.id));
    expect(events).toMatchObject([
      { entity: 'passkey', action: 'created', changes: { name: { to: 'Chrome on Android' } } },
    ]);
    expect(JSON.stringify(events)).not.toContain(key.publicKey);
    const mails = await it.db
      .select()
      .from(reportDeliveries)
      .where(eq(reportDeliveries.beaHolderId, holderId));
    expect(mails).toMatchObject([
      {
        kind: 'new-passkey',
        recipient: login.contactEmail,
        notice: { device: { name: 'Chrome on Android' } },
      },
    ]);
    const { body } = await ask(agent, 'post', '/options').expect(200);
    expect(body.excludeCredentials).toEqual([{ type: 'public-key', id: key.id, transports: ['internal'] }]);
  });

  test.each<[string, Partial<Said>]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another scheme', { origin: 'https://localhost:3000' }],
    ['another site', { origin: 'https://trips.example.net' }],
    ['another RP id', { rpId: 'example.net' }],
    ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['no one present', { flags: FLAGS.verified }],
    ['no one verified', { flags: FLAGS.present }],
  ])('is refused with %s, and nothing is stored', async (_, said) => {
    const { agent } = await it.signIn();
    const { added } = await addPasskey(agent, said);
    expect(added.status).toBe(400);
    expect(added.body.message).toBe('The passkey could not be added. Please try again.');
    expect((await ask(agent, 'get').expect(200)).body).toEqual([]);
  });

  test.each([
    ['packed', { fmt: 'packed', x5c: Buffer.from('a certificate') }],
    ['tpm', { fmt: 'tpm' }],
    ['android-safetynet', { fmt: 'android-safetynet' }],
  ])('certificates of %s are not looked at', async (_, said) => {
    const { log, text } = logInMemory();
    const agent = supertest.agent(createApp({ ...it.deps, log }));
    await agent.post('/api/auth/login').set('Host', HOST).send(buildLogin()).expect(200);
    expect((await addPasskey(agent, said)).added.status).toBe(400);
    expect(text()).toContain('It came with certificates');
  });

  test('takes an answer once, within five minutes, and from the person who asked', async () => {
    const { agent } = await it.signIn();
    const { key, options } = await addPasskey(agent);
    const again = await ask(agent, 'post').send({ response: key.make(options, { origin }) });
    expect(again.status).toBe(400);

    const { body: slow } = await ask(agent, 'post', '/options').expect(200);
    later(5);
    const late = await ask(agent, 'post').send({ response: createAuthenticator().make(slow, { origin }) });
    expect(late.status).toBe(400);
    it.setNow(TEST_NOW);

    const { body: theirs } = await ask(agent, 'post', '/options').expect(200);
    const stranger = await it.signIn();
    const answer = { response: createAuthenticator().make(theirs, { origin }) };
    expect((await ask(stranger.agent, 'post').send(answer)).status).toBe(400);
    expect((await ask(agent, 'post').send(answer)).status).toBe(201);
  });

  test('a passkey that is stored already is refused, anyone who has it', async () => {
    const { key, agent } = await holderWithPasskey();
    for (const who of [agent, (await it.signIn()).agent]) {
      const { body: options } = await ask(who, 'post', '/options').expect(200);
      const { body } = await ask(who, 'post')
        .send({ response: key.make(options, { origin }) })
        .expect(409);
      expect(body.message).toBe('This passkey is in use already');
    }
  });

  test('works at an address with a name only', async () => {
    const { agent } = await it.signIn();
    for (const host of ['127.0.0.1:3000', '[::1]:3000']) {
      const { body } = await agent.post('/api/passkeys/options').set('Host', host).expect(409);
      expect(body).toMatchObject({ code: 'no-passkeys-here', message: /open localhost instead/ });
    }
    const { body } = await agent.post('/api/passkeys/options').set('Host', 'trips.example.org').expect(200);
    expect(body.rp.id).toBe('trips.example.org');
  });

  test(`a holder has at most ${MAX_PASSKEYS}`, async () => {
    const { agent, holderId } = await it.signIn();
    const userId = await userOf(holderId);
    const row = {
      beaHolderId: holderId,
      userId,
      publicKey: 'x',
      counter: 0,
      transports: [],
      isSynced: false,
      isBackedUp: false,
      name: 'x',
    };
    await it.db
      .insert(passkeys)
      .values(Array.from({ length: MAX_PASSKEYS }, (_, index) => ({ ...row, id: `${holderId}-${index}` })));
    const { body } = await ask(agent, 'post', '/options').expect(409);
    expect(body).toMatchObject({ code: 'limit-reached', message: /50 passkeys, the most/ });
  });
});

describe('signing in with a passkey', () => {
  test('starts a session of its holder and person, keeps the device, and writes down the use', async () => {
    const { key, userId, holderId } = await holderWithPasskey();
    later(1);
    const { id, options } = await startSignIn();
    expect(options).toEqual({
      challenge: options.challenge,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
    const agent = supertest.agent(it.server);
    const { body } = await agent
      .post('/api/auth/passkey')
      .set('Host', HOST)
      .send({ id, response: key.sign(options, userId, { origin }), rememberMe: true })
      .expect(200);
    expect(loginAnswerSchema.parse(body).beaHolder.id).toBe(holderId);
    expect((await agent.get('/api/auth/user').expect(200)).body.id).toBe(userId);
    const kept = await it.db.select().from(devices).where(eq(devices.beaHolderId, holderId));
    expect(kept.map(({ trustedUntil }) => trustedUntil !== null)).toEqual([false, true]);
    const usedAt = new Date(TEST_NOW.getTime() + 60_000);
    expect(await storedPasskey(key.id)).toMatchObject({ lastUsedAt: usedAt });
    const events = await it.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entityId, key.id))
      .orderBy(auditEvents.at);
    expect(events.at(-1)).toMatchObject({ action: 'used', userId, at: usedAt });
  });

  test.each<[string, Partial<Said>]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another site', { origin: 'https://trips.example.net' }],
    ['another RP id', { rpId: 'example.net' }],
    ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['no one present', { flags: FLAGS.verified }],
    ['no one verified', { flags: FLAGS.present }],
    ["another person's handle", { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
  ])('is refused with %s', async (_, said) => {
    const holder = await holderWithPasskey();
    expect((await signIn(holder)).status).toBe(200);
    const refused = await signIn(holder, said);
    expect(refused.status).toBe(401);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(errorAnswerSchema.parse(refused.body).message).toBe(
      'This passkey did not work. Sign in with your details instead.',
    );
  });

  test("is refused with another passkey's signature, and for an unknown passkey, in the same words", async () => {
    const [holder, other] = [await holderWithPasskey(), await holderWithPasskey()];
    const { id, options } = await startSignIn();
    const { response } = other.key.sign(options, holder.userId, { origin });
    const forged = { ...holder.key.sign(options, holder.userId, { origin }), response };
    const wrongSignature = await answerSignIn(id, forged);
    const unknown = await signIn({ key: createAuthenticator(), userId: holder.userId });
    expect([wrongSignature.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(wrongSignature.body);
  });

  test('a challenge is good for one answer, right or wrong, and for five minutes', async () => {
    const holder = await holderWithPasskey();
    const { id, options } = await startSignIn();
    const right = holder.key.sign(options, holder.userId, { origin });
    expect((await answerSignIn(id, right)).status).toBe(200);
    expect((await answerSignIn(id, right)).status).toBe(401);

    const spoilt = await startSignIn();
    const answer = (said: Partial<Said>) =>
      answerSignIn(spoilt.id, holder.key.sign(spoilt.options, holder.userId, { origin, ...said }));
    expect((await answer({ flags: FLAGS.present })).status).toBe(401);
    expect((await answer({})).status).toBe(401);

    const slow = await startSignIn();
    later(5);
    const late = holder.key.sign(slow.options, holder.userId, { origin });
    expect((await answerSignIn(slow.id, late)).status).toBe(401);
  });

  test('many answers to one challenge at once sign in once', async () => {
    const holder = await holderWithPasskey();
    const { id, options } = await startSignIn();
    const right = holder.key.sign(options, holder.userId, { origin });
    const answers = await Promise.all(Array.from({ length: 5 }, () => answerSignIn(id, right)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  test('the challenge of a new passkey signs no one in', async () => {
    const holder = await holderWithPasskey();
    const { body: options } = await ask(holder.agent, 'post', '/options').expect(200);
    const [row] = await it.db
      .select()
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.userId, holder.userId));
    const response = holder.key.sign({ ...options, rpId: 'localhost' }, holder.userId, { origin });
    expect((await answerSignIn(row?.id ?? '', response)).status).toBe(401);
    expect(await it.db.$count(passkeyChallenges, eq(passkeyChallenges.userId, holder.userId))).toBe(1);
  });

  test('a counter that does not grow is that of a copy: refused and logged', async () => {
    const holder = await holderWithPasskey({ counter: 3 });
    const { log, text } = logInMemory();
    const app = createApp({ ...it.deps, log });
    expect((await signIn(holder, { counter: 4 }, app)).status).toBe(200);
    for (const counter of [4, 3, 0]) expect((await signIn(holder, { counter }, app)).status).toBe(401);
    expect((await signIn(holder, { counter: 5 }, app)).status).toBe(200);
    expect(await storedPasskey(holder.key.id)).toMatchObject({ counter: 5 });
    const events = text()
      .split('\n')
      .filter((line) => line.includes('"event":"passkey-counter"'));
    expect(events.map((line) => JSON.parse(line))).toMatchObject(
      [4, 3, 0].map((sent) => ({ level: 40, holder: holder.holderId, stored: 4, sent })),
    );
  });

  test('whether the passkey is backed up is kept up to date', async () => {
    const may = FLAGS.present | FLAGS.verified | FLAGS.mayBeBackedUp;
    const holder = await holderWithPasskey({ flags: may });
    expect(await storedPasskey(holder.key.id)).toMatchObject({ isSynced: true, isBackedUp: false });
    expect((await signIn(holder, { flags: may | FLAGS.backedUp })).status).toBe(200);
    expect(await storedPasskey(holder.key.id)).toMatchObject({ isBackedUp: true });
  });

  test('an inactive holder gets 403, and only with the right passkey', async () => {
    const holder = await holderWithPasskey();
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holder.holderId));
    const refused = await signIn(holder);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('This account is inactive');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await signIn(holder, { flags: FLAGS.present })).status).toBe(401);
  });

  test('outlasts a change of the contact email, and ends when it is removed', async () => {
    const holder = await holderWithPasskey();
    await it.db
      .update(beaHolders)
      .set({ contactEmail: 'new.office@example.com' })
      .where(eq(beaHolders.id, holder.holderId));
    const agent = supertest.agent(it.server);
    const { id, options } = await startSignIn();
    const response = holder.key.sign(options, holder.userId, { origin });
    await agent.post('/api/auth/passkey').set('Host', HOST).send({ id, response }).expect(200);
    expect((await ask(agent, 'get')).body).toMatchObject([{ id: holder.key.id }]);
    await ask(agent, 'delete', `/${holder.key.id}`).expect(204);
    expect((await signIn(holder)).status).toBe(401);
  });

  test('works at an address with a name only', async () => {
    await supertest(it.server).post('/api/auth/passkey/options').set('Host', '127.0.0.1:3000').expect(409);
  });

  test('challenges that no one answered are swept', async () => {
    const { id } = await startSignIn();
    const isThere = () => it.db.$count(passkeyChallenges, eq(passkeyChallenges.id, id));
    await sweepChallenges({ db: it.db }, TEST_NOW);
    expect(await isThere()).toBe(1);
    await sweepChallenges({ db: it.db }, new Date(TEST_NOW.getTime() + 300_001));
    expect(await isThere()).toBe(0);
  });
});

describe('the list', () => {
  test('a passkey is renamed and removed, and the audit trail says so', async () => {
    const { agent, key } = await holderWithPasskey();
    const { body } = await ask(agent, 'put', `/${key.id}`).send({ name: '  Office key ' }).expect(200);
    expect(body).toMatchObject({ id: key.id, name: 'Office key' });
    await ask(agent, 'delete', `/${key.id}`).expect(204);
    expect((await ask(agent, 'get').expect(200)).body).toEqual([]);
    await ask(agent, 'delete', `/${key.id}`).expect(404);
    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, key.id));
    expect(events.map(({ action }) => action).toSorted()).toEqual(['created', 'deleted', 'updated']);
    const { body: activity } = await agent.get('/api/activity?search=passkey').expect(200);
    expect(activity.events).toContainEqual(
      expect.objectContaining({ action: 'deleted', subject: 'Office key', entity: 'passkey' }),
    );
  });

  test.each([
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Must be 100 characters or fewer'],
    [{ name: 'a\u202eb' }, 'Contains invisible characters. Please type it again'],
  ])('%j is refused: %s', async (bad, message) => {
    const { agent, key } = await holderWithPasskey();
    expect((await ask(agent, 'put', `/${key.id}`).send(bad).expect(400)).body.message).toBe(message);
  });

  test("another holder's passkey is not found", async () => {
    const [own, other] = [await holderWithPasskey(), await holderWithPasskey()];
    await ask(own.agent, 'put', `/${other.key.id}`).send({ name: 'Mine' }).expect(404);
    await ask(own.agent, 'delete', `/${other.key.id}`).expect(404);
    expect((await ask(own.agent, 'get').expect(200)).body).toMatchObject([{ id: own.key.id }]);
    expect(await storedPasskey(other.key.id)).not.toMatchObject({ name: 'Mine' });
  });

  test('a sign-in of more than 15 minutes ago lists, and changes nothing', async () => {
    const { agent, key, login } = await holderWithPasskey();
    const changes = [
      () => ask(agent, 'post', '/options'),
      () =>
        ask(agent, 'post').send({
          response: key.make({ challenge: 'x', rp: { id: 'localhost', name: '' } }, { origin }),
        }),
      () => ask(agent, 'put', `/${key.id}`).send({ name: 'Mine' }),
      () => ask(agent, 'delete', `/${key.id}`),
    ];
    later(15);
    for (const change of changes) {
      const { status, body } = await change();
      expect(status).toBe(403);
      expect(body).toEqual({ code: 'recent-sign-in', message: 'Please sign in again to do this.' });
    }
    expect((await ask(agent, 'get').expect(200)).body).toHaveLength(1);
    await agent.post('/api/auth/login').send(login).expect(200);
    await ask(agent, 'delete', `/${key.id}`).expect(204);
  });

  test('needs a session', async () => {
    for (const request of [
      supertest(it.server).get('/api/passkeys'),
      supertest(it.server).post('/api/passkeys/options'),
      supertest(it.server).delete('/api/passkeys/x'),
    ])
      await request.expect(401);
  });
});
