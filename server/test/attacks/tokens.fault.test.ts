import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedToken } from '@shared/api/tokens';
import supertest from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../app';
import { tokenFrom } from '../../features/tokens/token-text';
import { connectDatabase, TIMEOUTS } from '../../lib/database/db';
import { buildTrip, insertDriver } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { attackedServer } from './attacked-server';
import { type Attacker, atOnce, send } from './attacker';
import { fillTrips } from './fill-trips';
import { openRaw } from './raw-connection';

/** What a thief does with a token, and a program that runs wild (docs/product/api.md#limits). */

const it = attackedServer();

async function makeToken({ ask }: Attacker): Promise<string> {
  const { body } = await ask({ path: '/api/tokens', json: { name: 'Dispatch', scope: 'log-trips' } });
  const { token }: CreatedToken = JSON.parse(body.toString());
  return token;
}

const SECONDS = 5;
const AT_ONCE = 60;
/** Asks again and again, so many at once. */
async function flood(
  url: string,
  times: number,
  callOf: () => Parameters<typeof send>[1],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: times });
  const until = performance.now() + SECONDS * 1000;
  const answers = await atOnce(times, async () => {
    const statuses: number[] = [];
    while (performance.now() < until) statuses.push((await send(url, { ...callOf(), agent })).status);
    return statuses;
  });
  agent.destroy();
  return answers.flat();
}

test('a flood by one token does not keep its holder’s people waiting', {
  timeout: 120_000,
}, async (context) => {
  const person = await it.signIn();
  const driver = await insertDriver(it.db, person.holderId);
  await fillTrips(it.db, driver, { count: 20_000, places: 2_000 });
  const headers = { Authorization: `Bearer ${await makeToken(person)}` };
  const calls = [
    () => ({ path: '/api/trips?search=suburb&limit=100', headers }),
    () => ({ path: '/api/trips', json: buildTrip(driver), headers }),
    () => ({ path: '/api/trips/recent-suburbs', headers }),
  ];
  let n = 0;
  const nextCall = () => {
    n += 1;
    return calls[n % calls.length]?.() ?? { path: '/' };
  };
  const statuses = await it.attack(context, () => flood(it.url, AT_ONCE, nextCall), person);
  expect([200, 201, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
});

test('a flood of tokens that no one has keeps no one waiting', { timeout: 120_000 }, async (context) => {
  const statuses = await it.attack(context, () =>
    flood(it.url, AT_ONCE, () => ({ path: '/api/trips', headers: { 'X-API-Key': tokenFrom() } })),
  );
  expect([401, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
});

test('uploads that a program sends slowly do not shut people out of imports', {
  timeout: 120_000,
}, async () => {
  const person = await it.signIn();
  const token = await makeToken(person);
  const { host } = new URL(it.url);
  const head = `POST /api/imports/files?layout=x HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${token}\r\nContent-Type: text/csv\r\nContent-Length: 100000\r\n\r\nDate`;
  const slow = await atOnce(10, () => openRaw(it.url, head));
  onTestFinished(() => {
    for (const connection of slow) connection.close();
  });
  await sleep(1000);
  const { status } = await person.ask({
    path: '/api/imports/preview',
    body: 'Date,Driver\n01/07/2026 08:00,Amy Young\n',
    headers: { 'Content-Type': 'text/csv' },
  });
  expect([200, 400]).toContain(status);
  expect(slow.map((connection) => connection.received()).join('')).toBe('');
});

const ownServers = createTestApp();

test('a token that one server revoked is refused by another from the next call on, even within a flood', async () => {
  const other = connectDatabase(ownServers.urls.url, {
    onError: () => {},
    timeouts: TIMEOUTS.heavy,
  });
  onTestFinished(() => other.$client.end());
  const elsewhere = createApp({ ...ownServers.deps, db: other });
  const { agent } = await ownServers.signIn();
  const { body }: { body: CreatedToken } = await agent
    .post('/api/tokens')
    .send({ name: 'Dispatch', scope: 'read' })
    .expect(201);
  const ask = () => supertest(elsewhere).get('/api/vehicles').set('Authorization', `Bearer ${body.token}`);
  await ask().expect(200);
  let isRevoked = false;
  let isOver = false;
  const late: number[] = [];
  const flooding = atOnce(8, async () => {
    while (!isOver) {
      const begunAfter = isRevoked;
      const { status } = await ask();
      if (begunAfter) late.push(status);
    }
  });
  await agent.delete(`/api/tokens/${body.id}`).expect(204);
  isRevoked = true;
  await expect.poll(() => late.length).toBeGreaterThan(20);
  isOver = true;
  await flooding;
  expect(new Set(late)).toEqual(new Set([401]));
});
