import { peopleSchema, personSchema } from '@shared/people';
import { auditEvents, devices, passkeys, users } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import { buildLogin } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();

type Agent = SignedIn['agent'];
const peopleOf = async (agent: Agent) =>
  peopleSchema.parse((await agent.get('/api/people').expect(200)).body).people;
const add = async (agent: Agent, person: { name: string; email: string }) =>
  personSchema.parse((await agent.post('/api/people').send(person).expect(201)).body);

/** A holder with another person, each signed in on a browser of their own. */
async function two(details: { rememberMe?: boolean } = {}) {
  const contact = await it.signIn(details);
  const email = `pat.${contact.login.contactEmail}`;
  const pat = await add(contact.agent, { name: 'Pat Jones', email });
  const login = { ...contact.login, contactEmail: email };
  const agent = supertest.agent(it.server);
  await agent.post('/api/auth/login').send(login).expect(200);
  return { ...contact, pat: { ...pat, agent, login } };
}

describe('a person who is added', () => {
  test('signs in with the own email, and is the one who did what they did, whatever name was typed', async () => {
    const { agent, login, pat } = await two();
    const { body: user } = await pat.agent.get('/api/auth/user').expect(200);
    expect(user).toMatchObject({ id: pat.id, email: pat.email, firstName: 'Pat', lastName: 'Jones' });
    const { beaNumber: _, rememberMe: __, ...profile } = login;
    await pat.agent
      .put('/api/profile')
      .send({ ...profile, contactPerson: 'Sam' })
      .expect(200);
    const { body } = await agent.get('/api/activity?search=contactPerson').expect(200);
    expect(body.events).toMatchObject([{ entity: 'holder', person: 'Pat Jones' }]);
  });

  test('stands in the list by name, and the contact is told', async () => {
    const { agent, login, holderId, pat } = await two();
    expect(await peopleOf(agent)).toMatchObject([
      { email: login.contactEmail.toLowerCase(), isContact: true, isYou: true },
      { id: pat.id, name: 'Pat Jones', email: pat.email, isContact: false, isYou: false },
    ]);
    expect((await peopleOf(pat.agent)).map(({ isYou }) => isYou)).toEqual([false, true]);
    const isAbout = and(
      eq(reportDeliveries.beaHolderId, holderId),
      eq(reportDeliveries.kind, 'person-added'),
    );
    expect(await it.db.select().from(reportDeliveries).where(isAbout)).toMatchObject([
      {
        recipient: login.contactEmail.toLowerCase(),
        state: 'pending',
        notice: { person: `Pat Jones (${pat.email})`, addedBy: expect.any(String) },
      },
    ]);
    const { body } = await agent.get('/api/activity?search=person%20added').expect(200);
    expect(body.events).toMatchObject([{ entity: 'person', action: 'created', subject: 'Pat Jones' }]);
  });

  test('has an email that no one else here has, in any case', async () => {
    const { agent, login, pat } = await two();
    for (const email of [pat.email.toUpperCase(), login.contactEmail]) {
      const { body } = await agent.post('/api/people').send({ name: 'Pat', email }).expect(409);
      expect(body.details).toMatchObject([{ path: 'email' }]);
    }
    const other = await it.signIn();
    expect((await add(other.agent, { name: 'Pat', email: pat.email })).id).not.toBe(pat.id);
  });

  test('is told of a sign-in on a new device, as the contact is', async () => {
    const { login, holderId, pat } = await two();
    const isAbout = and(eq(reportDeliveries.beaHolderId, holderId), eq(reportDeliveries.kind, 'new-device'));
    const notices = await it.db.select().from(reportDeliveries).where(isAbout);
    expect(notices.map(({ recipient }) => recipient).toSorted()).toEqual(
      [login.contactEmail.toLowerCase(), pat.email].toSorted(),
    );
    for (const { notice } of notices) expect(notice).toMatchObject({ person: pat.email });
  });

  test('is one of fifty at most', async () => {
    const { agent, holderId } = await it.signIn();
    const rows = Array.from({ length: 49 }, (_, n) => ({
      beaHolderId: holderId,
      email: `p${n}@example.com`,
    }));
    await it.db.insert(users).values(rows);
    const { body } = await agent
      .post('/api/people')
      .send({ name: 'Pat', email: 'pat@example.com' })
      .expect(409);
    expect(body.code).toBe('limit-reached');
    const [first] = (await peopleOf(agent)).filter(({ isContact }) => !isContact);
    await agent.delete(`/api/people/${first?.id}`).expect(204);
    await add(agent, { name: 'Pat', email: 'pat@example.com' });
  });
});

describe('a person who is removed', () => {
  test('is refused at the next call, and told why, and at every sign-in', async () => {
    const { agent, holderId, login, pat } = await two({ rememberMe: true });
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    for (const path of ['/api/drivers', '/api/auth/me?handling=lenient']) {
      const { body } = await pat.agent.get(path).expect(401);
      expect(body).toMatchObject({
        code: 'person-removed',
        message: `You may no longer sign in for ${login.companyName}.`,
      });
    }
    await pat.agent
      .post('/api/auth/login')
      .send({ ...pat.login, silent: true })
      .expect(401);
    await pat.agent.post('/api/auth/login').send(pat.login).expect(401);
    expect(await peopleOf(agent)).toHaveLength(1);
    const { body: devicesLeft } = await agent.get('/api/devices').expect(200);
    expect(devicesLeft).toMatchObject([{ isThisDevice: true }]);
    const [event] = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entityId, pat.id)))
      .orderBy(auditEvents.action)
      .offset(1);
    expect(event).toMatchObject({
      action: 'deleted',
      changes: { name: { from: 'Pat Jones' }, email: { from: pat.email } },
    });
  });

  test('is the same person when added again, whose old sessions stay over', async () => {
    const { agent, pat } = await two({ rememberMe: true });
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    expect(await add(agent, { name: 'Pat Smith', email: pat.email })).toMatchObject({
      id: pat.id,
      name: 'Pat Smith',
    });
    await pat.agent.get('/api/drivers').expect(401);
    await pat.agent
      .post('/api/auth/login')
      .send({ ...pat.login, silent: true })
      .expect(401);
    await pat.agent.post('/api/auth/login').send(pat.login).expect(200);
    await pat.agent.get('/api/drivers').expect(200);
  });

  test('has no passkey any more', async () => {
    const { agent, holderId, pat } = await two();
    const key = { beaHolderId: holderId, publicKey: 'k', counter: 0, transports: [], isSynced: false };
    const made = { ...key, isBackedUp: false, name: 'Key', createdAt: TEST_NOW };
    const [{ id: contact } = { id: '' }] = (await peopleOf(agent)).filter(({ isContact }) => isContact);
    await it.db.insert(passkeys).values([
      { ...made, id: `pat ${holderId}`, userId: pat.id },
      { ...made, id: `contact ${holderId}`, userId: contact },
    ]);
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    const left = await it.db.select().from(passkeys).where(eq(passkeys.beaHolderId, holderId));
    expect(left).toMatchObject([{ userId: contact }]);
  });

  test('is not the contact, and is of this holder', async () => {
    const { agent, pat } = await two();
    const other = await it.signIn();
    const contact = onlyRow((await peopleOf(agent)).filter(({ isContact }) => isContact));
    for (const by of [agent, pat.agent]) {
      const { body } = await by.delete(`/api/people/${contact.id}`).expect(409);
      expect(body.message).toBe('The contact cannot be removed. Change the contact email first.');
    }
    await other.agent.delete(`/api/people/${pat.id}`).expect(404);
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    await agent.delete(`/api/people/${pat.id}`).expect(404);
    const { body } = await agent.get('/api/people').expect(200);
    expect(body).toMatchObject({ signInCodes: false, people: [{ id: contact.id }] });
  });
});

describe('a device', () => {
  test('is trusted for the person who signed in on it last, alone', async () => {
    const { agent, login, pat } = await two({ rememberMe: true });
    const silent = { ...login, silent: true };
    await agent.post('/api/auth/login').send(silent).expect(200);
    await pat.agent.post('/api/auth/login').send(silent).expect(401);
    await agent
      .post('/api/auth/login')
      .send({ ...pat.login, silent: true })
      .expect(401);
  });

  test('ends the session of a person with the sign-in of the next', async () => {
    const { agent, holderId, login, pat } = await two();
    await it.db.update(devices).set({ userId: pat.id }).where(eq(devices.beaHolderId, holderId));
    await agent.get('/api/drivers').expect(401);
    await pat.agent.get('/api/drivers').expect(200);
    await agent.post('/api/auth/login').send(login).expect(200);
    await agent.get('/api/drivers').expect(200);
  });
});

test('someone who signed in long ago neither adds nor removes people', async ({ onTestFinished }) => {
  const { agent, pat } = await two();
  onTestFinished(() => it.setNow(TEST_NOW));
  it.setNow(new Date(TEST_NOW.getTime() + 15 * 60_000));
  for (const refused of [
    await agent.post('/api/people').send({ name: 'Sam', email: buildLogin().contactEmail }),
    await agent.delete(`/api/people/${pat.id}`),
  ])
    expect(refused.body).toMatchObject({ code: 'recent-sign-in' });
  expect(await peopleOf(agent)).toHaveLength(2);
});
