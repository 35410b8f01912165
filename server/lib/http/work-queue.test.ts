import supertest from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../app';
import { createTestApp } from '../../test/http/create-test-app';
import type { Work } from '../work/kinds';

const it = createTestApp();

test('a holder is told how many come before what it waits for', async () => {
  const { agent, holderId, login } = await it.signIn();
  expect((await agent.get('/api/work').expect(200)).body).toEqual({ ahead: null });

  const queues: Record<string, number> = { [holderId]: 3 };
  const work: Work = {
    forward: () => (_req, _res, next) => next(),
    turn: async () => () => {},
    ahead: (holder) => queues[holder],
    load: () => [],
    stop: async () => {},
  };
  const waiting = supertest.agent(createApp({ ...it.deps, work }));
  await waiting.post('/api/auth/login').send(login).expect(200);
  expect((await waiting.get('/api/work').expect(200)).body).toEqual({ ahead: 3 });
});
