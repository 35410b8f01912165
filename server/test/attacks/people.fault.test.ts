import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { connectDatabase, TIMEOUTS } from '../../lib/database/db';
import { buildDriver, buildTrip } from '../builders';
import { cookieHeader } from '../http/cookie-header';
import { createTestApp } from '../http/create-test-app';

/** What someone who may no longer sign in tries from a tab that is still open, on two servers (docs/product/people.md). */

const it = createTestApp();
let servers: string[];
let close: () => Promise<unknown>;

beforeAll(async () => {
  const db = connectDatabase(it.urls.url, { onError: () => {}, timeouts: TIMEOUTS.heavy });
  const second = createServer(createApp({ ...it.deps, db })).listen(0, '127.0.0.1');
  await once(second, 'listening');
  servers = [it.server, second].map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  close = async () => {
    second.close();
    second.closeAllConnections();
    await db.$client.end();
  };
});
afterAll(() => close());

const serverOf = (n: number) => String(servers[n % 2]);

/** A holder with a driver, and another person, who is signed in. */
async function office() {
  const contact = await it.signIn();
  const { body: driver } = await contact.agent.post('/api/drivers').send(buildDriver()).expect(201);
  const login = { ...contact.login, contactEmail: `pat.${contact.login.contactEmail}`, rememberMe: true };
  const { body } = await contact.agent
    .post('/api/people')
    .send({ name: 'Pat Jones', email: login.contactEmail })
    .expect(201);
  const signIn = async (server = 0) => {
    const { status, headers } = await supertest(serverOf(server)).post('/api/auth/login').send(login);
    return { status, cookie: cookieHeader(headers['set-cookie']) };
  };
  const remove = () => contact.agent.delete(`/api/people/${body.id}`).expect(204);
  return { ...contact, driver, pat: { id: body.id as string, login }, signIn, remove };
}

test('an open tab that goes on sending stores nothing once the removal is answered, on either server', async () => {
  const { driver, holderId, signIn, remove } = await office();
  const { cookie } = await signIn();
  let isRemoved = false;
  const late: string[] = [];
  const logTrips = async (server: number) => {
    for (let n = 0; n < 40; n += 1) {
      const isLate = isRemoved;
      const answer = await supertest(serverOf(server))
        .post('/api/trips')
        .set('Cookie', cookie)
        .send(buildTrip(driver));
      if (isLate) late.push(`${answer.status} ${answer.body.code}`);
    }
  };
  const sending = [0, 1, 0, 1].map(logTrips);
  await remove();
  isRemoved = true;
  const before = await it.db.$count(trips, eq(trips.beaHolderId, holderId));
  await Promise.all(sending);
  expect(late.length).toBeGreaterThan(20);
  expect(new Set(late)).toEqual(new Set(['401 person-removed']));
  // those that were under way when the removal was answered
  expect((await it.db.$count(trips, eq(trips.beaHolderId, holderId))) - before).toBeLessThanOrEqual(4);
});

test('20 sign-ins at the moment of the removal leave no session behind', async () => {
  const { signIn, remove } = await office();
  const [tries] = await Promise.all([Promise.all(Array.from({ length: 20 }, (_, n) => signIn(n))), remove()]);
  for (const { cookie } of tries)
    for (const server of servers)
      await supertest(server).get('/api/drivers').set('Cookie', cookie).expect(401);
  // those that came late have used up the tries of the address
  await it.endWindows();
  expect((await signIn()).status).toBe(401);
});

test('what a removed person left ready opens nothing: a remembered device, a passkey’s options, an undo of the removal', async () => {
  const { agent, pat, signIn, remove } = await office();
  const { cookie } = await signIn();
  await remove();
  const asPat = (method: 'get' | 'post' | 'delete', path: string, body?: object) =>
    servers.map((server) => supertest(server)[method](path).set('Cookie', cookie).send(body));
  for (const [method, path, body] of [
    ['post', '/api/auth/login', { ...pat.login, silent: true }],
    ['post', '/api/people', { name: 'Pat Jones', email: pat.login.contactEmail }],
    ['delete', `/api/people/${pat.id}`],
    ['post', '/api/passkeys/options'],
    ['get', '/api/export/everything'],
    ['get', '/api/auth/user'],
  ] as const)
    for (const asked of asPat(method, path, body)) await asked.expect(401);
  // added again, the person signs in again; what was open stays shut
  await agent.post('/api/people').send({ name: 'Pat', email: pat.login.contactEmail }).expect(201);
  for (const asked of asPat('get', '/api/drivers')) await asked.expect(401);
  const again = await signIn();
  for (const server of servers)
    await supertest(server).get('/api/drivers').set('Cookie', again.cookie).expect(200);
});
