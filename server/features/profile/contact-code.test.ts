import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beaHolderSchema, type Verification, verificationSchema } from '@shared/holders';
import { beaHolders, sessions } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import supertest from 'supertest';
import { expect, test, vi } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import { buildLogin } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp({ signInCodes: true });

type Agent = ReturnType<typeof supertest.agent>;

/** The code of the only mail to an address since the last look. */
async function codeSentTo(email: string): Promise<string> {
  await vi.waitFor(() => expect(it.deps.lifecycle.underWay.size).toBe(0));
  const folder = join(it.dataDir, 'outbox');
  const codes: string[] = [];
  for (const name of await readdir(folder)) {
    const { to, text } = await PostalMime.parse(await readFile(join(folder, name)));
    if (to?.[0]?.address === email) codes.push(/^\d{8}$/m.exec(text ?? '')?.[0] ?? '');
  }
  await rm(folder, { recursive: true });
  return onlyRow(codes);
}

/** A holder who has registered with a code, and what a change of the contact email sends. */
async function signIn() {
  const login = buildLogin({ rememberMe: true });
  const agent = supertest.agent(it.server);
  const asked = verificationSchema.parse(
    (await agent.post('/api/auth/login').send(login).expect(202)).body,
  ).verification;
  const code = await codeSentTo(login.contactEmail);
  const { body } = await agent.post('/api/auth/verify').send({ id: asked.id, code }).expect(200);
  const { beaNumber: _, rememberMe: __, ...profile } = login;
  const wanted = { ...profile, companyName: 'River Cars', contactEmail: `new.${login.contactEmail}` };
  return { agent, login, holderId: body.beaHolder.id as string, wanted };
}

async function ask(
  agent: Agent,
  profile: { contactEmail: string },
): Promise<Verification & { code: string }> {
  const { body } = await agent.put('/api/profile').send(profile).expect(202);
  return {
    ...verificationSchema.parse(body).verification,
    code: await codeSentTo(profile.contactEmail),
  };
}
const verify = (agent: Agent, { id, code }: { id: string; code: string }, profile: object) =>
  agent.post('/api/profile/contact-email/verify').send({ id, code, profile });
const holderOf = async (id: string) =>
  onlyRow(await it.db.select().from(beaHolders).where(eq(beaHolders.id, id)));

test('another contact email is stored, with the rest, once the code that was sent to it is entered', async () => {
  const { agent, holderId, wanted } = await signIn();
  const before = await holderOf(holderId);
  it.setNow(new Date(TEST_NOW.getTime() + 60_000));
  const asked = await ask(agent, wanted);
  expect(asked).toMatchObject({ sentTo: wanted.contactEmail, expiresInSeconds: 600 });
  expect(await holderOf(holderId)).toEqual(before);

  const { body } = await verify(agent, asked, wanted).expect(200);
  expect(beaHolderSchema.parse(body)).toMatchObject(wanted);
  const after = await holderOf(holderId);
  expect(after).toMatchObject({ ...wanted, contactVerifiedAt: new Date(TEST_NOW.getTime() + 60_000) });
  expect(after.contactVerifiedAt).not.toEqual(before.contactVerifiedAt);
  await agent.get('/api/auth/me').expect(200);
  const kind = eq(reportDeliveries.kind, 'contact-changed');
  expect(await it.db.$count(reportDeliveries, and(eq(reportDeliveries.beaHolderId, holderId), kind))).toBe(2);
});

test('what leaves the contact email as it is needs no code', async () => {
  const { agent, login, wanted } = await signIn();
  const { body } = await agent
    .put('/api/profile')
    .send({ ...wanted, contactEmail: login.contactEmail })
    .expect(200);
  expect(body.companyName).toBe('River Cars');
});

test('a code is refused, and the session goes on, when it is wrong, used, replaced, old, or for another address', async ({
  onTestFinished,
}) => {
  onTestFinished(() => it.setNow(TEST_NOW));
  const { agent, holderId, wanted } = await signIn();
  const before = await holderOf(holderId);
  const refused = async (asked: { id: string; code: string }, profile = wanted) => {
    const { body } = await verify(agent, asked, profile).expect(400);
    expect(body.code).toBe('wrong-code');
    await agent.get('/api/auth/me').expect(200);
    expect(await holderOf(holderId)).toEqual(before);
  };
  const first = await ask(agent, wanted);
  await refused({ ...first, code: first.code === '00000000' ? '00000001' : '00000000' });
  const second = await ask(agent, wanted);
  await refused(first);
  await refused(second, { ...wanted, contactEmail: 'mallory@example.com' });
  await refused(second);
  const third = await ask(agent, wanted);
  it.setNow(new Date(TEST_NOW.getTime() + 11 * 60_000));
  await refused(third);
});

test("another session's code changes nothing, of this holder or of another", async () => {
  const mine = await signIn();
  const other = await signIn();
  const asked = await ask(mine.agent, mine.wanted);
  await verify(other.agent, asked, { ...other.wanted, contactEmail: mine.wanted.contactEmail }).expect(400);
  await verify(supertest.agent(it.server), asked, mine.wanted).expect(401);
  expect((await holderOf(other.holderId)).contactEmail).toBe(other.login.contactEmail);
  expect((await holderOf(mine.holderId)).contactEmail).toBe(mine.login.contactEmail);
  await verify(mine.agent, asked, mine.wanted).expect(200);
});

test('a remembered device that was signed out signs in silently no more, and no mail is sent', async () => {
  const { agent, login } = await signIn();
  const [device] = (await agent.get('/api/devices').expect(200)).body;
  const silent = () => agent.post('/api/auth/login').send({ ...login, silent: true });
  await silent().expect(200);
  await agent.delete(`/api/devices/${device.id}`).expect(204);
  await silent().expect(401);
  expect((await agent.post('/api/auth/login').send(login)).status).toBe(202);
  await codeSentTo(login.contactEmail);
});

test('whom only the trust in the device has signed in proves first who they are', async () => {
  const { agent, login, wanted } = await signIn();
  await it.db.delete(sessions);
  await agent.post('/api/auth/login').send(login).expect(200);
  const { body: refused } = await agent.put('/api/profile').send(wanted).expect(403);
  expect(refused.code).toBe('recent-sign-in');
  await agent
    .put('/api/profile')
    .send({ ...wanted, contactEmail: login.contactEmail })
    .expect(200);
  // who is signed in and signs in again is asked for a code
  const { body } = await agent.post('/api/auth/login').send(login).expect(202);
  const { id } = verificationSchema.parse(body).verification;
  const code = await codeSentTo(login.contactEmail);
  await agent.post('/api/auth/verify').send({ id, code }).expect(200);
  await ask(agent, wanted);
});
