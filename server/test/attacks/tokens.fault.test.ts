import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { CreatedToken } from '@shared/tokens';
import supertest from 'supertest';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createApp } from '../../app';
import { tokenFrom } from '../../features/tokens/token-text';
import { connectDatabase, TIMEOUTS } from '../../lib/database/db';
import { buildTrip, insertDriver } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { program } from '../program';
import { attackedServer } from './attacked-server';
import { type Attacker, atOnce, send } from './attacker';
import { fillTrips } from './fill-trips';
import type { Seen } from './watcher';

/** What a thief does with a token, and a program that runs wild (docs/product/api.md#limits). */

const it = attackedServer();
const MAX_WAIT_MS = 300;

async function makeToken({ ask }: Attacker): Promise<string> {
  const { body } = await ask({ path: '/api/tokens', json: { name: 'Dispatch', scope: 'log-trips' } });
  const { token }: CreatedToken = JSON.parse(body.toString());
  return token;
}

/** Measures how long a person waits meanwhile, from a process of its own, as `attack` does for a bystander. */
async function watching({ cookie }: Attacker) {
  const { url, pid } = inject('attacked');
  const watcher = fork(program('watcher'), [url, cookie, String(pid)]);
  onTestFinished(() => void watcher.kill());
  await once(watcher, 'message');
  return async (what: 'begin' | 'end'): Promise<Seen> => {
    watcher.send(what);
    const [seen] = await once(watcher, 'message');
    return seen;
  };
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

test('a flood by one token keeps neither its holder’s people nor another holder waiting', {
  timeout: 120_000,
}, async (context) => {
  const person = await it.signIn();
  const driver = await insertDriver(it.db, person.holderId);
  await fillTrips(it.db, driver, { count: 20_000, places: 2_000 });
  const headers = { Authorization: `Bearer ${await makeToken(person)}` };
  const watch = await watching(person);
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
  await it.attack(context, async () => {
    await watch('begin');
    const statuses = await flood(it.url, AT_ONCE, () => nextCall());
    const { wrong, slowestRunningMs, slowest, keptMs } = await watch('end');
    const counts = new Map<number, number>();
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    const figures = `${[...counts].map(([status, count]) => `${count} × ${status}`).join(', ')}; a person of the holder waited ${Math.round(slowest.ms)} ms for ${slowest.path}, ${Math.round(slowestRunningMs)} ms by the server; kept ${JSON.stringify(keptMs)}`;
    await context.annotate(figures);
    expect(wrong).toEqual([]);
    expect(slowestRunningMs, figures).toBeLessThanOrEqual(MAX_WAIT_MS);
    expect([200, 201, 503]).toEqual(expect.arrayContaining([...counts.keys()]));
  });
});

test('a flood of tokens that no one has keeps no one waiting', { timeout: 120_000 }, async (context) => {
  const statuses = await it.attack(context, () =>
    flood(it.url, AT_ONCE, () => ({ path: '/api/trips', headers: { 'X-API-Key': tokenFrom() } })),
  );
  expect([401, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
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
