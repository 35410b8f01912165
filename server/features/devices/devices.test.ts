import { deviceListSchema } from '@shared/devices';
import { DAY_MS } from '@shared/durations';
import { auditEvents, beaHolders, devices, sessions } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, eq, sql } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { onlyRow } from '../../lib/database/db';
import type { buildLogin } from '../../test/builders';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { browserName } from './browser-name';
import { sweepDevices } from './devices.repository';

const it = createTestApp();

const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

/** Another browser of a holder. */
async function signInOn(login: ReturnType<typeof buildLogin>, userAgent = PHONE) {
  const agent = supertest.agent(it.server).set('User-Agent', userAgent);
  await agent.post('/api/auth/login').send(login).expect(200);
  return agent;
}
const listOf = async (agent: ReturnType<typeof supertest.agent>) =>
  deviceListSchema.parse((await agent.get('/api/devices').expect(200)).body);
const devicesOf = (holderId: string) => it.db.select().from(devices).where(eq(devices.beaHolderId, holderId));
const sessionsOf = (holderId: string) =>
  it.db.$count(sessions, sql`${sessions.sess}::json ->> 'holderId' = ${holderId}`);
const noticesOf = (holderId: string) =>
  it.db
    .select()
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.beaHolderId, holderId), eq(reportDeliveries.kind, 'new-device')));

describe('the list of devices', () => {
  test('has this one first, how each is used, and nothing of another holder', async () => {
    const { agent, login } = await it.signIn({ rememberMe: true });
    await it.signIn();
    const phone = await signInOn({ ...login, rememberMe: false });
    await phone.post('/api/auth/logout').expect(204);
    expect(await listOf(agent)).toMatchObject([
      {
        isThisDevice: true,
        isSignedIn: true,
        address: '127.0.0.1',
        trustedUntil: new Date(TEST_NOW.getTime() + 30 * DAY_MS).toISOString(),
        lastUsedAt: TEST_NOW.toISOString(),
      },
      { isThisDevice: false, isSignedIn: false, name: 'Chrome on Android', trustedUntil: null },
    ]);
  });

  test('says nothing of trust that has run out', async ({ onTestFinished }) => {
    onTestFinished(() => it.setNow(TEST_NOW));
    const { agent } = await it.signIn({ rememberMe: true });
    it.setNow(new Date(TEST_NOW.getTime() + 30 * DAY_MS));
    expect(await listOf(agent)).toMatchObject([{ trustedUntil: null }]);
  });

  test('keeps one device for a browser that signs in again', async () => {
    const { agent, login } = await it.signIn();
    await agent.post('/api/auth/logout').expect(204);
    await agent.post('/api/auth/login').send(login).expect(200);
    expect(await listOf(agent)).toHaveLength(1);
  });
});

describe('a device that is signed out', () => {
  test('is refused at its next call, stolen cookies too, and the audit shows it', async () => {
    const { agent, login, holderId } = await it.signIn();
    const phone = supertest.agent(it.server).set('User-Agent', PHONE);
    const answer = await phone.post('/api/auth/login').send(login).expect(200);
    const stolen = cookieHeader(answer.headers['set-cookie']);
    const other = onlyRow((await listOf(agent)).filter(({ isThisDevice }) => !isThisDevice));
    await agent.delete(`/api/devices/${other.id}`).expect(204);

    await phone.get('/api/drivers').expect(401);
    await supertest(it.server).get('/api/drivers').set('Cookie', stolen).expect(401);
    await agent.get('/api/drivers').expect(200);
    expect(await listOf(agent)).toHaveLength(1);
    expect(await sessionsOf(holderId)).toBe(1);
    const [event] = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entity, 'device'), eq(auditEvents.entityId, other.id)));
    expect(event).toMatchObject({
      beaHolderId: holderId,
      action: 'deleted',
      changes: { name: { from: 'Chrome on Android' }, address: { from: '127.0.0.1' } },
    });
    const { body } = await agent.get('/api/activity?search=chrome').expect(200);
    expect(body.events).toMatchObject([{ entity: 'device', subject: 'Chrome on Android' }]);
  });

  test('may be this one', async () => {
    const { agent, holderId } = await it.signIn({ rememberMe: true });
    const [own] = await listOf(agent);
    await agent.delete(`/api/devices/${own?.id}`).expect(204);
    await agent.get('/api/drivers').expect(401);
    expect(await devicesOf(holderId)).toEqual([]);
  });

  test('must be of this holder', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const foreign = onlyRow(await devicesOf(other.holderId));
    const { body } = await mine.agent.delete(`/api/devices/${foreign.id}`).expect(404);
    expect(body.message).toBe('Device not found');
    await other.agent.get('/api/drivers').expect(200);
  });

  test('is every one but this after "Sign out everywhere else"', async () => {
    const { agent, login } = await it.signIn({ rememberMe: true });
    const bystander = await it.signIn();
    const others = [await signInOn(login), await signInOn(login)];
    await agent.post('/api/devices/sign-out-others').send({}).expect(204);
    for (const other of others) await other.get('/api/drivers').expect(401);
    expect(await listOf(agent)).toMatchObject([{ isThisDevice: true }]);
    await bystander.agent.get('/api/drivers').expect(200);
  });
});

test('anyone who signs out is not trusted on that device any more, which stays known', async () => {
  const { agent, holderId } = await it.signIn({ rememberMe: true });
  expect(onlyRow(await devicesOf(holderId)).trustedUntil).not.toBeNull();
  await agent.post('/api/auth/logout').expect(204);
  expect(onlyRow(await devicesOf(holderId)).trustedUntil).toBeNull();
});

describe('trust in the other devices ends', () => {
  const trusted = async (holderId: string) =>
    (await devicesOf(holderId)).filter(({ trustedUntil }) => trustedUntil).map(({ name }) => name);

  test('when the contact email changes, but not in the one that did it', async () => {
    const { agent, login, holderId } = await it.signIn({ rememberMe: true });
    const bystander = await it.signIn({ rememberMe: true });
    const phone = await signInOn(login);
    const { beaNumber: _, rememberMe: __, ...profile } = login;
    await agent
      .put('/api/profile')
      .send({ ...profile, contactEmail: `new.${profile.contactEmail}` })
      .expect(200);
    expect(await trusted(holderId)).toEqual(['Unknown browser']);
    await phone.get('/api/drivers').expect(401);
    expect(await trusted(bystander.holderId)).toHaveLength(1);
  });

  test('when it changes by SQL, and when an inactive holder is active again', async () => {
    const { login, holderId } = await it.signIn({ rememberMe: true });
    const change = (values: Partial<typeof beaHolders.$inferInsert>) =>
      it.db.update(beaHolders).set(values).where(eq(beaHolders.id, holderId));
    await change({ contactEmail: `new.${login.contactEmail}` });
    expect(await trusted(holderId)).toEqual([]);
    await change({ contactEmail: login.contactEmail });
    await signInOn(login);
    expect(await trusted(holderId)).toHaveLength(1);
    await change({ isActive: false });
    await change({ isActive: true });
    expect(await trusted(holderId)).toEqual([]);
  });
});

describe('the notice of a new device', () => {
  test('goes to the contact at a sign-in on another browser, not at the registration nor at the next sign-in', async () => {
    const { agent, login, holderId } = await it.signIn();
    await agent.post('/api/auth/login').send(login).expect(200);
    expect(await noticesOf(holderId)).toEqual([]);
    const phone = await signInOn(login);
    await phone.post('/api/auth/login').send(login).expect(200);
    expect(await noticesOf(holderId)).toMatchObject([
      {
        recipient: login.contactEmail.toLowerCase(),
        state: 'pending',
        notice: {
          at: TEST_NOW.toISOString(),
          device: { name: 'Chrome on Android', address: '127.0.0.1' },
        },
      },
    ]);
  });

  test('goes out when the device was signed out at once', async () => {
    const { login, holderId } = await it.signIn();
    const phone = await signInOn(login);
    const [own] = await listOf(phone);
    await phone.delete(`/api/devices/${own?.id}`).expect(204);
    expect(await noticesOf(holderId)).toHaveLength(1);
  });

  test('is sent ten times an hour at most', async () => {
    const { login, holderId } = await it.signIn();
    for (let i = 0; i < 12; i += 1) await signInOn(login);
    expect(await noticesOf(holderId)).toHaveLength(10);
    expect(await devicesOf(holderId)).toHaveLength(13);
  });
});

test('the nightly sweep removes devices that are not signed in, not trusted and were not used for 400 days', async () => {
  const { agent, login, holderId } = await it.signIn();
  const { agent: trustedAgent, holderId: trusting } = await it.signIn({ rememberMe: true });
  const phone = await signInOn(login);
  await phone.post('/api/auth/logout').expect(204);
  await it.db.delete(sessions).where(sql`${sessions.sess}::json ->> 'holderId' = ${trusting}`);
  await trustedAgent.get('/api/drivers').expect(401);

  const after = (days: number) => new Date(TEST_NOW.getTime() + days * DAY_MS);
  await it.db
    .update(devices)
    .set({ trustedUntil: after(401) })
    .where(eq(devices.beaHolderId, trusting));
  await sweepDevices(it.deps, new Date(after(400).getTime() - 1));
  expect(await devicesOf(holderId)).toHaveLength(2);
  await sweepDevices(it.deps, after(400));
  expect(await devicesOf(holderId)).toMatchObject([{ name: 'Unknown browser' }]);
  expect(await devicesOf(trusting)).toHaveLength(1);
  await sweepDevices(it.deps, after(401));
  expect(await devicesOf(trusting)).toEqual([]);
  await agent.get('/api/drivers').expect(200);
});

test.each([
  [PHONE, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
