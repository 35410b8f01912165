import { peopleSchema } from '@shared/people';
import { beaHolders, contactChanges, users } from '@shared/tables/holders';
import { and, desc, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import { ask, insertKnown, verify } from '../../test/http/asked-codes';
import { createTestApp, type SignedIn, type TestApp } from '../../test/http/create-test-app';
import { undoContactChangeUrl } from '../deliveries/signed-links';

type Agent = SignedIn['agent'];
type Signing = Pick<SignedIn, 'agent' | 'login'>;

const peopleOf = async (agent: Agent) =>
  peopleSchema.parse((await agent.get('/api/people').expect(200)).body).people;

/** Adds a person, who signs in on a browser of their own where there are no codes. */
async function withPat(it: TestApp) {
  const contact = await it.signIn();
  const email = `pat.${contact.login.contactEmail}`;
  await contact.agent.post('/api/people').send({ name: 'Pat Jones', email }).expect(201);
  return { ...contact, pat: await signIn(it, contact, email) };
}

async function signIn(it: TestApp, { login }: Pick<Signing, 'login'>, contactEmail: string) {
  const agent = supertest.agent(it.server);
  const own = { ...login, contactEmail };
  await agent.post('/api/auth/login').send(own).expect(200);
  const { body } = await agent.get('/api/auth/user').expect(200);
  return { agent, login: own, id: String(body.id) };
}

async function changeContact({ agent, login }: Signing, contactEmail: string) {
  const { beaNumber: _, rememberMe: __, ...profile } = login;
  await agent
    .put('/api/profile')
    .send({ ...profile, contactEmail })
    .expect(200);
}

describe('another contact email', () => {
  const it = createTestApp();

  const undoLast = async (holderId: string) => {
    const [change] = await it.db
      .select()
      .from(contactChanges)
      .where(eq(contactChanges.beaHolderId, holderId))
      .orderBy(desc(contactChanges.createdAt), desc(contactChanges.id));
    const { pathname, search } = new URL(undoContactChangeUrl(it.deps, { holderId, id: change?.id ?? '' }));
    await supertest(it.server)
      .post(pathname + search)
      .expect(200);
  };

  test('is the new one of the contact, who is the same person; the old one lets no one in', async () => {
    const { agent, login, pat } = await withPat(it);
    const before = onlyRow((await peopleOf(agent)).filter(({ isContact }) => isContact));
    const fresh = `new.${login.contactEmail}`;
    await changeContact({ agent, login }, fresh);
    expect(await peopleOf(agent)).toMatchObject([
      { id: before.id, name: before.name, email: fresh, isContact: true, isYou: true },
      { id: pat.id, isContact: false },
    ]);
    await supertest(it.server).post('/api/auth/login').send(login).expect(401);
    expect((await signIn(it, { login }, fresh)).id).toBe(before.id);
    // the others sign in again
    await pat.agent.get('/api/drivers').expect(401);
    expect((await signIn(it, { login }, pat.login.contactEmail)).id).toBe(pat.id);
  });

  test('that another person has makes them the contact, and the former one can be removed', async () => {
    const { agent, login, pat } = await withPat(it);
    await changeContact(pat, pat.login.contactEmail);
    const [former, contact] = [await signIn(it, { login }, login.contactEmail), pat.id];
    await former.agent.delete(`/api/people/${contact}`).expect(409);
    await pat.agent.delete(`/api/people/${former.id}`).expect(204);
    expect(await peopleOf(pat.agent)).toMatchObject([{ id: contact, isContact: true }]);
    await agent.get('/api/drivers').expect(401);
  });

  test('that a removed person had is the new one of the contact all the same', async () => {
    const { agent, login, holderId, pat } = await withPat(it);
    const me = onlyRow((await peopleOf(agent)).filter(({ isYou }) => isYou));
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    await changeContact({ agent, login }, pat.login.contactEmail);
    expect(await peopleOf(agent)).toMatchObject([{ id: me.id, email: pat.login.contactEmail, isYou: true }]);
    expect((await signIn(it, { login }, pat.login.contactEmail)).id).toBe(me.id);
    await supertest(it.server).post('/api/auth/login').send(login).expect(401);
    const isPat = and(eq(users.beaHolderId, holderId), eq(users.id, pat.id));
    expect(onlyRow(await it.db.select().from(users).where(isPat))).toMatchObject({ firstName: 'Pat' });
  });

  test('taken back leaves the contact alone, who may have been removed', async () => {
    const { agent, login, holderId, pat } = await withPat(it);
    const me = onlyRow((await peopleOf(agent)).filter(({ isYou }) => isYou));
    await changeContact(pat, pat.login.contactEmail);
    await pat.agent.delete(`/api/people/${me.id}`).expect(204);
    await pat.agent
      .post('/api/people')
      .send({ name: 'Mallory', email: `mallory.${login.contactEmail}` })
      .expect(201);
    await undoLast(holderId);
    await pat.agent.get('/api/drivers').expect(401);
    for (const email of [pat.login.contactEmail, `mallory.${login.contactEmail}`])
      await supertest(it.server)
        .post('/api/auth/login')
        .send({ ...login, contactEmail: email })
        .expect(401);
    const back = await signIn(it, { login }, login.contactEmail);
    expect(await peopleOf(back.agent)).toMatchObject([{ id: me.id, isContact: true, isYou: true }]);
    const { body } = await back.agent.get('/api/activity?search=person%20deleted%20Mallory').expect(200);
    expect(body.events).toHaveLength(1);
  });

  test('taken back after a removed person had it leaves the same contact', async () => {
    const { agent, login, holderId, pat } = await withPat(it);
    const me = onlyRow((await peopleOf(agent)).filter(({ isYou }) => isYou));
    await agent.delete(`/api/people/${pat.id}`).expect(204);
    await changeContact({ agent, login }, pat.login.contactEmail);
    await undoLast(holderId);
    expect((await signIn(it, { login }, login.contactEmail)).id).toBe(me.id);
  });

  test('typed by SQL is that of a person at the next sign-in', async () => {
    const { login, holderId } = await it.signIn();
    const contactEmail = `sql.${login.contactEmail}`;
    await it.db.update(beaHolders).set({ contactEmail }).where(eq(beaHolders.id, holderId));
    const { agent } = await signIn(it, { login }, contactEmail);
    expect((await peopleOf(agent)).find(({ isContact }) => isContact)).toMatchObject({
      email: contactEmail,
      isYou: true,
    });
  });
});

describe('with codes, where no one can register', () => {
  const it = createTestApp({ signInCodes: true, selfRegistration: 'off' });

  /** A known holder's contact, signed in by a code, and what someone else of them types. */
  async function known() {
    const { holderId, details } = await insertKnown(it);
    const agent = supertest.agent(it.server);
    await verify(agent, await ask(it, agent, details)).expect(200);
    return { holderId, details, agent, pat: { ...details, contactEmail: `pat.${details.contactEmail}` } };
  }

  test('a person signs in by a code to their own email, once added, and not once removed', async () => {
    const { agent, pat } = await known();
    const phone = supertest.agent(it.server);
    expect((await ask(it, phone, pat)).code).toBe('');
    const added = await agent
      .post('/api/people')
      .send({ name: 'Pat Jones', email: pat.contactEmail })
      .expect(201);
    const asked = await ask(it, phone, pat);
    expect(asked.sentTo).toBe(pat.contactEmail);
    await verify(phone, asked).expect(200);
    expect((await phone.get('/api/auth/user').expect(200)).body.id).toBe(added.body.id);
    const again = await ask(it, phone, pat);
    await agent.delete(`/api/people/${added.body.id}`).expect(204);
    const { body } = await verify(phone, again).expect(401);
    expect(body.message).toBe('The details do not match our records');
    await it.endWindows();
    expect((await ask(it, supertest.agent(it.server), pat)).code).toBe('');
  });

  test("a person's code proves no email but their own", async () => {
    const { holderId, agent, pat } = await known();
    await agent.post('/api/people').send({ name: 'Pat', email: pat.contactEmail }).expect(201);
    const isHolder = eq(beaHolders.id, holderId);
    await it.db.update(beaHolders).set({ contactVerifiedAt: null }).where(isHolder);
    const phone = supertest.agent(it.server);
    await verify(phone, await ask(it, phone, pat)).expect(200);
    expect(onlyRow(await it.db.select().from(beaHolders).where(isHolder)).contactVerifiedAt).toBeNull();
  });

  test('a trusted device asks another person for a code', async () => {
    const { agent, details, pat } = await known();
    await agent.post('/api/people').send({ name: 'Pat', email: pat.contactEmail }).expect(201);
    const office = supertest.agent(it.server);
    await verify(office, await ask(it, office, { ...details, rememberMe: true })).expect(200);
    await office
      .post('/api/auth/login')
      .send({ ...details, silent: true })
      .expect(200);
    const silent = { ...pat, silent: true };
    await office.post('/api/auth/login').send(silent).expect(401);
  });
});
