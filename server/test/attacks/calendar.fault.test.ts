import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createTestApp } from '../http/create-test-app';
import { attackedServer } from './attacked-server';
import { atOnce, send } from './attacker';

/** Who guesses keys of calendars, from the network of a calendar service that has right ones (docs/product/to-do.md#calendar). */

const it = attackedServer();
const app = createTestApp();

const guess = (holderId: string) => `/calendar/${holderId}.ics?key=${randomBytes(32).toString('base64url')}`;

test('a right key is answered beside a flood of wrong ones, of which 100 an hour are told that they are wrong', {
  timeout: 120_000,
}, async (context) => {
  const person = await it.signIn();
  const made = await person.ask({ path: '/api/calendar', json: {} });
  const { pathname, search } = new URL(JSON.parse(made.body.toString()).address);
  const right = { path: pathname + search };
  const flood = async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1)
      statuses.push((await send(it.url, { path: guess(person.holderId) })).status);
    return statuses;
  };
  const { answered, refused } = await it.attack(context, async () => {
    const guesses = atOnce(20, flood);
    const answered: number[] = [];
    for (let n = 0; n < 30; n += 1) answered.push((await send(it.url, right)).status);
    return { answered, refused: (await guesses).flat() };
  });
  expect(answered).toEqual(Array(30).fill(200));
  const told = refused.filter((status) => status === 404).length;
  expect(told).toBeLessThanOrEqual(100);
  expect(refused.toSorted()).toEqual([...Array(told).fill(404), ...Array(300 - told).fill(429)]);
});

test('a wrong key of a holder with a calendar takes the time of one of no holder', {
  tags: 'long',
}, async () => {
  const { agent, holderId } = await app.signIn();
  await agent.post('/api/calendar').expect(201);
  async function time(id: string): Promise<number> {
    const started = performance.now();
    await supertest(app.server).get(guess(id)).expect(404);
    return performance.now() - started;
  }
  let slower = 0;
  for (let n = 0; n < 200; n += 1) {
    if (n % 50 === 0) await app.endWindows();
    const knownFirst = randomInt(2) === 0;
    const first = await time(knownFirst ? holderId : randomUUID());
    const second = await time(knownFirst ? randomUUID() : holderId);
    if (knownFirst === first > second) slower += 1;
  }
  // a row that is there, read in place of none, takes microseconds; a statement more made 165 of 200 slower
  expect(slower).toBeGreaterThanOrEqual(50);
  expect(slower).toBeLessThanOrEqual(150);
});
